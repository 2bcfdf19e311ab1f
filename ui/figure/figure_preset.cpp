#include "ui/figure/figure_preset.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct PresetTexts {
    Q_DECLARE_TR_FUNCTIONS(PresetTexts)
};

} // namespace

QList<FigurePreset> figurePresets()
{
    return {
        {QStringLiteral("column"), PresetTexts::tr("One column, 84 mm"), {84, 300}, 8},
        {QStringLiteral("two-columns"), PresetTexts::tr("Two columns, 174 mm"), {174, 300}, 8},
        // 1920 x 1080 and 1080 x 1080 pixels
        {QStringLiteral("slide"), PresetTexts::tr("Slide, 16:9"), {338.6666667, 144, 190.5}, 18},
        {QStringLiteral("square"), PresetTexts::tr("Square, for the web"), {190.5, 144, 190.5}, 12},
    };
}

std::optional<FigurePreset> figurePreset(const QString& name)
{
    for (const FigurePreset& preset : figurePresets()) {
        if (preset.name == name)
            return preset;
    }
    return std::nullopt;
}

} // namespace headlight
