#include "ui/models/typed_cell.h"

#include "ui/session/number_text.h"

namespace headlight {

Result<CellFormula> parseFormula(const QString& formula, const Shape& shape,
                                 const MatrixContext& context)
{
    const MatrixLookup matrices = context.document
        ? namedMatrices(context.document, context.snapshot, context.place)
        : [](const std::string& name) -> Result<std::shared_ptr<const Matrix>> {
        return Error{"There is no " + name + " beside this matrix."};
    };
    return CellFormula::parse(formula.toStdString(), shape, matrices);
}

Result<double> typedCell(const QString& text, const Matrix& matrix, Index row, Index column,
                         const MatrixContext& context)
{
    QString typed = text.trimmed();
    if (!typed.startsWith(u'='))
        return parseNumber(text);
    typed[0] = u' '; // so that complaints count characters as they were typed
    Result<CellFormula> formula = parseFormula(typed, {matrix.rows(), matrix.cols()}, context);
    return formula ? formula->at(row, column, matrix(row, column))
                   : Result<double>(formula.error());
}

} // namespace headlight
