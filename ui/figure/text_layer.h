#pragma once

#include "ui/figure/figure_layout.h"

#include <qcustomplot.h>

namespace headlight {

/// Draws texts of a figure where its layout put them, moved by `offset`. Plain text always: a token
/// "<s>" or "3e5" appears as it is.
void paintTexts(QPainter& painter, const std::vector<PlacedText>& texts, QPoint offset,
                const FigureStyle& style);

/// The texts of a figure as a part of a plot.
class TextLayer : public QCPLayerable {
public:
    TextLayer(QCustomPlot* plot, const QString& layer);

    void setTexts(const std::vector<PlacedText>& texts, QPoint offset, const FigureStyle& style);

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override { }
    void draw(QCPPainter* painter) override;

private:
    std::vector<PlacedText> m_texts;
    QPoint m_offset;
    FigureStyle m_style;
};

} // namespace headlight
