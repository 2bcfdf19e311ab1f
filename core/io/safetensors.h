#pragma once

#include "core/io/tensor_view.h"

namespace headlight {

struct NamedTensor {
    std::string name;
    TensorView view;
};

/// The tensors of a .safetensors file, in the order of their bytes. As strict as the reference
/// implementation: offsets must fit shapes and types, and the tensors must cover the whole buffer
/// without gap or overlap. The views point into `bytes`.
Result<std::vector<NamedTensor>> readSafetensors(std::string_view bytes);

} // namespace headlight
