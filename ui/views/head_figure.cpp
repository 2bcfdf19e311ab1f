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

QStringList partOf(const QStringList& tokens, const ShownTokens& shown)
{
    if (shown.isAll())
        return tokens;
    QStringList part;
    for (const int token : shown.tokens())
        part += tokens[token];
    return part;
}

/// "1 “birds”, 5 “.” and 3 more"
QString tokenList(const QStringList& tokens, const ShownTokens& shown)
{
    constexpr int mostNamed = 6;
    QStringList named;
    int more = 0;
    for (int token = 0; token < int(tokens.size()); ++token) {
        if (shown.place(token))
            continue;
        if (named.size() < mostNamed)
            named += QStringLiteral("%1 “%2”").arg(token + 1).arg(tokens[token]);
        else
            ++more;
    }
    const QString list = named.join(QStringLiteral(", "));
    return more == 0 ? list : FigureTexts::tr("%1 and %n more", nullptr, more).arg(list);
}

/// What a reader has to know where tokens are left out; nothing where all are shown.
QString leftOutNote(const QStringList& tokens, const ShownTokens& shown, const Look& look)
{
    if (shown.isAll())
        return {};
    const QString list = tokenList(tokens, shown);
    if (look.renormalised && look.stage == Stage::Pattern)
        return FigureTexts::tr("Left out: %1. The other weights of each row are scaled to add up "
                               "to 1.")
            .arg(list);
    return FigureTexts::tr("Left out: %1. The other numbers are as they were.").arg(list);
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
    const bool manyLayers = std::any_of(places.begin(), places.end(), [&](const HeadPlace& place) {
        return place.layer != places.front().layer;
    });
    for (const HeadPlace& place : places) {
        Panel panel;
        panel.values = headMatrix(snapshot, place, look);
        panel.scale = scales.of(place, *panel.values);
        if (places.size() > 1)
            panel.title = panelTitle(place, manyLayers);
        figure.panels.push_back(std::move(panel));
    }
    const int heads = snapshot->document->config.heads;
    if (manyLayers && heads <= mostColumns && places == allPlaces(*snapshot))
        figure.columns = heads;
    const QStringList queries = tokenTexts(snapshot->document->tokens);
    const QStringList keys = tokenTexts(keyTokens(*snapshot->document));
    const ShownCells shown = shownCells(*snapshot, look);
    figure.rowLabels = partOf(queries, shown.queries);
    figure.columnLabels = partOf(keys, shown.keys);
    figure.note = leftOutNote(keys, shown.keys, look);
    figure.colorBar = shareOneScale(figure.panels);
    figure.values = look.values;
    figure.digits = look.digits;
    return figure;
}

} // namespace headlight
