#pragma once

#include "ui/figure/figure_text.h"
#include "ui/views/overview_plan.h"

#include <QMargins>

class QPainter;

namespace headlight {

/// The names around an overview: layers at the left, heads above, and tokens once cells are large
/// enough for them. Shortened texts are kept. In logical pixels; `ratio` device pixels are one.
class OverviewLabels {
public:
    void setStyle(const FigureStyle& style);
    void setModel(int layers, const QStringList& queries, const QStringList& keys);

    const FigureStyle& style() const { return m_style; }
    /// The room that names need around the maps of a plan.
    QMargins room(const OverviewPlan& plan, double ratio);
    void paint(QPainter& painter, const OverviewPlan& plan, double ratio, const HeadPlace& current);

private:
    /// Names of one side.
    struct Tokens {
        QStringList whole;
        QStringList shown; // shortened; null until somebody sees them
        int widest = 0; // of those; 0 until somebody asks

        Tokens() = default;
        explicit Tokens(const QStringList& names)
            : whole(names)
            , shown(names.size(), QString())
        {
        }
        void measure(const QFontMetricsF& metrics);
        const QString& text(qsizetype token, const QFontMetricsF& metrics);
    };

    bool tokensFit(const OverviewPlan& plan, double ratio) const;
    void paintLayers(QPainter& painter, const OverviewPlan& plan, double ratio, int current) const;
    void paintHeads(QPainter& painter, const OverviewPlan& plan, double ratio, int current) const;
    int tokensWidth(const OverviewPlan& plan, double ratio) const;
    int tokensHeight(const OverviewPlan& plan, double ratio) const;
    bool keysAreLevel(const OverviewPlan& plan, double ratio) const;
    void paintQueries(QPainter& painter, const OverviewPlan& plan, double ratio);
    void paintKeys(QPainter& painter, const OverviewPlan& plan, double ratio);
    void paintKey(QPainter& painter, int key, double left, double width, const OverviewPlan& plan,
                  double ratio);
    QFontMetricsF metrics() const { return QFontMetricsF(figureFont(m_style)); }
    int layerWidth() const;

    FigureStyle m_style;
    int m_layers = 1;
    Tokens m_queries;
    Tokens m_keys;
};

} // namespace headlight
