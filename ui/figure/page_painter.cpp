#include "ui/figure/page_painter.h"

#include "ui/figure/chart_plot.h"
#include "ui/figure/figure_sheet.h"

namespace headlight {
namespace {

void drawPlot(QCPPainter& painter, const Figure& figure, const FigureLayout& layout, QPoint offset,
              QSize size)
{
    FigurePlot plot;
    plot.showPlaced(figure, layout, offset);
    plot.toPainter(&painter, size.width(), size.height());
}

} // namespace

PagePainter::PagePainter(QPaintDevice* device)
    : m_painter(std::make_unique<QCPPainter>(device))
{
    const bool isPixels = device->devType() == QInternal::Image;
    m_painter->setMode(QCPPainter::pmVectorized, !isPixels);
    m_painter->setMode(QCPPainter::pmNonCosmetic);
    m_painter->scale(device->logicalDpiX() / pixelsPerInch, device->logicalDpiY() / pixelsPerInch);
}

PagePainter::~PagePainter() = default;

QPainter& PagePainter::painter()
{
    return *m_painter;
}

void PagePainter::drawFigure(const Figure& figure, QPointF topLeft, int width)
{
    const FigureLayout layout = naturalLayout(figure, width);
    m_painter->save();
    m_painter->translate(topLeft);
    drawPlot(*m_painter, figure, layout, {}, layout.used);
    m_painter->restore();
}

void PagePainter::drawFigurePage(const Figure& figure, const QRectF& page)
{
    const auto millimetres
        = [](double pixels) { return pixels / pixelsPerInch * millimetresPerInch; };
    const FigureSize size{millimetres(page.width()), 300, millimetres(page.height())};
    const SheetPlan plan = planSheet(figure, size);
    m_painter->save();
    m_painter->translate(page.topLeft());
    m_painter->scale(page.width() / plan.size.width(), page.height() / plan.size.height());
    drawPlot(*m_painter, figure, plan.layout, plan.offset, plan.size);
    m_painter->restore();
}

void PagePainter::drawChart(const Chart& chart, const QRect& area)
{
    ChartPlot plot;
    plot.resize(area.size()); // the legend is fitted into it
    plot.setChart(chart);
    m_painter->save();
    m_painter->translate(area.topLeft());
    plot.toPainter(m_painter.get(), area.width(), area.height());
    m_painter->restore();
}

} // namespace headlight
