#include "ui/views/head_figure.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QCoreApplication>

#include <cmath>
#include <numeric>

namespace headlight {
namespace {

struct FigureTexts {
    Q_DECLARE_TR_FUNCTIONS(FigureTexts)
};

std::shared_ptr<const Matrix> stageMatrix(const SnapshotPtr& snapshot, int layer, int head,
                                          Stage stage)
{
    return *sharedTensor(snapshot,
                         "layers." + std::to_string(layer) + ".head." + std::to_string(head) + "."
                             + stageTensor(stage));
}

/// The finite number farthest from 0, or 1.
double reach(const Matrix& matrix)
{
    double largest = 0;
    for (Index i = 0; i < matrix.size(); ++i) {
        const double size = std::abs(matrix.data()[i]);
        if (std::isfinite(size))
            largest = std::max(largest, size);
    }
    return largest > 0 ? largest : 1;
}

double largestFinite(const Matrix& matrix)
{
    double largest = 0;
    for (Index r = 0; r < matrix.rows(); ++r)
        largest = std::max(largest, rowMaximum(matrix, r));
    return largest > 0 ? largest : 1;
}

HeatScale scaleFor(const Matrix& matrix, const Look& look)
{
    if (look.stage != Stage::Pattern) {
        // Scores have a sign, so the middle of a diverging map stands for 0.
        const double size = reach(matrix);
        return {{ColorMap::Diverging, -size, size}, false};
    }
    switch (look.range) {
    case ColorRange::ZeroToOne:
        return {{look.map, 0, 1}, false};
    case ColorRange::PerHead:
        return {{look.map, 0, largestFinite(matrix)}, false};
    case ColorRange::PerRow:
        return {{look.map, 0, 1}, true};
    }
    return {};
}

QStringList tokenTexts(const Document& document)
{
    QStringList texts;
    texts.reserve(qsizetype(document.tokens.size()));
    for (const std::string& token : document.tokens)
        texts += QString::fromStdString(token);
    return texts;
}

} // namespace

const char* stageTensor(Stage stage)
{
    switch (stage) {
    case Stage::Scores:
        return "scores";
    case Stage::Scaled:
        return "scaled";
    case Stage::Masked:
        return "masked";
    case Stage::Pattern:
        return "pattern";
    }
    return "";
}

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

Figure headFigure(const SnapshotPtr& snapshot, int layer, const std::vector<int>& heads,
                  const Look& look)
{
    Figure figure;
    for (const int head : heads) {
        Panel panel;
        panel.values = stageMatrix(snapshot, layer, head, look.stage);
        panel.scale = scaleFor(*panel.values, look);
        if (heads.size() > 1)
            panel.title = FigureTexts::tr("Head %1").arg(head + 1);
        figure.panels.push_back(std::move(panel));
    }
    figure.rowLabels = figure.columnLabels = tokenTexts(*snapshot->document);
    // One bar can only speak for maps that share its numbers.
    const bool oneScale = look.stage == Stage::Pattern && look.range != ColorRange::PerHead;
    figure.colorBar = oneScale || heads.size() == 1;
    figure.values = look.values;
    figure.digits = look.digits;
    return figure;
}

} // namespace headlight
