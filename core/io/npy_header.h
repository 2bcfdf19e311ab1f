#pragma once

#include "core/io/tensor_view.h"

#include <string_view>

namespace headlight {

/// What the Python dictionary at the start of a .npy file says: a view without bytes.
Result<TensorView> parseNpyHeader(std::string_view text);

} // namespace headlight
