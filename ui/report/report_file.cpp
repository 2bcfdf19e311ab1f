#include "ui/report/report_file.h"

#include "ui/figure/page_painter.h"
#include "ui/figure/pdf_bytes.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>

namespace headlight {
namespace {

constexpr int resolution = 1200;

QByteArray reportPdf(const Report& report, Paper paper, const ReportProgress& progress)
{
    const ReportPages pages(report, paperPixels(pageSizeOf(paper)));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(resolution);
    writer.setTitle(QString::fromStdString(report.title));
    writer.setCreator(QStringLiteral("Headlight"));
    writer.setPageSize(pageSizeOf(paper));
    writer.setPageMargins({});
    {
        PagePainter painter(&writer);
        for (int page = 0; page < pages.count(); ++page) {
            if (page > 0)
                writer.newPage();
            pages.paint(painter, page);
            if (!progress(page + 1, pages.count()))
                return {};
        }
    }
    forgetTime(bytes);
    return bytes;
}

} // namespace

QPageSize pageSizeOf(Paper paper)
{
    return QPageSize(paper == Paper::A4 ? QPageSize::A4 : QPageSize::Letter);
}

std::optional<ReportFormat> reportFormatOf(const QString& fileName)
{
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == QLatin1String("pdf"))
        return ReportFormat::Pdf;
    return suffix == QLatin1String("html") ? std::optional(ReportFormat::Html) : std::nullopt;
}

QByteArray renderReport(const Report& report, ReportFormat format, Paper paper,
                        const ReportProgress& progress)
{
    return format == ReportFormat::Pdf ? reportPdf(report, paper, progress)
                                       : reportHtml(report, progress);
}

} // namespace headlight
