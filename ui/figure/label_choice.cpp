#include "ui/figure/label_choice.h"

#include "ui/figure/label_widths.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int longestLabel = 12; // in widths of an m
constexpr double labelShare = 0.28; // of the figure, that labels may take
constexpr int fewestLabels = 4; // of a small map; fewer say nothing

constexpr int manyLabels = 200; // so many cells are thinner than text

QStringList lines(const QStringList& labels)
{
    QStringList result;
    result.reserve(labels.size());
    for (const QString& label : labels)
        result += oneLine(label);
    return result;
}

class Chooser {
public:
    Chooser(const Figure& figure, QSize size)
        : m_figure(figure)
        , m_size(size)
        , m_metrics(figureFont(figure.style))
        , m_line(QFontMetrics(figureFont(figure.style)).height())
        , m_cells(int(std::max(rowsOf(figure), columnsOf(figure))))
    {
        // Labels of thin cells hang over the corner of the map by half a line, and must not meet.
        m_choice.gap = m_line / 2 + 1;
        m_choice.rowLabels = lines(figure.rowLabels);
        m_choice.columnLabels = lines(figure.columnLabels);
        m_rows = std::make_shared<LabelWidths>(m_metrics, m_choice.rowLabels);
        m_columns = m_rows->isOf(m_choice.columnLabels)
            ? m_rows
            : std::make_shared<LabelWidths>(m_metrics, m_choice.columnLabels);
        if (figure.colorBar && !figure.panels.empty())
            m_choice.barLabels = barLabels(figure.panels.front().scale);
    }

    LabelChoice run()
    {
        m_choice.upright = m_cells > manyLabels
            || m_columns->widest(1, m_size.width()) + m_choice.gap > cellSide();
        const double side = cellSide();
        if (labelsAreTight(side)) {
            m_choice.rowLabels.clear();
            m_choice.columnLabels.clear();
            m_choice.upright = false;
        } else {
            m_choice.step = stepFor(side);
        }
        m_stepIsKnown = true;
        m_choice.space = space(); // of the labels that are shown; the others need none
        shorten();
        return m_choice;
    }

private:
    /// Longest label in pixels when `side` pixels are there for the whole figure.
    int limit(int side) const
    {
        const int em = textWidth(m_metrics, QStringLiteral("m"));
        return std::clamp(int(labelShare * side), 3 * em, longestLabel * em);
    }

    int rowWidth() const { return widest(*m_rows, limit(m_size.width())); }

    int columnHeight() const
    {
        return m_choice.upright
            ? widest(*m_columns, limit(std::min(m_size.width(), m_size.height())))
            : m_line;
    }

    /// Of the shown labels. As long as it is open which of very many those are, the worst is
    /// assumed and none is measured.
    int widest(const LabelWidths& labels, int most) const
    {
        if (!m_stepIsKnown && m_cells > manyLabels)
            return most;
        return labels.widest(m_choice.step, most);
    }

    double cellSide() const { return fitGrid(m_figure, space(), m_size).side; }

    int stepFor(double side) const
    {
        if (side * m_cells < m_line)
            return m_cells;
        return std::max(1, int(std::ceil(m_line / side)));
    }

    bool labelsAreTight(double side) const
    {
        if (m_figure.labelsNeedRoom && side < 0.4 * m_line)
            return true;
        const int step = stepFor(side);
        return m_figure.panels.size() > 1 && step > 1 && (m_cells + step - 1) / step < fewestLabels;
    }

    /// What surrounds the maps.
    GridSpace space() const
    {
        GridSpace space;
        if (!m_figure.title.isEmpty())
            space.top += m_line + layoutGap;
        if (!m_figure.columnTitle.isEmpty())
            space.top += m_line + 4;
        if (!m_choice.columnLabels.isEmpty())
            space.top += m_choice.gap + columnHeight();
        if (!m_figure.rowTitle.isEmpty())
            space.left += m_line + 4;
        if (!m_choice.rowLabels.isEmpty())
            space.left += m_choice.gap + rowWidth();
        if (!m_choice.barLabels.isEmpty())
            space.right = barGap + barWidth + m_choice.gap + barLabelWidth() + captionWidth();
        if (hasPanelTitles())
            space.panelTitle = m_line + 4;
        // Labels of two maps side by side or one above the other must not meet.
        const bool labels = !m_choice.columnLabels.isEmpty() || !m_choice.rowLabels.isEmpty();
        space.leastGap = labels ? m_line : 4;
        return space;
    }

    /// At least that of an ordinary number, so that a changing one does not move the maps.
    int barLabelWidth() const
    {
        return std::max(textWidth(m_metrics, QStringLiteral("−0.00")),
                        widestLabel(m_metrics, m_choice.barLabels));
    }

    int captionWidth() const
    {
        return barCaption(m_figure.panels.front().scale).isEmpty() ? 0 : layoutGap + m_line;
    }

    bool hasPanelTitles() const
    {
        return std::any_of(m_figure.panels.begin(), m_figure.panels.end(),
                           [](const Panel& panel) { return !panel.title.isEmpty(); });
    }

    void shorten()
    {
        m_choice.columnHeight = columnHeight();
        // Level labels are those that fit their cells.
        const int room = m_choice.upright ? m_choice.columnHeight : m_size.width();
        m_choice.rowLabels
            = shortenedLabels(m_metrics, m_choice.rowLabels, m_choice.step, rowWidth());
        m_choice.columnLabels
            = shortenedLabels(m_metrics, m_choice.columnLabels, m_choice.step, room);
    }

    const Figure& m_figure;
    QSize m_size;
    QFontMetricsF m_metrics;
    int m_line;
    int m_cells;
    LabelChoice m_choice;
    std::shared_ptr<const LabelWidths> m_rows;
    std::shared_ptr<const LabelWidths> m_columns;
    bool m_stepIsKnown = false;
};

} // namespace

LabelChoice chooseLabels(const Figure& figure, QSize size)
{
    return Chooser(figure, size).run();
}

} // namespace headlight
