#include "core/report/report_matrix.h"

#include "core/document/tensor_path.h"
#include "core/explain/stage_formula.h"

namespace headlight {
namespace {

constexpr Index shownOfLarge = 8; // rows or columns of a matrix that is too large to show whole

Index shownOf(Index count)
{
    return count <= mostReportCells ? count : shownOfLarge;
}

std::vector<std::string> labels(const std::vector<std::string>& tokens, bool areTokens, Index count)
{
    std::vector<std::string> result;
    for (Index i = 0; i < count; ++i)
        result.push_back(areTokens ? tokens[std::size_t(i)] : std::to_string(i + 1));
    return result;
}

std::string nameOf(const Config& config, TensorPath path)
{
    if (config.heads == 1)
        path.head = -1;
    std::string name = displayName(config, path);
    if (name[0] >= 'a' && name[0] <= 'z' && path.name != "b_O")
        name[0] = char(name[0] - 'a' + 'A');
    return name;
}

} // namespace

ReportMatrix reportMatrix(const SnapshotPtr& snapshot, const std::string& path)
{
    const Document& document = *snapshot->document;
    const TensorPath parsed = *parsePath(path);
    ReportMatrix matrix;
    matrix.tensor = path;
    matrix.symbol = tensorSymbol(document, path);
    matrix.name = nameOf(document.config, parsed);
    matrix.values = *sharedTensor(snapshot, path);
    matrix.rows = shownOf(matrix.values->rows());
    matrix.columns = shownOf(matrix.values->cols());
    matrix.rowLabels = labels(document.tokens, rowsAreTokens(parsed), matrix.rows);
    matrix.columnLabels = labels(keyTokens(document), columnsAreTokens(parsed), matrix.columns);
    return matrix;
}

ReportHeatmap reportHeatmap(const SnapshotPtr& snapshot, const std::string& path)
{
    const Document& document = *snapshot->document;
    return {nameOf(document.config, *parsePath(path)), *sharedTensor(snapshot, path),
            document.tokens, keyTokens(document)};
}

std::string shapeText(const ReportMatrix& matrix)
{
    const std::string shape
        = std::to_string(matrix.values->rows()) + " × " + std::to_string(matrix.values->cols());
    const bool hasAllRows = matrix.rows == matrix.values->rows();
    const bool hasAllColumns = matrix.columns == matrix.values->cols();
    if (hasAllRows && hasAllColumns)
        return shape;
    const std::string parts = hasAllColumns ? "rows" : hasAllRows ? "columns" : "rows and columns";
    return shape + ", the first " + std::to_string(shownOfLarge) + " " + parts;
}

std::string leftOutText()
{
    return "Of matrices with more than " + std::to_string(mostReportCells)
        + " rows or columns the first " + std::to_string(shownOfLarge)
        + " are shown. All numbers of one go into a file with: headlight compute FILE --tensor "
          "layers.0.head.0.W_Q -o matrix.csv (layers and heads count from 0 there).";
}

} // namespace headlight
