#include "core/document/restructure.h"
#include "core/formula/cell_formula.h"
#include "core/lesson/cell_name.h"
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

const SnapshotPtr& smallModel()
{
    static const SnapshotPtr snapshot
        = computeSnapshot(std::make_shared<const Document>(newDocument("a b c")));
    return snapshot;
}

/// A name that means cells of the model is written as it was read.
void readCellName(std::string_view text)
{
    const Result<CellName> name = parseCellName(text);
    if (!name)
        return;
    const Result<CellName> again = parseCellName(toString(*name));
    require(again && *again == *name, "A name of cells is written as it was read.");
    const Document& document = *smallModel()->document;
    const Result<CellRef> cell = resolveCell(*name, document, {});
    if (cell)
        require(nameOf(*cell, document, {}).has_value(), "Every cell of the model has a name.");
}

} // namespace

/// What a person types or a lesson says: a formula for cells, and an expression.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = textOf(data, size);
    if (Result<CellFormula> formula = CellFormula::parse(text, {2, 2}, onlyX); formula)
        (void)formula->at(1, 0, 0.5).has_value();
    readCellName(text);
    if (evaluate(text, smallModel(), {}).has_value())
        require(checkExpression(text).has_value(), "What has a value is written correctly.");
    return 0;
}
