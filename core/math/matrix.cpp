#include "core/math/matrix.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace headlight {

bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool sameBits(const Matrix& a, const Matrix& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    return a.size() == 0
        || std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(double)) == 0;
}

} // namespace headlight
