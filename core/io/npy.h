#pragma once

#include "core/io/tensor_view.h"

namespace headlight {

enum class NpyFloat { Single, Double };

/// The array of a .npy file (numpy.lib.format, versions 1 to 3): bool, integers and floats of 8 to
/// 64 bits and strings, in either byte order and either order of axes. Refused: Python objects
/// (their reading runs code), structured and complex types, and bytes behind the array. The view
/// points into `bytes`.
Result<TensorView> readNpy(std::string_view bytes);

/// A .npy file of version 1 as numpy.save writes it.
std::string writeNpy(const Array& array, NpyFloat type = NpyFloat::Double);
std::string writeNpy(const Matrix& matrix, NpyFloat type = NpyFloat::Double);

} // namespace headlight
