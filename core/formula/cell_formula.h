#pragma once

#include "core/document/tensor_path.h"
#include "core/formula/named_matrices.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A formula that gives the number of every cell of a matrix, such as
/// sin((row-1)/10000^(2*(col-1)/d)). It knows:
///   row, col    the cell, counted from 1 as on the screen
///   n, d        how many rows and columns the matrix has
///   value       the number that stands in the cell now
///   pi, e
///   W_Q(row, col), X(1, 2) …    a cell of a matrix, counted from 1
///   + - * / ^ ( ), comparisons, && ||, condition ? then : else, and formulaFunctions()
/// Numbers have a decimal point and commas separate arguments, whatever the locale. Division by
/// zero and roots of negative numbers give what IEEE arithmetic gives.
class CellFormula {
public:
    /// An Error says what is wrong with the text, and at which character.
    static Result<CellFormula> parse(std::string_view text, const Shape& shape,
                                     MatrixLookup matrices);

    CellFormula(CellFormula&&) noexcept;
    CellFormula& operator=(CellFormula&&) noexcept;
    ~CellFormula();

    /// The number for a cell, counted from 0, in which `value` stands now. An Error when the
    /// formula looks at a cell that does not exist.
    Result<double> at(Index row, Index column, double value);

private:
    class Engine;
    explicit CellFormula(std::unique_ptr<Engine> engine);

    std::unique_ptr<Engine> m_engine;
};

/// Names of the functions that formulas know, in the order of the alphabet.
const std::vector<std::string>& formulaFunctions();

/// Characters that a formula may have.
inline constexpr std::size_t longestFormula = 2000;

} // namespace headlight
