#pragma once

#include "core/document/document.h"
#include "core/io/recording.h"

namespace headlight {

/// A recording as a document whose attention weights are all pinned, so that everything that draws
/// heads draws it. Its other numbers mean nothing: the widths are the smallest there are, and
/// weights and embeddings are seeded. An Error when queries and keys are different tokens, or for
/// more heads or layers than a document can have.
Result<Document> documentOf(const Recording& recording);

/// Whether a document is one that documentOf() makes: attention weights, and nothing else to tell.
bool isRecorded(const Document& document);

} // namespace headlight
