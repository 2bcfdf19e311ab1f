#pragma once

#include <QColor>
#include <QString>

#include <array>
#include <optional>

namespace headlight {

enum class ColorMap { Viridis, Cividis, Magma, Grey, Diverging };

inline constexpr std::array<ColorMap, 5> colorMaps
    = {ColorMap::Viridis, ColorMap::Cividis, ColorMap::Magma, ColorMap::Grey, ColorMap::Diverging};

/// 256 opaque colours, lowest value first.
const std::array<QRgb, 256>& colorTable(ColorMap map);

/// How the command line calls it: "viridis".
QString colorMapName(ColorMap map);
/// How the menus call it.
QString colorMapLabel(ColorMap map);
std::optional<ColorMap> colorMapFromName(const QString& name);

/// Turns values into colours of a table: `low` is its first entry, `high` its last, and what lies
/// outside takes the nearest. Values that are not finite have colours no table has.
struct ColorScale {
    ColorMap map = ColorMap::Viridis;
    double low = 0;
    double high = 1;

    QRgb color(double value) const;
    bool operator==(const ColorScale&) const = default;
};

/// NaN is magenta, +infinity and -infinity (a hidden key) are greys; the painter hatches them too.
inline constexpr QRgb nanColor = 0xffd6299a;
inline constexpr QRgb infinityColor = 0xff9aa0a8;
inline constexpr QRgb hiddenColor = 0xffc9ccd1;

/// Black or white, whichever reads better on `background` (WCAG 2.2 contrast).
QColor textColorOn(QRgb background);

/// WCAG 2.2 contrast ratio of two colours, 1 to 21.
double contrast(QRgb a, QRgb b);

} // namespace headlight
