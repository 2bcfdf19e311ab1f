#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <functional>
#include <istream>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// Vectors of words, of those that were found; row i belongs to words[i].
struct WordVectors {
    std::vector<std::string> words; // in the order they were asked for
    Matrix vectors;
    std::vector<std::string> missing;
};

/// How a caller follows and ends the reading of a large file from another thread.
struct GloveControl {
    std::stop_token stop = {};
    /// Called about every MiB with the bytes read so far.
    std::function<void(std::uint64_t bytes)> progress = {};
};

/// Reads word vectors in the text format of GloVe (a word and its numbers a line, apart by spaces);
/// the first line of word2vec's text format, two counts, is skipped. Memory holds only the words
/// that are wanted, and reading ends when all are found. A word may contain spaces. An Error names
/// the line, or says that the reading was stopped.
Result<WordVectors> readGlove(std::istream& file, const std::vector<std::string>& wanted,
                              const GloveControl& control = {});

} // namespace headlight
