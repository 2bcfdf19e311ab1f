#include "ui/report/printing.h"

#include "ui/figure/page_painter.h"
#include "ui/report/report_pages.h"

#include <QPrinter>

namespace headlight {
namespace {

/// The whole sheet in 1/96 inch, as it is turned.
QSizeF sheetOf(const QPrinter& printer)
{
    return printer.pageLayout().fullRect(QPageLayout::Point).size() * 96 / 72;
}

} // namespace

void printReport(QPrinter& printer, const Report& report)
{
    printer.setFullPage(true);
    printer.setDocName(QString::fromStdString(report.title));
    const ReportPages pages(report, sheetOf(printer));
    const int first = printer.fromPage() > 0 ? printer.fromPage() : 1;
    const int last
        = printer.toPage() > 0 ? std::min(printer.toPage(), pages.count()) : pages.count();
    PagePainter painter(&printer);
    for (int page = first; page <= last; ++page) {
        if (page > first)
            printer.newPage();
        pages.paint(painter, page - 1);
    }
}

void printFigure(QPrinter& printer, const Figure& figure)
{
    constexpr double margin = 45; // 12 mm, which every printer leaves free
    printer.setFullPage(true);
    printer.setDocName(figure.title);
    const QRectF sheet(QPointF(), sheetOf(printer));
    PagePainter painter(&printer);
    painter.drawFigurePage(figure, sheet.adjusted(margin, margin, -margin, -margin));
}

} // namespace headlight
