#pragma once

#include "core/explain/formula.h"

namespace headlight {

/// How one intermediate is made from those before it: "Q = X W_Q", "A = softmax(S′)". Stages that
/// change nothing are passed over as in chainOf(). `path`: "layers.0.head.1.pattern".
FormulaPart stageFormula(const Document& document, const std::string& path);

/// The letter of a matrix, as stageFormula() writes it.
FormulaPart tensorSymbol(const Document& document, const std::string& path);

} // namespace headlight
