#include "core/io/tensor_view.h"

#include "core/io/element.h"
#include "core/support/byte_reader.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::uint64_t longestAxis = std::uint64_t(1) << 31;
constexpr Index mostStrings = Index(1) << 20;
constexpr Index longestSide = Index(1) << 24;

/// How far apart neighbours along each axis are, in elements. Of an array without elements nothing
/// is looked up, and the product of its other axes need not fit.
std::vector<Index> stridesOf(const TensorView& view)
{
    std::vector<Index> strides(view.shape.size());
    if (view.bytes.empty())
        return strides;
    Index stride = 1;
    for (std::size_t i = 0; i < strides.size(); ++i) {
        const std::size_t axis = view.fortranOrder ? i : strides.size() - 1 - i;
        strides[axis] = stride;
        stride *= view.shape[axis];
    }
    return strides;
}

/// Where element number `index` lies, counted with the last of the first `axes` axes fastest.
Index offsetOf(const TensorView& view, const std::vector<Index>& strides, std::size_t axes,
               Index index)
{
    Index offset = 0;
    for (std::size_t axis = axes; axis-- > 0;) {
        offset += index % view.shape[axis] * strides[axis];
        index /= view.shape[axis];
    }
    return offset;
}

const char* elementAt(const TensorView& view, Index offset)
{
    return view.bytes.data() + std::size_t(offset) * view.elementSize;
}

/// The last two axes as rows and columns.
struct Sides {
    Index rows = 1;
    Index columns = 1;
    Index rowStride = 0;
    Index columnStride = 0;
};

Sides sidesOf(const TensorView& view, const std::vector<Index>& strides)
{
    Sides sides;
    const std::size_t axes = view.shape.size();
    if (axes >= 1) {
        sides.columns = view.shape[axes - 1];
        sides.columnStride = strides[axes - 1];
    }
    if (axes >= 2) {
        sides.rows = view.shape[axes - 2];
        sides.rowStride = strides[axes - 2];
    }
    return sides;
}

Error noNumbers()
{
    return Error{"The array holds text, not numbers."};
}

Result<Ok> checkSides(const Sides& sides)
{
    if (std::max(sides.rows, sides.columns) > longestSide)
        return Error{"A matrix of " + shapeText({sides.rows, sides.columns}) + " is too large; "
                     + std::to_string(longestSide) + " rows or columns are the limit."};
    if (std::uint64_t(sides.rows) * std::uint64_t(sides.columns) > mostValues)
        return Error{"A matrix of " + shapeText({sides.rows, sides.columns}) + " is too large; "
                     + std::to_string(mostValues) + " numbers are the limit."};
    return Ok();
}

} // namespace

Result<std::uint64_t> elementCount(const std::vector<Index>& shape)
{
    if (shape.size() > mostAxes)
        return Error{"The shape has " + std::to_string(shape.size()) + " axes; "
                     + std::to_string(mostAxes) + " are the limit."};
    std::uint64_t count = 1;
    for (const Index length : shape) {
        if (length < 0 || std::uint64_t(length) > longestAxis)
            return Error{"The shape has an axis of length " + std::to_string(length)
                         + "; it must be from 0 to " + std::to_string(longestAxis) + "."};
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end())
        return std::uint64_t(0);
    for (const Index length : shape) {
        const std::optional<std::uint64_t> product = checkedProduct(count, std::uint64_t(length));
        if (!product || *product > std::uint64_t(1) << 48)
            return Error{"The shape " + shapeText(shape) + " holds more than any file can."};
        count = *product;
    }
    return count;
}

Result<TensorView> checkedTensor(TensorView view)
{
    const Result<std::uint64_t> count = elementCount(view.shape);
    if (!count)
        return count.error();
    if (view.elementSize == 0 && *count > 0)
        return Error{"The strings of the array are 0 bytes long."};
    const std::optional<std::uint64_t> size = checkedProduct(*count, view.elementSize);
    if (!size || *size != view.bytes.size())
        return Error{"The shape " + shapeText(view.shape) + " with elements of "
                     + std::to_string(view.elementSize) + " bytes needs "
                     + (size ? std::to_string(*size) : "too many") + " bytes, but there are "
                     + std::to_string(view.bytes.size()) + "."};
    return view;
}

Result<Array> readArray(const TensorView& view)
{
    const Result<std::uint64_t> count = elementCount(view.shape);
    const NumberDecoder decode = numberDecoder(view.type, view.bigEndian);
    if (decode == nullptr)
        return noNumbers();
    if (!count || *count > mostValues)
        return Error{"The array has the shape " + shapeText(view.shape) + "; "
                     + std::to_string(mostValues) + " numbers are the limit."};
    const std::vector<Index> strides = stridesOf(view);
    Array array{view.shape, std::vector<double>(std::size_t(*count))};
    const auto size = std::ptrdiff_t(view.elementSize);
    if (!view.fortranOrder) {
        decode(view.bytes.data(), size, Index(*count), array.values.data());
        return array;
    }
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        const Index offset = offsetOf(view, strides, strides.size(), Index(i));
        decode(elementAt(view, offset), size, 1, &array.values[i]);
    }
    return array;
}

Result<Matrix> readSlice(const TensorView& view, Index slice)
{
    const NumberDecoder decode = numberDecoder(view.type, view.bigEndian);
    if (decode == nullptr)
        return noNumbers();
    const std::vector<Index> strides = stridesOf(view);
    const Sides sides = sidesOf(view, strides);
    if (const Result<Ok> fits = checkSides(sides); !fits)
        return fits.error();
    const std::size_t leading = view.shape.size() - std::min<std::size_t>(2, view.shape.size());
    const Result<std::uint64_t> slices
        = elementCount({view.shape.begin(), view.shape.begin() + std::ptrdiff_t(leading)});
    if (!slices || slice < 0 || std::uint64_t(slice) >= *slices)
        return Error{"The array has the shape " + shapeText(view.shape)
                     + ", which has no matrix number " + std::to_string(slice + 1) + "."};
    const Index first = offsetOf(view, strides, leading, slice);
    Matrix matrix(sides.rows, sides.columns);
    const auto size = std::ptrdiff_t(view.elementSize);
    for (Index r = 0; r < matrix.rows(); ++r)
        decode(elementAt(view, first + r * sides.rowStride), sides.columnStride * size,
               matrix.cols(), matrix.data() + r * matrix.cols());
    return matrix;
}

Result<std::vector<std::string>> readStrings(const TensorView& view)
{
    if (!isText(view.type))
        return Error{"The array holds numbers, not text."};
    if (view.shape.size() != 1)
        return Error{"The strings have the shape " + shapeText(view.shape)
                     + "; one axis is expected."};
    if (view.shape[0] > mostStrings)
        return Error{"There are " + std::to_string(view.shape[0]) + " strings; "
                     + std::to_string(mostStrings) + " are the limit."};
    std::vector<std::string> strings;
    for (Index i = 0; i < view.shape[0]; ++i) {
        const std::string_view element(elementAt(view, i), view.elementSize);
        strings.push_back(view.type == ElementType::Text ? decodeUtf32(element, view.bigEndian)
                                                         : decodePaddedBytes(element));
    }
    return strings;
}

bool isText(ElementType type)
{
    return type == ElementType::Bytes || type == ElementType::Text;
}

bool isFloating(ElementType type)
{
    return type == ElementType::F16 || type == ElementType::BF16 || type == ElementType::F32
        || type == ElementType::F64;
}

std::string shapeText(const std::vector<Index>& shape)
{
    std::string text;
    for (const Index length : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(length);
    return text.empty() ? "no axes" : text;
}

} // namespace headlight
