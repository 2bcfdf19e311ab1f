#include "ui/views/number_scrub.h"

#include <QString>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

/// A power of ten about a hundredth of the number, and a hundredth for numbers near 0.
double stepFor(double value)
{
    const double size = std::abs(value);
    if (!(size >= 1) || !std::isfinite(size))
        return 0.01;
    return std::pow(10, std::floor(std::log10(size)) - 2);
}

/// Without the last digits that a sum of decimal steps leaves behind (0.1 + 0.2).
double rounded(double value)
{
    return QString::number(value, 'g', 12).toDouble();
}

} // namespace

NumberScrub::NumberScrub(double start, QPoint at)
    : m_start(std::isfinite(start) ? start : 0)
    , m_step(stepFor(start))
    , m_from(at)
{
}

bool NumberScrub::begins(QPoint at, int distance) const
{
    const QPoint moved = at - m_from;
    return std::abs(moved.x()) >= distance && std::abs(moved.x()) > std::abs(moved.y());
}

double NumberScrub::valueAt(QPoint at, bool fine, bool coarse) const
{
    const double factor = (fine ? 0.1 : 1) * (coarse ? 10 : 1);
    const int pixels = at.x() - m_from.x();
    return pixels == 0 ? m_start : rounded(m_start + pixels * m_step * factor);
}

} // namespace headlight
