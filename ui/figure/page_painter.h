#pragma once

#include "ui/figure/chart.h"

#include <QPainter>

#include <memory>

class QCPPainter;

namespace headlight {

/// Paints pages that hold figures and charts among other things: on paper, in a PDF, in a preview.
/// The cells are exact on each. Coordinates are 1/96 inch.
class PagePainter {
public:
    /// Begins to paint on `device`, the whole sheet of it.
    explicit PagePainter(QPaintDevice* device);
    ~PagePainter();
    PagePainter(const PagePainter&) = delete;
    PagePainter& operator=(const PagePainter&) = delete;

    QPainter& painter();

    /// A figure about `width` wide (see naturalSize()).
    void drawFigure(const Figure& figure, QPointF topLeft, int width);
    /// A figure that fills `page` and keeps a margin.
    void drawFigurePage(const Figure& figure, const QRectF& page);
    /// A chart that fills `area`.
    void drawChart(const Chart& chart, const QRect& area);

private:
    std::unique_ptr<QCPPainter> m_painter;
};

} // namespace headlight
