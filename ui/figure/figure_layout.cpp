#include "ui/figure/figure_layout.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int gap = 8;
constexpr int labelGap = 6; // between labels and cells
constexpr int barGap = 20;
constexpr int barWidth = 13;
constexpr int longestLabel = 12; // in heights of the font

/// What surrounds the maps, in pixels.
struct Margins {
    int left = 0; // row title and labels
    int top = 0; // title, column title and labels
    int right = 0; // colour bar
    int panelTitle = 0;
};

Index rowsOf(const Figure& figure)
{
    return std::max<Index>(1, figure.panels.empty() ? 1 : figure.panels.front().values->rows());
}

Index columnsOf(const Figure& figure)
{
    return std::max<Index>(1, figure.panels.empty() ? 1 : figure.panels.front().values->cols());
}

QStringList elided(const QFontMetrics& metrics, const QStringList& labels, int width)
{
    QStringList result;
    result.reserve(labels.size());
    for (const QString& label : labels)
        result += metrics.elidedText(label, Qt::ElideMiddle, width, Qt::TextSingleLine);
    return result;
}

int widest(const QFontMetrics& metrics, const QStringList& labels)
{
    int width = 0;
    for (const QString& label : labels)
        width = std::max(width, metrics.horizontalAdvance(label));
    return width;
}

/// Side of a cell when `panels` maps stand in `columns` columns; below 1 in tight places.
double cellSide(const Figure& figure, const Margins& margins, QSize size, int columns)
{
    const int count = std::max(1, int(figure.panels.size()));
    const int rows = (count + columns - 1) / columns;
    const double width = size.width() - margins.left - margins.right - (columns - 1) * 2.0 * gap;
    const double height
        = size.height() - margins.top - rows * double(margins.panelTitle) - (rows - 1) * 1.5 * gap;
    const double side = std::min(width / columns / double(columnsOf(figure)),
                                 height / rows / double(rowsOf(figure)));
    // Whole pixels where the rest is no great loss of space.
    return side >= 5 ? std::floor(side) : std::max(side, 0.0);
}

int bestColumns(const Figure& figure, const Margins& margins, QSize size)
{
    if (figure.columns > 0)
        return figure.columns;
    const int count = std::max(1, int(figure.panels.size()));
    int best = 1;
    for (int columns = 2; columns <= count; ++columns) {
        if (cellSide(figure, margins, size, columns) > cellSide(figure, margins, size, best))
            best = columns;
    }
    // No more columns than the rows need.
    const int rows = (count + best - 1) / best;
    return (count + rows - 1) / rows;
}

class Arranger {
public:
    Arranger(const Figure& figure, QSize size)
        : m_figure(figure)
        , m_size(size)
        , m_metrics(figureFont(figure.style))
        , m_limit(longestLabel * m_metrics.height())
    {
        m_layout.rowLabels = elided(m_metrics, figure.rowLabels, m_limit);
    }

    FigureLayout run()
    {
        if (m_figure.labelsNeedRoom && labelsAreTight()) {
            m_figure.rowLabels.clear();
            m_figure.columnLabels.clear();
            m_layout.rowLabels.clear();
        }
        // Level labels need wide cells; whether the cells are wide is known when the rest is
        // placed.
        place(false);
        const int labelWidth = widest(m_metrics, m_figure.columnLabels);
        if (labelWidth + labelGap > m_side) {
            place(true);
            m_layout.uprightColumns = true;
        }
        m_layout.columnLabels
            = elided(m_metrics, m_figure.columnLabels,
                     m_layout.uprightColumns ? m_limit : std::max(int(m_side), labelWidth));
        const int cells = int(std::max(rowsOf(m_figure), columnsOf(m_figure)));
        m_layout.labelStep = m_side * cells < m_metrics.height()
            ? cells
            : std::max(1, int(std::ceil(m_metrics.height() / m_side)));
        return m_layout;
    }

private:
    bool labelsAreTight()
    {
        place(true);
        return m_side < 0.4 * m_metrics.height();
    }

    Margins measure(bool upright) const
    {
        const int line = m_metrics.height();
        Margins margins;
        if (!m_figure.title.isEmpty())
            margins.top += line + gap;
        if (!m_figure.columnTitle.isEmpty())
            margins.top += line + 2;
        if (!m_figure.columnLabels.isEmpty())
            margins.top += labelGap
                + (upright ? std::min(widest(m_metrics, m_figure.columnLabels), m_limit) : line);
        if (!m_figure.rowTitle.isEmpty())
            margins.left += line + 4;
        if (!m_figure.rowLabels.isEmpty())
            margins.left += widest(m_metrics, m_layout.rowLabels) + labelGap;
        if (m_figure.colorBar)
            margins.right = barGap + barWidth + labelGap
                + m_metrics.horizontalAdvance(QStringLiteral("−0.00"));
        if (hasPanelTitles())
            margins.panelTitle = line + 4;
        return margins;
    }

    bool hasPanelTitles() const
    {
        return std::any_of(m_figure.panels.begin(), m_figure.panels.end(),
                           [](const Panel& panel) { return !panel.title.isEmpty(); });
    }

    void place(bool upright)
    {
        const Margins margins = measure(upright);
        const int columns = bestColumns(m_figure, margins, m_size);
        m_side = cellSide(m_figure, margins, m_size, columns);
        const int count = int(m_figure.panels.size());
        const int rows = (count + columns - 1) / std::max(1, columns);
        const QSize map(std::max(1, int(std::lround(m_side * double(columnsOf(m_figure))))),
                        std::max(1, int(std::lround(m_side * double(rowsOf(m_figure))))));
        m_layout.panels.clear();
        for (int p = 0; p < count; ++p)
            m_layout.panels.push_back(panelAt(p / columns, p % columns, map, margins));
        const int right = margins.left + columns * map.width() + (columns - 1) * 2 * gap;
        const int bottom = margins.top + rows * (map.height() + margins.panelTitle)
            + std::max(0, rows - 1) * 3 * gap / 2;
        placeTitles(margins, right, bottom);
        m_layout.used = QSize(right + margins.right, bottom);
    }

    PanelLayout panelAt(int row, int column, QSize map, const Margins& margins) const
    {
        PanelLayout panel;
        const int left = margins.left + column * (map.width() + 2 * gap);
        const int top = margins.top + row * (map.height() + margins.panelTitle + 3 * gap / 2)
            + margins.panelTitle;
        panel.map = QRect(QPoint(left, top), map);
        panel.rowLabels = column == 0 && !m_figure.rowLabels.isEmpty();
        panel.columnLabels = row == 0 && !m_figure.columnLabels.isEmpty();
        if (margins.panelTitle > 0)
            panel.title = titleRect(panel, margins);
        return panel;
    }

    /// Above the column labels in the first row of panels, directly above the map elsewhere.
    QRect titleRect(const PanelLayout& panel, const Margins& margins) const
    {
        int bottom = panel.map.top() - 4;
        if (panel.columnLabels) {
            int labels = margins.top;
            if (!m_figure.title.isEmpty())
                labels -= m_metrics.height() + gap;
            if (!m_figure.columnTitle.isEmpty())
                labels -= m_metrics.height() + 2;
            bottom = panel.map.top() - labels;
        }
        return {panel.map.left(), bottom - m_metrics.height(), panel.map.width() + 2 * gap - 2,
                m_metrics.height()};
    }

    void placeTitles(const Margins& margins, int right, int bottom)
    {
        const int line = m_metrics.height();
        int top = 0;
        if (!m_figure.title.isEmpty()) {
            m_layout.title = QRect(margins.left, 0, right - margins.left, line);
            top += line + gap;
        }
        if (!m_figure.columnTitle.isEmpty())
            m_layout.columnTitle = QRect(margins.left, top, right - margins.left, line);
        const int mapsTop = m_layout.panels.empty() ? margins.top : m_layout.panels[0].map.top();
        if (!m_figure.rowTitle.isEmpty())
            m_layout.rowTitle = QRect(0, mapsTop, line, bottom - mapsTop);
        if (m_figure.colorBar) {
            const bool one = m_layout.panels.size() == 1;
            const int height = one ? bottom - mapsTop : std::min(bottom - mapsTop, 24 * line);
            m_layout.colorBar = QRect(right + barGap, mapsTop, barWidth, std::max(height, 1));
        }
    }

    Figure m_figure; // without labels that have no room
    QSize m_size;
    QFontMetrics m_metrics;
    int m_limit;
    double m_side = 0;
    FigureLayout m_layout;
};

int pixelsOf(double points)
{
    return std::max(1, int(std::lround(points * 96 / 72)));
}

} // namespace

QFont figureFont(const FigureStyle& style)
{
    // Named, so that a figure looks the same whatever font the program runs with.
    QFont font = QGuiApplication::font();
    font.setFamilies(
        {style.family.isEmpty() ? QStringLiteral("Inter") : style.family, font.family()});
    font.setPixelSize(pixelsOf(style.points));
    return font;
}

QFont figureValueFont(const FigureStyle& style)
{
    QFont font = figureFont(style);
    font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
                      QFontDatabase::systemFont(QFontDatabase::FixedFont).family()});
    return font;
}

FigureLayout layoutFigure(const Figure& figure, QSize size)
{
    return Arranger(figure, size).run();
}

QSize naturalSize(const Figure& figure, int width)
{
    constexpr int unbounded = 100'000;
    Figure fixed = figure;
    if (fixed.columns == 0)
        fixed.columns = std::max(1, int(std::ceil(std::sqrt(double(figure.panels.size())))));
    return layoutFigure(fixed, QSize(width, unbounded)).used;
}

} // namespace headlight
