#include "ui/report/report_heatmap.h"

#include "core/explain/why_text.h"
#include "ui/figure/figure_text.h"
#include "ui/views/token_texts.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct HeatmapTexts {
    Q_DECLARE_TR_FUNCTIONS(HeatmapTexts)
};

constexpr Index mostQueriesTold = 40;

QString textOf(const std::string& token)
{
    return oneLine(QString::fromStdString(token));
}

} // namespace

Figure figureOf(const ReportHeatmap& heatmap)
{
    Figure figure;
    figure.panels = {{{}, heatmap.values, {}}};
    figure.rowLabels = tokenTexts(heatmap.rowLabels);
    figure.columnLabels = tokenTexts(heatmap.columnLabels);
    figure.rowTitle = HeatmapTexts::tr("query");
    figure.columnTitle = HeatmapTexts::tr("key");
    figure.values = false;
    return figure;
}

int figureWidth(const ReportHeatmap& heatmap, double width)
{
    constexpr double around = 130; // labels and colour bar
    constexpr double cell = 26;
    constexpr double most = 480;
    return int(std::min({width, most, around + cell * double(heatmap.values->cols())}));
}

QString heatmapText(const ReportHeatmap& heatmap, int digits)
{
    const Matrix& weights = *heatmap.values;
    QStringList sentences = {QString::fromStdString(heatmap.name)};
    for (Index query = 0; query < std::min(weights.rows(), mostQueriesTold); ++query) {
        Index key = 0;
        const double most = weights.row(query).maxCoeff(&key);
        sentences += HeatmapTexts::tr("%1 attends most to %2, %3")
                         .arg(textOf(heatmap.rowLabels[std::size_t(query)]),
                              textOf(heatmap.columnLabels[std::size_t(key)]),
                              QString::fromStdString(mathNumber(most, digits)));
    }
    return sentences.join(QStringLiteral(". ")) + u'.';
}

} // namespace headlight
