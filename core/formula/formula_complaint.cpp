#include "core/formula/formula_complaint.h"

#include "core/dialects/cells.h"
#include "core/formula/cell_formula.h"
#include "core/lesson/cell_name.h"

#include <muParser.h>

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

constexpr std::string_view allowedMarks = "_.,()+-*/^<>=!&|?: \t";

bool isAllowed(char c)
{
    const bool isDigit = c >= '0' && c <= '9';
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isDigit || isLetter || allowedMarks.find(c) != allowedMarks.npos;
}

/// Whether the "=" at `at` is not part of ==, <=, >= or !=.
bool isAssignment(std::string_view formula, std::size_t at)
{
    constexpr std::string_view comparing = "=<>!";
    const bool follows = at > 0 && comparing.find(formula[at - 1]) != comparing.npos;
    const bool leads = at + 1 < formula.size() && formula[at + 1] == '=';
    return formula[at] == '=' && !follows && !leads;
}

/// A formula's character as it can be shown: a whole one, and no control character.
std::string characterAt(std::string_view formula, std::size_t at)
{
    std::size_t end = at + 1;
    while (end < formula.size() && (static_cast<unsigned char>(formula[end]) & 0xc0) == 0x80)
        ++end;
    return quotedCell(formula.substr(at, end - at));
}

std::string atCharacter(std::size_t at)
{
    return " (character " + std::to_string(at + 1) + ")";
}

bool isFunction(const std::string& name)
{
    const std::vector<std::string>& names = formulaFunctions();
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string unknownName(const std::string& name, const std::string& where)
{
    if (isMatrixName(name))
        return quotedCell(name) + " is a matrix: give the row and the column, as in " + name
            + "(row, col)" + where + ".";
    if (isFunction(name))
        return quotedCell(name) + " needs a parenthesis directly behind it, as in " + name + "(row)"
            + where + ".";
    return quotedCell(name) + " is not known" + where
        + ". Known are row, col, n, d, value, pi, e, functions such as sin, and matrices such as "
          "W_Q(row, col).";
}

std::string countComplaint(const std::string& name, bool tooMany, const std::string& where)
{
    if (isMatrixName(name))
        return name + " takes a row and a column, as in " + name + "(row, col)" + where + ".";
    return quotedCell(name) + " has too " + (tooMany ? "many" : "few")
        + " values in its parentheses" + where + ".";
}

} // namespace

Result<Ok> checkFormulaText(std::string_view formula)
{
    if (formula.size() > longestFormula)
        return Error{"The formula has " + std::to_string(formula.size())
                     + " characters; it can have " + std::to_string(longestFormula) + "."};
    for (std::size_t at = 0; at < formula.size(); ++at) {
        if (isAssignment(formula, at))
            return Error{"“=” gives nothing a value here; write == to compare" + atCharacter(at)
                         + "."};
        if (!isAllowed(formula[at]))
            return Error{characterAt(formula, at) + " is not allowed in a formula" + atCharacter(at)
                         + "."};
    }
    return Ok{};
}

Error formulaComplaint(const mu::ParserError& error, std::string_view formula)
{
    const std::string& token = error.GetToken();
    // muParser says where it stands after reading; an end has no place of its own.
    const bool isInside = error.GetPos() >= 0 && std::size_t(error.GetPos()) < formula.size();
    const std::string where = isInside ? atCharacter(std::size_t(error.GetPos())) : "";
    switch (error.GetCode()) {
    case mu::ecEMPTY_EXPRESSION:
        return {"The formula is empty. Write one such as row + col."};
    case mu::ecUNASSIGNABLE_TOKEN:
        return {
            unknownName(std::string(token.substr(0, token.find_last_not_of(" \t") + 1)), where)};
    case mu::ecUNEXPECTED_EOF:
        return {"The formula ends where a number or a name should follow."};
    case mu::ecMISSING_PARENS:
        return {"A closing parenthesis is missing."};
    case mu::ecMISSING_ELSE_CLAUSE:
        return {"A “:” is missing: write condition ? then : else."};
    case mu::ecMISPLACED_COLON:
        return {"A “:” has no “?” before it" + where + "."};
    case mu::ecTOO_MANY_PARAMS:
        return {countComplaint(token, true, where)};
    case mu::ecTOO_FEW_PARAMS:
        return {countComplaint(token, false, where)};
    default:
        return {token.empty() ? "The formula cannot be read" + where + "."
                              : quotedCell(token) + " is not expected here" + where + "."};
    }
}

bool isMatrixName(std::string_view name)
{
    const std::vector<std::string>& names = matrixNames();
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace headlight
