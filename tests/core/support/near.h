#pragma once

#include "core/math/matrix.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

namespace headlight {

/// |a - b| relative to max(1, |b|); 0 for equal infinities and for two NaN, else infinity.
inline double relativeDifference(double a, double b)
{
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    const double difference = std::abs(a - b) / std::max(1.0, std::abs(b));
    return std::isfinite(difference) ? difference : HUGE_VAL;
}

/// Empty when no cell differs by more than `tolerance`, else a sentence about the worst one.
template <class Found, class Expected>
std::string mismatch(const std::string& what, const Eigen::MatrixBase<Found>& found,
                     const Eigen::MatrixBase<Expected>& expected, double tolerance)
{
    const Matrix a = found.template cast<double>();
    const Matrix b = expected.template cast<double>();
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return what + " is " + std::to_string(a.rows()) + " x " + std::to_string(a.cols())
            + " instead of " + std::to_string(b.rows()) + " x " + std::to_string(b.cols());
    double worst = tolerance;
    std::string text;
    for (Index r = 0; r < a.rows(); ++r) {
        for (Index c = 0; c < a.cols(); ++c) {
            const double difference = relativeDifference(a(r, c), b(r, c));
            if (difference <= worst)
                continue;
            worst = difference;
            text = what + "[" + std::to_string(r) + "," + std::to_string(c) + "] is "
                + QByteArray::number(a(r, c), 'g', 17).toStdString() + " instead of "
                + QByteArray::number(b(r, c), 'g', 17).toStdString();
        }
    }
    return text;
}

} // namespace headlight

/// Fails the test with the worst cell when two matrices are further apart than `tolerance`.
#define HEADLIGHT_COMPARE_NEAR(what, found, expected, tolerance)                                   \
    do {                                                                                           \
        const std::string problem = headlight::mismatch(what, found, expected, tolerance);         \
        QVERIFY2(problem.empty(), problem.c_str());                                                \
    } while (false)

/// Fails the test when a Result is an error, with its sentence.
#define HEADLIGHT_VERIFY_OK(result)                                                                \
    do {                                                                                           \
        const auto& verified = result;                                                             \
        QVERIFY2(verified, verified ? "" : verified.error().message.c_str());                      \
    } while (false)
