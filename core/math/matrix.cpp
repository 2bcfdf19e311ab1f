#include "core/math/matrix.h"

#include <cstring>

namespace headlight {

bool sameBits(const Matrix& a, const Matrix& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    return a.size() == 0
        || std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(double)) == 0;
}

} // namespace headlight
