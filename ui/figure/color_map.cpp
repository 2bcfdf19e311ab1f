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

QString colorBendLabel(ColorBend bend)
{
    switch (bend) {
    case ColorBend::Linear:
        return MapTexts::tr("linear");
    case ColorBend::SquareRoot:
        return MapTexts::tr("square root");
    case ColorBend::Logarithmic:
        return MapTexts::tr("logarithmic");
    }
    return {};
}

double ColorScale::floor() const
{
    constexpr double decades = 1e-4;
    return bend == ColorBend::Logarithmic && !(low > 0) ? high * decades : low;
}

double ColorScale::share(double value) const
{
    const double bottom = floor();
    if (!(high > bottom))
        return 0.5;
    const double inside = std::clamp(value, bottom, high);
    if (bend == ColorBend::Logarithmic)
        return (std::log(inside) - std::log(bottom)) / (std::log(high) - std::log(bottom));
    const double straight = (inside / 2 - bottom / 2) / (high / 2 - bottom / 2);
    return bend == ColorBend::SquareRoot ? std::sqrt(straight) : straight;
}

double ColorScale::valueAt(double share) const
{
    const double bottom = floor();
    if (bend == ColorBend::Logarithmic)
        return std::exp(std::log(high) * share + std::log(bottom) * (1 - share));
    const double straight = bend == ColorBend::SquareRoot ? share * share : share;
    return high * straight + bottom * (1 - straight);
}

QRgb ColorScale::color(double value) const
{
    return Colorizer(*this)(value);
}

QRgb Colorizer::bent(double value) const
{
    if (!std::isfinite(value))
        return outside(value);
    return m_table[int(m_scale.share(value) * 255 + 0.5 + 1e-9)];
}

void Colorizer::bentRow(const double* values, int count, QRgb* colors) const
{
    for (int i = 0; i < count; ++i)
        colors[i] = bent(values[i]);
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
