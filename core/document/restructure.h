#pragma once

#include "core/document/document.h"

namespace headlight {

/// The document with another sentence. Words keep their embedding; words that are new get a seeded
/// one; words that left are forgotten unless somebody edited their row. Pinned rows follow their
/// tokens, rows of new tokens are seeded.
Document withSentence(Document document, const std::string& sentence);

/// The document with other sizes and choices. Numbers keep their layer, head, row and column; new
/// ones are seeded; pins of parts that no longer exist are dropped. `config` must be valid.
Document withConfig(Document document, const Config& config);

/// The document with all weights drawn anew, and the embeddings that nobody edited with them.
Document withSeed(Document document, std::uint64_t seed);

/// A document with a sentence and seeded numbers.
Document newDocument(const std::string& sentence, const Config& config = {},
                     std::uint64_t seed = 1);

} // namespace headlight
