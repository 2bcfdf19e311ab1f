#pragma once

#include "core/document/document.h"
#include "core/document/tensor_path.h"

#include <string>

namespace headlight {

/// The model in which `tensor` has another shape: d_model, d_k, d_v or the width of the output
/// change, and with them whatever has to. An Error says why the tensor cannot have that shape, such
/// as one row for each token.
Result<Config> sizedFor(const Document& document, const std::string& tensor, const Shape& shape);

} // namespace headlight
