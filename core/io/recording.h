#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Attention weights that some other program computed and saved.
struct Recording {
    std::vector<std::vector<Matrix>> attention; // [layer][head], queries x keys
    std::vector<std::string> queryTokens; // one for each row
    std::vector<std::string> keyTokens; // one for each column
    std::string array; // the name of the one that was read
    bool rowsSumToOne = false; // else these are scores, or something else
};

/// A file, and what to read of it.
struct RecordingSource {
    std::string_view bytes;
    std::string_view extension; // "npy", "npz" or "safetensors"
    std::string_view tokensJson = {}; // the .json of the same name, or empty
    std::string array = {}; // empty: the first whose rows sum to 1, or the only candidate
    std::optional<std::size_t> prompt = {}; // of several in the JSON; else the array's name tells
    /// Called with parts of the file, or of an array that was unpacked from it, that are read no
    /// more: large recordings are then never held twice as a whole.
    std::function<void(std::string_view bytes)> release = {};
    std::stop_token stop = {}; // reading ends with an Error soon after a stop is requested
};

/// One of the prompts whose tokens lie in the JSON.
struct RecordedPrompt {
    std::optional<std::size_t> index; // for RecordingSource::prompt; empty where nothing is to ask
    std::string text; // its tokens, for a list to choose from
};

/// An array that could be attention.
struct RecordedArray {
    std::string name;
    std::vector<Index> shape;
    bool rowsSumToOne = false; // else these are scores, or something else
    /// Which it may be read with, the usual one first; empty: it has positions in their place.
    std::vector<RecordedPrompt> prompts;
};

inline constexpr Index mostRecordedTokens = 4096;
inline constexpr Index mostRecordedHeads = 16384; // of all layers together

/// Reads attention of the shape [layers, heads, queries, keys] or [heads, queries, keys]. Tokens
/// come from arrays of strings ("query_tokens" and "key_tokens", or "tokens" for both; with the
/// array's own beginning, "e1_tokens" for "e1_attn", where there are several), else from the JSON,
/// else they are positions, counted from 1. The JSON is a list of tokens, a list of such lists, or
/// an object with "tokens", with "query_tokens" and "key_tokens", or with "prompts", a list of such
/// objects; of several prompts `prompt` or the number in the array's name picks one, counted
/// from 0.
Result<Recording> readRecording(const RecordingSource& source);

/// What one may choose from in a file; `array` and `prompt` of the source do not matter. Empty
/// where nothing could be attention: readRecording() says why.
Result<std::vector<RecordedArray>> recordedArrays(const RecordingSource& source);

} // namespace headlight
