#include "ui/views/head_figure.h"

#include "ui/style/theme.h"
#include "ui/views/head_scale.h"
#include "ui/views/token_texts.h"

#include <QApplication>
#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace headlight {
namespace {

constexpr int mostColumns = 24; // of a page; more heads go on as the page is filled best

struct FigureTexts {
    Q_DECLARE_TR_FUNCTIONS(FigureTexts)
};

/// One colour bar can only speak for maps that share its numbers.
bool shareOneScale(const std::vector<Panel>& panels)
{
    return std::all_of(panels.begin(), panels.end(),
                       [&](const Panel& panel) { return panel.scale == panels.front().scale; });
}

QString panelTitle(const HeadPlace& place, bool withLayer)
{
    if (withLayer)
        return FigureTexts::tr("L%1 H%2").arg(place.layer + 1).arg(place.head + 1);
    return FigureTexts::tr("Head %1").arg(place.head + 1);
}

} // namespace

QString stageTitle(Stage stage)
{
    switch (stage) {
    case Stage::Scores:
        return FigureTexts::tr("Scores");
    case Stage::Scaled:
        return FigureTexts::tr("Scaled scores");
    case Stage::Masked:
        return FigureTexts::tr("Masked scores");
    case Stage::Pattern:
        return FigureTexts::tr("Attention weights");
    }
    return {};
}

std::vector<int> allHeads(const Snapshot& snapshot)
{
    std::vector<int> heads(std::size_t(snapshot.document->config.heads));
    std::iota(heads.begin(), heads.end(), 0);
    return heads;
}

FigureStyle screenStyle()
{
    const Theme& theme = currentTheme();
    FigureStyle style;
    style.background = theme.canvas;
    style.text = theme.text;
    style.muted = theme.muted;
    style.border = theme.border;
    style.selection = theme.selection;
    style.points = QApplication::font().pointSizeF();
    return style;
}

std::vector<HeadPlace> allPlaces(const Snapshot& snapshot)
{
    const Config& config = snapshot.document->config;
    std::vector<HeadPlace> places;
    for (int layer = 0; layer < config.layers; ++layer) {
        for (int head = 0; head < config.heads; ++head)
            places.push_back({layer, head});
    }
    return places;
}

Figure headFigure(const SnapshotPtr& snapshot, int layer, const std::vector<int>& heads,
                  const Look& look)
{
    std::vector<HeadPlace> places;
    for (const int head : heads)
        places.push_back({layer, head});
    return headFigure(snapshot, places, look);
}

Figure headFigure(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places,
                  const Look& look)
{
    Figure figure;
    HeadScales scales(snapshot, places, look);
    const bool manyLayers = !places.empty() && places.front().layer != places.back().layer;
    for (const HeadPlace& place : places) {
        Panel panel;
        panel.values = headMatrix(snapshot, place, look.stage);
        panel.scale = scales.of(place, *panel.values);
        if (places.size() > 1)
            panel.title = panelTitle(place, manyLayers);
        figure.panels.push_back(std::move(panel));
    }
    const int heads = snapshot->document->config.heads;
    if (manyLayers && heads <= mostColumns)
        figure.columns = heads;
    figure.rowLabels = tokenTexts(snapshot->document->tokens);
    figure.columnLabels = tokenTexts(keyTokens(*snapshot->document));
    figure.colorBar = shareOneScale(figure.panels);
    figure.values = look.values;
    figure.digits = look.digits;
    return figure;
}

} // namespace headlight
