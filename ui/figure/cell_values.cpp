#include "ui/figure/cell_values.h"

#include "ui/session/number_text.h"

#include <QFontMetrics>

#include <algorithm>

namespace headlight {

QFont valueFont(const QFont& base, QSize cell)
{
    QFont font = base;
    const int pixels = base.pixelSize();
    font.setPixelSize(std::clamp(cell.height() / 6, pixels, pixels * 5 / 4));
    return font;
}

/// All are measured: the widest need not be the largest or the smallest.
bool valuesFit(const Matrix& values, int digits, const QFont& font, QSize cell)
{
    const QFontMetrics metrics(font);
    const int digit = metrics.horizontalAdvance(QLatin1Char('0'));
    if (cell.height() < metrics.height() + 2 || cell.width() < (digits + 2) * digit)
        return false;
    return std::none_of(values.data(), values.data() + values.size(), [&](double value) {
        return int(fixedNumber(value, digits).size()) * digit + 6 > cell.width();
    });
}

} // namespace headlight
