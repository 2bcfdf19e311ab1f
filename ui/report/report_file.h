#pragma once

#include "ui/report/report_html.h"
#include "ui/report/report_pages.h"

#include <QString>

#include <optional>

namespace headlight {

/// A4 is the paper of most of the world, Letter of North America.
enum class Paper { A4, Letter };

QPageSize pageSizeOf(Paper paper);

enum class ReportFormat { Pdf, Html };

/// By the ending of a file's name.
std::optional<ReportFormat> reportFormatOf(const QString& fileName);

/// The report as the bytes of a file, the same bytes each time; empty when it was stopped.
QByteArray renderReport(
    const Report& report, ReportFormat format, Paper paper,
    const ReportProgress& progress = [](int, int) { return true; });

} // namespace headlight
