#pragma once

#include "tests/app/monkey/sequence.h"

#include <functional>

namespace headlight {

/// Whether a sequence still fails. It is asked about shorter and shorter ones.
using Fails = std::function<bool(const Sequence&)>;

/// A part of a failing sequence that fails as well and from which no action can be left out, with
/// numbers as small as they may be. Gives up early, with the best so far, when `mayGoOn` says so.
Sequence shrunk(Sequence failing, const Fails& fails, const std::function<bool()>& mayGoOn);

} // namespace headlight
