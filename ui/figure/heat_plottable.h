#pragma once

#include "ui/figure/figure.h"

#include <qcustomplot.h>

namespace headlight {

/// Draws one matrix as exact cells: on a raster device snapped to its pixels, in a PDF as a
/// lossless picture, in an SVG as a mark that svg_cells.h turns into shapes. (QCPColorMap
/// interpolates, keeps stale colour ranges and fails for 1 x 1.)
class HeatPlottable : public QCPAbstractPlottable {
public:
    HeatPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    void setPanel(const Panel& panel);
    void setValues(bool shown, int digits, const QFont& font);
    void setBorders(bool shown) { m_borders = shown; }
    void setMarked(std::optional<FigureCell> cell, const FigureStyle& style);

    const Panel& panel() const { return m_panel; }
    /// Where the cells lie, in logical pixels.
    QRect mapRect() const;
    /// Where anything is drawn, and where the mark is, in logical pixels.
    QRect paintedRect() const { return clipRect(); }
    QRegion markedRegion() const;
    /// Draws onto a widget, without the plot.
    void paint(QCPPainter* painter);
    /// While set, draw() leaves this text in the place of the cells.
    void setPlaceholder(const QString& text) { m_placeholder = text; }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }
    QRect clipRect() const override;

private:
    void drawCells(QCPPainter* painter);
    void drawOnPixels(QCPPainter* painter);
    void drawLossless(QCPPainter* painter);
    void drawHatching(QCPPainter* painter) const;
    void drawBorders(QCPPainter* painter) const;
    void drawValues(QCPPainter* painter) const;
    void drawBlocks(QCPPainter* painter) const;
    void drawMark(QCPPainter* painter) const;
    QRect cellRect(int row, int column) const;
    bool isInside(const FigureCell& cell) const;

    Panel m_panel;
    bool m_values = false;
    bool m_borders = false;
    int m_digits = 3;
    QFont m_font;
    std::optional<FigureCell> m_marked;
    FigureStyle m_style;
    QString m_placeholder;
    QImage m_picture; // of the panel, at the size it was last drawn
};

} // namespace headlight
