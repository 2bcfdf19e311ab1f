#pragma once

#include "core/support/result.h"

#include <new>
#include <stdexcept>
#include <type_traits>

namespace headlight {

/// What is said when memory was not enough. What was begun is undone by then, so there is room for
/// the sentence.
inline Error outOfMemory()
{
    return {
        "There is not enough memory for this; nothing was changed. Close other programs, or use "
        "something smaller."};
}

/// What `work` gives, a Result, or the Error above where memory is not enough. Nothing else in the
/// core makes a sentence of it: memory that is refused unwinds to here from any depth, and what asks
/// for it owns what it has by values.
template <class Work>
std::invoke_result_t<Work> withinMemory(const Work& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return outOfMemory();
    } catch (const std::length_error&) { // more than any memory has
        return outOfMemory();
    }
}

} // namespace headlight
