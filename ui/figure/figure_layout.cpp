#include "ui/figure/figure_layout.h"

#include "ui/figure/label_choice.h"

#include <algorithm>

namespace headlight {
namespace {

int middleOfCell(int cell, Index cells, int pixels)
{
    return (cellEdge(cell, int(cells), pixels) + cellEdge(cell + 1, int(cells), pixels)) / 2;
}

class Arranger {
public:
    Arranger(const Figure& figure, QSize size)
        : m_figure(figure)
        , m_metrics(figureFont(figure.style))
        , m_line(QFontMetrics(figureFont(figure.style)).height())
        , m_labels(chooseLabels(figure, size))
        , m_grid(fitGrid(figure, m_labels.space, size))
        , m_maps(m_grid.all(int(figure.panels.size()), m_labels.space))
    {
    }

    FigureLayout run()
    {
        m_layout.labelStep = m_labels.step;
        m_layout.uprightColumns = m_labels.upright;
        m_layout.rowLabels = m_labels.rowLabels;
        m_layout.columnLabels = m_labels.columnLabels;
        placePanels();
        placePanelTitles();
        placeColorBar();
        placeTitle();
        placeAxisTitles();
        placeNote();
        moveToOrigin();
        return m_layout;
    }

private:
    void add(TextRole role, const QString& text, QPoint topLeft, bool upright = false)
    {
        const QFontMetricsF metrics(figureFont(m_figure.style, role));
        const QSize size(textWidth(metrics, text), m_line);
        m_layout.texts.push_back(
            {text, QRect(topLeft, upright ? size.transposed() : size), role, upright});
    }

    void placePanels()
    {
        for (int p = 0; p < int(m_figure.panels.size()); ++p) {
            PanelLayout panel;
            panel.map = m_grid.map(p, m_labels.space);
            panel.rowLabels = hasRowLabels(p);
            panel.columnLabels = hasColumnLabels(p);
            if (panel.rowLabels)
                placeRowLabels(panel.map);
            if (panel.columnLabels)
                placeColumnLabels(panel.map);
            m_layout.panels.push_back(panel);
        }
    }

    /// At the outermost panels of every row, but not where column labels may hang.
    bool hasRowLabels(int panel) const
    {
        if (m_labels.rowLabels.isEmpty())
            return false;
        const int column = panel % m_grid.columns;
        if (!m_figure.labels.rowsRight)
            return column == 0;
        const bool isLast = panel + 1 == int(m_figure.panels.size());
        return column + 1 == std::min<int>(m_grid.columns, int(m_figure.panels.size()))
            || (isLast && !m_figure.labels.columnsBelow);
    }

    bool hasColumnLabels(int panel) const
    {
        if (m_labels.columnLabels.isEmpty())
            return false;
        return m_figure.labels.columnsBelow ? panel + m_grid.columns >= int(m_figure.panels.size())
                                            : panel < m_grid.columns;
    }

    void placeRowLabels(const QRect& map)
    {
        const Index rows = rowsOf(m_figure);
        const int count = int(std::min<Index>(m_labels.rowLabels.size(), rows));
        for (int i = 0; i < count; i += m_labels.step) {
            const QString& text = m_labels.rowLabels[i];
            const int x = m_figure.labels.rowsRight
                ? map.right() + 1 + m_labels.gap
                : map.left() - m_labels.gap - textWidth(m_metrics, text);
            add(TextRole::RowLabel, text,
                {x, map.top() + middleOfCell(i, rows, map.height()) - m_line / 2});
        }
    }

    void placeColumnLabels(const QRect& map)
    {
        const Index columns = columnsOf(m_figure);
        const int count = int(std::min<Index>(m_labels.columnLabels.size(), columns));
        for (int i = 0; i < count; i += m_labels.step) {
            const QString& text = m_labels.columnLabels[i];
            const QSize level(textWidth(m_metrics, text), m_line);
            const QSize size = m_labels.upright ? level.transposed() : level;
            const int middle = map.left() + middleOfCell(i, columns, map.width());
            const int y = m_figure.labels.columnsBelow ? map.bottom() + 1 + m_labels.gap
                                                       : map.top() - m_labels.gap - size.height();
            add(TextRole::ColumnLabel, text, {middle - size.width() / 2, y}, m_labels.upright);
        }
    }

    /// Above the column labels in the first row of panels, directly above the map elsewhere.
    void placePanelTitles()
    {
        if (m_labels.space.panelTitle == 0)
            return;
        // Column labels below a map may hang into the gap beside the next title.
        const bool below = m_figure.labels.columnsBelow;
        const int room = m_grid.mapSize.width() + (below ? 0 : m_grid.gap.width() - 2);
        const QStringList titles = panelTitles(m_metrics, m_figure, room);
        for (std::size_t p = 0; p < m_layout.panels.size(); ++p) {
            PanelLayout& panel = m_layout.panels[p];
            const int labels
                = panel.columnLabels && !below ? m_labels.gap + m_labels.columnHeight : 0;
            panel.title
                = QRect(panel.map.left(), panel.map.top() - 4 - labels - m_line, room, m_line);
            if (!titles[qsizetype(p)].isEmpty())
                add(TextRole::PanelTitle, titles[qsizetype(p)], panel.title.topLeft());
        }
    }

    void placeColorBar()
    {
        if (m_labels.barLabels.isEmpty())
            return;
        if (m_figure.bar.side == BarSide::Below)
            placeLevelBar();
        else
            placeUprightBar(m_figure.bar.side == BarSide::Left);
    }

    /// The labels at the ends stand inside, so that nothing hangs over the maps' edges.
    void placeUprightBar(bool left)
    {
        const FigureLabels& labels = m_figure.labels;
        const int strip = labels.rowsRight == left ? 0 : m_labels.rowStrip;
        const int height = m_maps.height();
        const QRect bar(left ? m_maps.left() - strip - barGap - barWidth
                             : m_maps.right() + 1 + strip + barGap,
                        m_maps.top(), barWidth, height);
        m_layout.colorBar = bar;
        const QStringList shown = barLabelsFor(height, m_line);
        const int steps = int(shown.size()) - 1;
        for (int i = 0; i <= steps; ++i) {
            const int x = left ? bar.left() - m_labels.gap - textWidth(m_metrics, shown[i])
                               : bar.right() + 1 + m_labels.gap;
            add(TextRole::BarLabel, shown[i],
                {x, bar.top() + (height - m_line) * (steps - i) / steps});
        }
        const int distance = m_labels.gap + m_labels.barLabelWidth + layoutGap;
        const QString caption = shortened(m_metrics, barCaption(m_figure), height);
        if (!caption.isEmpty())
            add(TextRole::BarCaption, caption,
                {left ? bar.left() - distance - m_line : bar.right() + 1 + distance,
                 bar.center().y() - textWidth(m_metrics, caption) / 2},
                true);
    }

    void placeLevelBar()
    {
        const int strip = m_figure.labels.columnsBelow ? m_labels.columnStrip : 0;
        const QRect bar(m_maps.left(), m_maps.bottom() + 1 + strip + layoutGap, m_maps.width(),
                        barWidth);
        m_layout.colorBar = bar;
        const QStringList shown
            = barLabelsFor(bar.width(), widestLabel(m_metrics, m_labels.barLabels) + layoutGap);
        const int steps = int(shown.size()) - 1;
        int y = bar.bottom() + 1 + titleGap;
        for (int i = 0; i <= steps; ++i) {
            const int spare = bar.width() - textWidth(m_metrics, shown[i]);
            add(TextRole::BarLabel, shown[i], {bar.left() + spare * i / steps, y});
        }
        y += m_line;
        const QString caption = shortened(m_metrics, barCaption(m_figure), bar.width());
        if (!caption.isEmpty())
            add(TextRole::BarCaption, caption,
                {bar.center().x() - textWidth(m_metrics, caption) / 2, y});
    }

    /// All, or both ends, or none: what has room along a bar of that length.
    QStringList barLabelsFor(int length, int each) const
    {
        const QStringList& all = m_labels.barLabels;
        if (length >= (all.size() + 1) * each)
            return all;
        if (length >= 2 * each)
            return {all.front(), all.back()};
        return {};
    }

    void placeTitle()
    {
        if (m_figure.title.isEmpty())
            return;
        const QFontMetricsF metrics(figureFont(m_figure.style, TextRole::Title));
        const int room = m_maps.width() + m_labels.space.right;
        add(TextRole::Title, shortened(metrics, oneLine(m_figure.title), room), {m_maps.left(), 0});
    }

    void placeAxisTitles()
    {
        const QString& column = m_figure.columnTitle;
        if (!column.isEmpty())
            add(TextRole::AxisTitle, column,
                {m_maps.center().x() - textWidth(m_metrics, column) / 2,
                 m_figure.labels.columnsBelow
                     ? m_maps.bottom() + 1 + m_labels.columnStrip - m_line
                     : m_maps.top() - m_labels.space.panelTitle - m_labels.columnStrip});
        const QString& row = m_figure.rowTitle;
        if (!row.isEmpty())
            add(TextRole::AxisTitle, row,
                {m_figure.labels.rowsRight ? m_maps.right() + 1 + m_labels.rowStrip - m_line
                                           : m_maps.left() - m_labels.rowStrip,
                 m_maps.center().y() - textWidth(m_metrics, row) / 2},
                true);
    }

    void placeNote()
    {
        const QRect above = extent();
        for (int i = 0; i < m_labels.note.size(); ++i)
            add(TextRole::Note, m_labels.note[i],
                {above.left(), above.bottom() + 1 + layoutGap + i * m_line});
    }

    QRect extent() const
    {
        QRect whole = m_layout.colorBar;
        for (const PanelLayout& panel : m_layout.panels)
            whole |= panel.map;
        for (const PlacedText& text : m_layout.texts)
            whole |= text.where;
        return whole;
    }

    /// Labels of thin cells hang over the edges of the maps; then the whole gets larger.
    void moveToOrigin()
    {
        const QRect whole = extent();
        const QPoint by = -whole.topLeft();
        for (PanelLayout& panel : m_layout.panels) {
            panel.map.translate(by);
            panel.title.translate(by);
        }
        for (PlacedText& text : m_layout.texts)
            text.where.translate(by);
        m_layout.colorBar.translate(by);
        m_layout.used = whole.size();
    }

    const Figure& m_figure;
    QFontMetricsF m_metrics;
    int m_line;
    LabelChoice m_labels;
    PanelGrid m_grid;
    QRect m_maps; // all of them
    FigureLayout m_layout;
};

} // namespace

FigureLayout layoutFigure(const Figure& figure, QSize size)
{
    return Arranger(figure, size).run();
}

FigureLayout naturalLayout(const Figure& figure, int width)
{
    constexpr int unbounded = 100'000;
    Figure fixed = figure;
    if (fixed.columns == 0)
        fixed.columns = evenColumns(int(figure.panels.size()));
    return layoutFigure(fixed, QSize(width, unbounded));
}

QSize naturalSize(const Figure& figure, int width)
{
    return naturalLayout(figure, width).used;
}

} // namespace headlight
