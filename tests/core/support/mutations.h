#pragma once

#include <random>
#include <string>

namespace headlight {

/// A damaged copy: a few bytes changed, a stretch removed, doubled or overwritten, or the end cut
/// off. The same generator state gives the same damage.
std::string mutated(const std::string& bytes, std::mt19937_64& random);

} // namespace headlight
