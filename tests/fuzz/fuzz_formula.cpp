#include "core/formula/cell_formula.h"
#include "core/lesson/expression.h"
#include "tests/fuzz/require.h"

using namespace headlight;

namespace {

Result<std::shared_ptr<const Matrix>> onlyX(const std::string& name)
{
    if (name != "X")
        return Error{"There is no " + name + "."};
    return std::make_shared<const Matrix>(Matrix::Ones(2, 2));
}

} // namespace

/// What a person types or a lesson says: a formula for cells, and an expression.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = textOf(data, size);
    if (Result<CellFormula> formula = CellFormula::parse(text, {2, 2}, onlyX); formula)
        (void)formula->at(1, 0, 0.5).has_value();
    (void)checkExpression(text).has_value();
    return 0;
}
