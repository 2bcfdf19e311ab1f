#pragma once

#include "core/math/matrix.h"

namespace headlight {

/// Steps from one token to another through an attention layer: every query reads every key
/// directly. 0 to itself.
Index attentionSteps(Index from, Index to);

/// Steps from one token to another along a recurrent chain, which passes a state from neighbour to
/// neighbour (Vaswani et al. 2017, table 1: maximum path length n against 1).
Index chainSteps(Index from, Index to);

/// What is left of a signal of 1 after `steps`, when every step keeps the share `kept`:
/// kept^steps. How much a step of a real network keeps is not known; `kept` is a choice.
double remainingSignal(double kept, Index steps);

} // namespace headlight
