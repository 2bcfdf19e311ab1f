#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace headlight {

/// "5 \times 10^{-3}" to "5e-3" and "10^5" to "1e5", for any of the `products` as the sign of
/// multiplication. Spaces vanish; a text without a power of ten is otherwise as it was.
std::string withPowerOfTen(std::string_view text, std::initializer_list<std::string_view> products);

} // namespace headlight
