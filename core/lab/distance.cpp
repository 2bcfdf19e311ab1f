#include "core/lab/distance.h"

#include <cmath>
#include <cstdlib>

namespace headlight {

Index attentionSteps(Index from, Index to)
{
    return from == to ? 0 : 1;
}

Index chainSteps(Index from, Index to)
{
    return std::abs(to - from);
}

double remainingSignal(double kept, Index steps)
{
    return std::pow(kept, double(steps));
}

} // namespace headlight
