#pragma once

#include "core/explain/formula.h"
#include "core/explain/math_text.h"

#include <QString>

namespace headlight {

/// A formula as MathML, which browsers typeset and screen readers read out.
QString mathMl(const FormulaPart& formula);

/// A written-out calculation as HTML, a paragraph for each line.
QString calculationHtml(const std::vector<MathLine>& lines);

} // namespace headlight
