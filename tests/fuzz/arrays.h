#pragma once

#include "core/io/npy.h"
#include "tests/fuzz/require.h"

#include <cstring>

namespace headlight {

/// Reads all of an array in every way there is.
inline void readEveryWay(const TensorView& view)
{
    if (isText(view.type)) {
        (void)readStrings(view).has_value();
        require(!readArray(view), "Text is no numbers.");
        return;
    }
    const Result<Array> array = readArray(view);
    require(array.has_value(), "A checked array of numbers can be read.");
    const std::string written = writeNpy(*array);
    const Result<Array> again = readArray(*readNpy(written));
    const std::size_t bytes = array->values.size() * sizeof(double);
    require(
        again->shape == array->shape && again->values.size() == array->values.size()
            && (bytes == 0 || std::memcmp(again->values.data(), array->values.data(), bytes) == 0),
        "It reads back bit for bit.");
    (void)readSlice(view, 0).has_value();
}

} // namespace headlight
