#pragma once

#include "ui/figure/figure_layout.h"
#include "ui/views/look.h"

#include <QWidget>

namespace headlight {

/// All heads of a layer as small heatmaps in one widget, laid out as in an exported figure. Only
/// what changed is coloured again, only what is asked for is painted.
class HeadGrid : public QWidget {
    Q_OBJECT

public:
    explicit HeadGrid(QWidget* parent = nullptr);

    void setFigure(const Figure& figure);
    void setMarked(std::optional<FigureCell> cell);
    /// The head that the keyboard is at and that the editor shows.
    void setCurrent(int head);

    int current() const { return m_current; }
    /// Where the cells of a head are drawn.
    QRect mapRect(int head) const;

    QSize minimumSizeHint() const override { return {160, 120}; }

signals:
    void headActivated(int head);
    void currentChanged(int head);
    void cellClicked(int head, const headlight::FigureCell& cell);
    void cellHovered(int head, const headlight::FigureCell& cell);
    void hoverLeft();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Hit {
        int head = 0;
        FigureCell cell;
    };

    void arrange();
    std::optional<Hit> hitAt(QPoint place) const;
    const QImage& picture(int head);
    void paintHead(QPainter& painter, int head);
    QRect markRect(int head) const;
    void updateMarks();
    void paintMark(QPainter& painter, int head) const;
    void paintColorBar(QPainter& painter) const;
    void moveCurrent(int by);
    int columns() const;

    Figure m_figure;
    FigureLayout m_layout;
    std::vector<PlacedText> m_texts; // all but the titles of the maps
    QPoint m_offset;
    bool m_shortTitles = false; // "12" instead of "Head 12", where one of them has no room
    std::vector<QImage> m_pictures; // device pixels; null: to be coloured
    int m_current = 0;
};

} // namespace headlight
