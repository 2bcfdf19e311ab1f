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
            panel.rowLabels = p % m_grid.columns == 0 && !m_labels.rowLabels.isEmpty();
            panel.columnLabels = p < m_grid.columns && !m_labels.columnLabels.isEmpty();
            if (panel.rowLabels)
                placeRowLabels(panel.map);
            if (panel.columnLabels)
                placeColumnLabels(panel.map);
            m_layout.panels.push_back(panel);
        }
    }

    void placeRowLabels(const QRect& map)
    {
        const Index rows = rowsOf(m_figure);
        const int count = int(std::min<Index>(m_labels.rowLabels.size(), rows));
        for (int i = 0; i < count; i += m_labels.step) {
            const QString& text = m_labels.rowLabels[i];
            add(TextRole::RowLabel, text,
                {map.left() - m_labels.gap - textWidth(m_metrics, text),
                 map.top() + middleOfCell(i, rows, map.height()) - m_line / 2});
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
            add(TextRole::ColumnLabel, text,
                {middle - size.width() / 2, map.top() - m_labels.gap - size.height()},
                m_labels.upright);
        }
    }

    /// Above the column labels in the first row of panels, directly above the map elsewhere.
    void placePanelTitles()
    {
        if (m_labels.space.panelTitle == 0)
            return;
        const int room = m_grid.mapSize.width() + m_grid.gap.width() - 2;
        const QStringList titles = panelTitles(m_metrics, m_figure, room);
        for (std::size_t p = 0; p < m_layout.panels.size(); ++p) {
            PanelLayout& panel = m_layout.panels[p];
            const int labels = panel.columnLabels ? m_labels.gap + m_labels.columnHeight : 0;
            panel.title
                = QRect(panel.map.left(), panel.map.top() - 4 - labels - m_line, room, m_line);
            if (!titles[qsizetype(p)].isEmpty())
                add(TextRole::PanelTitle, titles[qsizetype(p)], panel.title.topLeft());
        }
    }

    /// The labels at the ends stand inside, so that nothing hangs over the maps' edges.
    void placeColorBar()
    {
        const QStringList& labels = m_labels.barLabels;
        if (labels.isEmpty())
            return;
        const int height = m_maps.height();
        const QRect bar(m_maps.right() + 1 + barGap, m_maps.top(), barWidth, height);
        m_layout.colorBar = bar;
        const bool hasRoom = height >= 4 * m_line;
        const QStringList shown = hasRoom ? labels : QStringList{labels.front(), labels.back()};
        const int steps = int(shown.size()) - 1;
        for (int i = 0; i <= steps && height >= 2 * m_line; ++i)
            add(TextRole::BarLabel, shown[i],
                {bar.right() + 1 + m_labels.gap,
                 bar.top() + (height - m_line) * (steps - i) / steps});
        const QString caption = barCaption(m_figure.panels.front().scale);
        if (!caption.isEmpty())
            add(TextRole::BarCaption, caption,
                {bar.left() + m_labels.space.right - barGap - m_line,
                 bar.center().y() - textWidth(m_metrics, caption) / 2},
                true);
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
        const int top = m_figure.title.isEmpty() ? 0 : m_line + layoutGap;
        const QString& column = m_figure.columnTitle;
        if (!column.isEmpty())
            add(TextRole::AxisTitle, column,
                {m_maps.center().x() - textWidth(m_metrics, column) / 2, top});
        const QString& row = m_figure.rowTitle;
        if (!row.isEmpty())
            add(TextRole::AxisTitle, row, {0, m_maps.center().y() - textWidth(m_metrics, row) / 2},
                true);
    }

    /// Labels of thin cells hang over the edges of the maps; then the whole gets larger.
    void moveToOrigin()
    {
        QRect whole = m_layout.colorBar;
        for (const PanelLayout& panel : m_layout.panels)
            whole |= panel.map;
        for (const PlacedText& text : m_layout.texts)
            whole |= text.where;
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
