#pragma once

namespace headlight {

/// Multiplications and additions in float that so many threads do in a second when they do nothing
/// else; half of that in double. 0 where this processor is unknown.
double multiplyAddPeak(int threads);

} // namespace headlight
