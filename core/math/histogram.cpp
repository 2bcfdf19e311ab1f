#include "core/math/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

template <class Visit>
void forEachFinite(const std::vector<std::shared_ptr<const Matrix>>& matrices, const Visit& visit)
{
    for (const auto& matrix : matrices) {
        for (Index i = 0; i < matrix->size(); ++i) {
            if (std::isfinite(matrix->data()[i]))
                visit(matrix->data()[i]);
        }
    }
}

} // namespace

Histogram histogramOf(const std::vector<std::shared_ptr<const Matrix>>& matrices, int bins)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    forEachFinite(matrices, [&](double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    });
    Histogram histogram;
    histogram.counts.assign(std::size_t(bins), 0);
    if (low > high)
        return histogram;
    histogram.low = low;
    histogram.high = high;
    const double width = high / bins - low / bins; // of a bin; high - low may be infinite
    forEachFinite(matrices, [&](double value) {
        const double place = width > 0 ? std::floor(value / width - low / width) : 0;
        ++histogram.counts[std::size_t(std::clamp(place, 0.0, double(bins - 1)))];
    });
    return histogram;
}

} // namespace headlight
