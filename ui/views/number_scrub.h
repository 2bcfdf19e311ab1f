#pragma once

#include <QPoint>

namespace headlight {

/// Turns a sideways drag on a number into values. The step follows the size of the number: a
/// hundred pixels double a number of ordinary size.
class NumberScrub {
public:
    NumberScrub(double start, QPoint at);

    /// Whether the pointer moved sideways far enough for this to be a drag on the number.
    bool begins(QPoint at, int distance) const;

    /// The number for a pointer at `at`; `fine` and `coarse` change the step tenfold.
    double valueAt(QPoint at, bool fine, bool coarse) const;

private:
    double m_start;
    double m_step;
    QPoint m_from;
};

} // namespace headlight
