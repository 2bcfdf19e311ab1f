#pragma once

#include "core/document/snapshot.h"

#include <string>

namespace headlight {

/// Every matrix of a document and of what it computes, as one JSON object: tensor path -> nested
/// arrays at full precision, besides "tokens" and "words" (the rows of "embeddings"). A pinned
/// matrix stands under its own path and is named in "pinned".
std::string writeTensors(const Snapshot& snapshot);

} // namespace headlight
