#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

enum class ElementType {
    Bool,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F16,
    BF16,
    F32,
    F64,
    Bytes,
    Text
};

/// One array inside a file that was read: what it is, and where its elements lie. A view: the bytes
/// belong to the file. Only checkedTensor() makes one, so the bytes fit the shape.
struct TensorView {
    ElementType type = ElementType::F64;
    std::size_t elementSize = 8; // in bytes; of strings, the longest one
    bool bigEndian = false;
    bool fortranOrder = false; // the first axis runs fastest
    std::vector<Index> shape; // empty: a single number
    std::string_view bytes;
};

/// An array in memory, the last axis fastest.
struct Array {
    std::vector<Index> shape;
    std::vector<double> values;
};

inline constexpr std::size_t mostAxes = 64;
inline constexpr std::uint64_t mostValues = std::uint64_t(1) << 28; // 2 GiB as double

/// How many elements a shape holds; an Error where that is more than a file can hold.
Result<std::uint64_t> elementCount(const std::vector<Index>& shape);

/// The view itself, when its bytes are as many as shape and type say.
Result<TensorView> checkedTensor(TensorView view);

bool isText(ElementType type);
bool isFloating(ElementType type);

/// All numbers of an array. Integers beyond 2^53 are rounded. Strings and more than mostValues
/// numbers are refused.
Result<Array> readArray(const TensorView& view);

/// One matrix of a stack: the last two axes, at place `slice` of all axes before them, counted with
/// the last one fastest. One axis is a row, none a single cell. A place that is not there is an
/// Error.
Result<Matrix> readSlice(const TensorView& view, Index slice);

/// The strings of a one-dimensional array of NumPy's "U" (UTF-32) or "S" (UTF-8 bytes), as UTF-8.
/// A code that is no character becomes U+FFFD.
Result<std::vector<std::string>> readStrings(const TensorView& view);

/// "2 x 12 x 6 x 6"; "no axes" for a single number.
std::string shapeText(const std::vector<Index>& shape);

} // namespace headlight
