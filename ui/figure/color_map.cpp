#include "ui/figure/color_map.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

struct MapTexts {
    Q_DECLARE_TR_FUNCTIONS(MapTexts)
};

double linear(int channel)
{
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// Relative luminance (WCAG 2.2).
double luminance(QRgb color)
{
    return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color))
        + 0.0722 * linear(qBlue(color));
}

} // namespace

QString colorMapName(ColorMap map)
{
    switch (map) {
    case ColorMap::Viridis:
        return QStringLiteral("viridis");
    case ColorMap::Cividis:
        return QStringLiteral("cividis");
    case ColorMap::Magma:
        return QStringLiteral("magma");
    case ColorMap::Grey:
        return QStringLiteral("grey");
    case ColorMap::Diverging:
        return QStringLiteral("diverging");
    }
    return {};
}

QString colorMapLabel(ColorMap map)
{
    if (map == ColorMap::Grey)
        return MapTexts::tr("grey");
    return map == ColorMap::Diverging ? MapTexts::tr("blue–red") : colorMapName(map);
}

std::optional<ColorMap> colorMapFromName(const QString& name)
{
    for (const ColorMap map : colorMaps) {
        if (colorMapName(map) == name)
            return map;
    }
    return std::nullopt;
}

QRgb ColorScale::color(double value) const
{
    return Colorizer(*this)(value);
}

QRgb Colorizer::outside(double value) const
{
    if (std::isnan(value))
        return nanColor;
    if (std::isinf(value))
        return value > 0 ? infinityColor : hiddenColor;
    return m_table[value / 2 < m_low ? 0 : 255];
}

double contrast(QRgb a, QRgb b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor textColorOn(QRgb background)
{
    constexpr QRgb black = 0xff000000; // anything lighter leaves colours that neither suits
    constexpr QRgb white = 0xffffffff;
    return QColor::fromRgb(contrast(background, black) > contrast(background, white) ? black
                                                                                     : white);
}

} // namespace headlight
