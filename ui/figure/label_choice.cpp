#include "ui/figure/label_choice.h"

#include "ui/figure/label_widths.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

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
        if (figure.labels.rows)
            m_choice.rowLabels = lines(figure.rowLabels);
        if (figure.labels.columns)
            m_choice.columnLabels = lines(figure.columnLabels);
        m_rows = std::make_shared<LabelWidths>(m_metrics, m_choice.rowLabels);
        m_columns = m_rows->isOf(m_choice.columnLabels)
            ? m_rows
            : std::make_shared<LabelWidths>(m_metrics, m_choice.columnLabels);
        if (figure.colorBar && !figure.panels.empty())
            m_choice.barLabels = barLabels(figure.panels.front().scale, figure.bar.ticks);
        m_choice.note = wrapped(m_metrics, figure.note, size.width());
    }

    LabelChoice run()
    {
        m_choice.upright = standUpright();
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
        m_choice.rowWidth = rowWidth();
        m_choice.columnHeight = columnHeight();
        m_choice.rowStrip = rowStrip();
        m_choice.columnStrip = columnStrip();
        m_choice.barLabelWidth = barLabelWidth();
        shorten();
        return m_choice;
    }

private:
    bool standUpright() const
    {
        switch (m_figure.labels.turn) {
        case LabelTurn::Level:
            return false;
        case LabelTurn::Upright:
            return !m_choice.columnLabels.isEmpty();
        case LabelTurn::AsFits:
            break;
        }
        return m_cells > manyLabels
            || m_columns->widest(1, m_size.width()) + m_choice.gap > cellSide();
    }

    /// Longest label in pixels when `side` pixels are there for the whole figure.
    int limit(int side) const
    {
        const int em = textWidth(m_metrics, QStringLiteral("m"));
        return std::clamp(int(labelShare * side), 3 * em,
                          std::max(3, m_figure.labels.longest) * em);
    }

    int columnLimit() const { return limit(std::min(m_size.width(), m_size.height())); }

    int rowWidth() const { return widest(*m_rows, limit(m_size.width())); }

    int columnHeight() const
    {
        return m_choice.upright ? widest(*m_columns, columnLimit()) : m_line;
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
        const int needed = std::max(m_line, levelWidth() + m_choice.gap);
        return std::clamp(int(std::ceil(needed / side)), 1, m_cells);
    }

    /// Of column labels that lie level wherever they may hang over their cells; 0 otherwise.
    int levelWidth() const
    {
        const bool asked = m_figure.labels.turn == LabelTurn::Level;
        return asked && !m_choice.columnLabels.isEmpty() ? m_columns->widest(1, columnLimit()) : 0;
    }

    bool labelsAreTight(double side) const
    {
        if (m_figure.labelsNeedRoom && side < 0.4 * m_line)
            return true;
        const int step = stepFor(side);
        return m_figure.panels.size() > 1 && step > 1 && (m_cells + step - 1) / step < fewestLabels;
    }

    /// What row labels and their title take on their side of the maps.
    int rowStrip() const
    {
        return (m_choice.rowLabels.isEmpty() ? 0 : m_choice.gap + rowWidth())
            + (m_figure.rowTitle.isEmpty() ? 0 : m_line + titleGap);
    }

    int columnStrip() const
    {
        return (m_choice.columnLabels.isEmpty() ? 0 : m_choice.gap + columnHeight())
            + (m_figure.columnTitle.isEmpty() ? 0 : m_line + titleGap);
    }

    /// What surrounds the maps.
    GridSpace space() const
    {
        GridSpace space;
        if (!m_figure.title.isEmpty())
            space.top = m_line + layoutGap;
        if (!m_choice.note.isEmpty())
            space.bottom = layoutGap + int(m_choice.note.size()) * m_line;
        (m_figure.labels.columnsBelow ? space.bottom : space.top) += columnStrip();
        (m_figure.labels.rowsRight ? space.right : space.left) += rowStrip();
        if (!m_choice.barLabels.isEmpty())
            addBar(space);
        if (hasPanelTitles())
            space.panelTitle = m_line + 4;
        // Labels of two maps side by side or one above the other must not meet.
        const bool labels = !m_choice.columnLabels.isEmpty() || !m_choice.rowLabels.isEmpty();
        space.leastGap = labels ? std::max(m_line, levelWidth() + 4) : 4;
        space.left = std::max(space.left, levelWidth() / 2);
        space.right = std::max(space.right, levelWidth() / 2);
        return space;
    }

    void addBar(GridSpace& space) const
    {
        const bool hasCaption = !barCaption(m_figure).isEmpty();
        if (m_figure.bar.side == BarSide::Below) {
            space.bottom += layoutGap + barWidth + titleGap + m_line * (hasCaption ? 2 : 1);
            return;
        }
        int& side = m_figure.bar.side == BarSide::Left ? space.left : space.right;
        side += barGap + barWidth + m_choice.gap + barLabelWidth()
            + (hasCaption ? layoutGap + m_line : 0);
    }

    /// At least that of an ordinary number, so that a changing one does not move the maps.
    int barLabelWidth() const
    {
        return std::max(textWidth(m_metrics, QStringLiteral("−0.00")),
                        widestLabel(m_metrics, m_choice.barLabels));
    }

    bool hasPanelTitles() const
    {
        return std::any_of(m_figure.panels.begin(), m_figure.panels.end(),
                           [](const Panel& panel) { return !panel.title.isEmpty(); });
    }

    void shorten()
    {
        // Level labels are those that fit their cells, unless they were asked for.
        const bool asked = m_figure.labels.turn == LabelTurn::Level;
        const int room = m_choice.upright ? m_choice.columnHeight
            : asked                       ? columnLimit()
                                          : m_size.width();
        m_choice.rowLabels
            = shortenedLabels(m_metrics, m_choice.rowLabels, m_choice.step, m_choice.rowWidth);
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
