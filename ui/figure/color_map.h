#pragma once

#include <QColor>
#include <QString>

#include <algorithm>
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

/// How colours follow the values between the ends of a scale. Roots and logarithms tell small
/// weights apart.
enum class ColorBend { Linear, SquareRoot, Logarithmic };

inline constexpr std::array<ColorBend, 3> colorBends
    = {ColorBend::Linear, ColorBend::SquareRoot, ColorBend::Logarithmic};

/// How the menus and the colour bar call it: "square root".
QString colorBendLabel(ColorBend bend);

/// Turns values into colours of a table: `low` is its first entry, `high` its last, and what lies
/// outside takes the nearest. Values that are not finite have colours no table has.
struct ColorScale {
    ColorMap map = ColorMap::Viridis;
    double low = 0;
    double high = 1;
    ColorBend bend = ColorBend::Linear;

    /// The value of the first entry: a logarithm that would begin at 0 begins at a ten-thousandth
    /// of `high`.
    double floor() const;
    /// Where a finite value stands between both ends, 0 to 1; the middle on a scale without extent.
    double share(double value) const;
    /// The value that stands there.
    double valueAt(double share) const;

    QRgb color(double value) const;
    bool operator==(const ColorScale&) const = default;
};

/// A colour scale made ready for many values.
class Colorizer {
public:
    explicit Colorizer(const ColorScale& scale)
        : m_scale(scale)
        , m_table(colorTable(scale.map).data())
        , m_low(scale.low / 2) // halves, so that a range of +-1e308 does not overflow
        , m_factor(255 / (scale.high / 2 - scale.low / 2))
    {
        // A scale without extent, or less than a division bears, shows its middle everywhere.
        if (!(m_factor > 0 && m_factor < 1e300)) {
            m_low = 0;
            m_factor = 0;
            m_offset = 128;
        }
    }

    QRgb operator()(double value) const
    {
        if (m_scale.bend != ColorBend::Linear)
            return bent(value);
        const double place = (value * 0.5 - m_low) * m_factor + m_offset;
        if (place >= 0 && place < 256) // false for NaN
            return m_table[int(place)];
        return outside(value);
    }

    /// The same for `count` values. Nearly all rows hold finite numbers only: they take one pass
    /// without branches, which random colours would mispredict. It counts on NaN to stay NaN in
    /// sums.
    void row(const double* values, int count, QRgb* colors) const
    {
        if (m_scale.bend != ColorBend::Linear)
            return bentRow(values, count, colors);
        // Four at a time, whose sums do not wait for each other.
        double probes[4] = {}; // NaN once a value is not finite
        int i = 0;
        for (; i + 4 <= count; i += 4) {
            for (int k = 0; k < 4; ++k) {
                probes[k] += values[i + k] * 0;
                colors[i + k] = inside(values[i + k]);
            }
        }
        for (; i < count; ++i) {
            probes[0] += values[i] * 0;
            colors[i] = inside(values[i]);
        }
        if (probes[0] + probes[1] + probes[2] + probes[3] == 0)
            return;
        for (i = 0; i < count; ++i)
            colors[i] = (*this)(values[i]);
    }

private:
    /// The colour of a finite value.
    QRgb inside(double value) const
    {
        const double place = (value * 0.5 - m_low) * m_factor + m_offset;
        return m_table[int(std::min(std::max(0.0, place), 255.5))];
    }
    /// The colour of a value that is not finite or beyond the scale.
    QRgb outside(double value) const;
    QRgb bent(double value) const;
    void bentRow(const double* values, int count, QRgb* colors) const;

    ColorScale m_scale;
    const QRgb* m_table;
    double m_low;
    double m_factor;
    double m_offset = 0.5 + 1e-9; // to the nearest entry; the middle of a range to 128 for certain
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
