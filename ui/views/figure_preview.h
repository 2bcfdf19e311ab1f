#pragma once

#include "ui/figure/figure_export.h"

#include <QWidget>

namespace headlight {

/// A figure as its file will be: at true proportions, drawn by the painter of the files.
class FigurePreview : public QWidget {
    Q_OBJECT

public:
    explicit FigurePreview(QWidget* parent = nullptr);

    void setFigure(const Figure& figure, const FigureSize& size);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QSize fitted() const;
    void draw();

    Figure m_figure;
    FigureSize m_size;
    QImage m_picture; // null when it has to be drawn
    QString m_reason; // why there is none
};

} // namespace headlight
