#include "ui/figure/hatching.h"

#include <QColor>

#include <cmath>

namespace headlight {
namespace {

constexpr int spacing = 8;

bool isKind(double value, NotFinite kind)
{
    if (kind == NotFinite::NaN)
        return std::isnan(value);
    return std::isinf(value) && (value > 0) == (kind == NotFinite::PlusInfinity);
}

int nextMultiple(int value)
{
    return int(std::ceil(double(value) / spacing)) * spacing;
}

/// All lines x + y = k * spacing inside `rect`: they continue from cell to cell.
void addRising(QPainterPath& path, const QRect& rect)
{
    const QPoint end = rect.topLeft() + QPoint(rect.width(), rect.height());
    for (int k = nextMultiple(rect.left() + rect.top()); k < end.x() + end.y(); k += spacing) {
        const int from = std::max(rect.left(), k - end.y());
        const int to = std::min(end.x(), k - rect.top());
        path.moveTo(from, k - from);
        path.lineTo(to, k - to);
    }
}

/// All lines x - y = k * spacing.
void addFalling(QPainterPath& path, const QRect& rect)
{
    const QPoint end = rect.topLeft() + QPoint(rect.width(), rect.height());
    for (int k = nextMultiple(rect.left() - end.y()); k < end.x() - rect.top(); k += spacing) {
        const int from = std::max(rect.left(), k + rect.top());
        const int to = std::min(end.x(), k + end.y());
        path.moveTo(from, from - k);
        path.lineTo(to, to - k);
    }
}

} // namespace

QPainterPath hatching(const Matrix& values, NotFinite kind,
                      const std::function<QRect(int row, int column)>& cellRect)
{
    QPainterPath path;
    for (int row = 0; row < values.rows(); ++row) {
        for (int column = 0; column < values.cols();) {
            const int first = column;
            while (column < values.cols() && isKind(values(row, column), kind))
                ++column;
            if (column == first) {
                ++column;
                continue;
            }
            const QRect run = cellRect(row, first) | cellRect(row, column - 1);
            if (kind != NotFinite::PlusInfinity)
                addRising(path, run);
            if (kind != NotFinite::MinusInfinity)
                addFalling(path, run);
        }
    }
    return path;
}

QRgb hatchColor(NotFinite kind)
{
    switch (kind) {
    case NotFinite::NaN:
        return 0xffffffff;
    case NotFinite::PlusInfinity:
        return 0xff3f444c;
    case NotFinite::MinusInfinity:
        return 0xff6c727c;
    }
    return 0xff000000;
}

} // namespace headlight
