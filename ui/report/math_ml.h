#pragma once

#include "core/explain/formula.h"
#include "core/explain/math_text.h"

#include <QString>

#include <string>

namespace headlight {

/// A text as one line of HTML, with nothing in it that could be taken for tags.
QString oneLineHtml(const std::string& text);

/// A formula as MathML, which browsers typeset and screen readers read out.
QString mathMl(const FormulaPart& formula);

/// A written-out calculation as HTML, a paragraph for each line.
QString calculationHtml(const std::vector<MathLine>& lines);

} // namespace headlight
