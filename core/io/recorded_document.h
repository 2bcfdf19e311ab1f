#pragma once

#include "core/document/document.h"
#include "core/io/recording.h"

namespace headlight {

/// A recording as a read-only document (see Recorded in document.h), so that everything that draws
/// heads draws it. An Error for more heads or layers than a document can have.
Result<Document> documentOf(Recording recording);

} // namespace headlight
