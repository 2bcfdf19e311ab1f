#pragma once

#include "core/report/report.h"

#include <QByteArray>

#include <functional>

namespace headlight {

/// Told how many parts of the work are done; false: stop.
using ReportProgress = std::function<bool(int done, int total)>;

/// The report as a web page that needs nothing but itself; empty when it was stopped. It is
/// well-formed XML as well.
QByteArray reportHtml(const Report& report, const ReportProgress& progress);

} // namespace headlight
