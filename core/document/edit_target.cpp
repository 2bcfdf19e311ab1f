#include "core/document/edit_target.h"

#include "core/document/tensor_path.h"

#include <algorithm>

namespace headlight {

const char* const recordingRefusal
    = "This is a recording: its attention weights can be looked at and exported, not edited. Open "
      "a document or an example to change numbers.";

namespace {

EditTarget wholeOf(Shared<Matrix>& matrix)
{
    return {&matrix, 0, 0, matrix->rows(), matrix->cols(), {}};
}

EditTarget headBlock(const Config& config, const TensorPath& path, Shared<Matrix>& weight)
{
    if (path.name == "W_O")
        return {&weight, path.head * config.valueWidth, 0, config.valueWidth, weight->cols(), {}};
    const Index width = path.name == "W_V" ? config.valueWidth : config.keyWidth;
    return {&weight, 0, path.head * width, weight->rows(), width, {}};
}

EditTarget embeddingsByToken(Document& document)
{
    return {&document.embeddings,   0, 0, Index(document.tokens.size()), document.config.modelWidth,
            embeddingRows(document)};
}

Result<EditTarget> documentTarget(Document& document, const std::string& name)
{
    if (name == "X" && document.config.positions != Positions::None)
        return Error{"X is the sum of embeddings and positions. Edit one of those instead."};
    if (name == "X" || name == "embed")
        return embeddingsByToken(document);
    if (name == "embeddings")
        return wholeOf(document.embeddings);
    if (name == "positions" && document.config.positions == Positions::Table)
        return wholeOf(document.positions);
    return Error{"There is no editable matrix named \"" + name + "\"."};
}

Result<EditTarget> weightTarget(Document& document, const TensorPath& path)
{
    Result<EditTarget> result = Error{"There is no matrix named \"" + toString(path) + "\"."};
    forEachLayerWeight(document.parameters.layers[std::size_t(path.layer)],
                       [&](std::string_view name, Shared<Matrix>& weight) {
                           if (name == path.name && weight->size() > 0)
                               result = path.head < 0 ? wholeOf(weight)
                                                      : headBlock(document.config, path, weight);
                       });
    return result;
}

} // namespace

Result<EditTarget> findTarget(Document& document, const std::string& tensor)
{
    if (document.recorded)
        return Error{recordingRefusal};
    const std::optional<TensorPath> path = parsePath(tensor);
    if (path && path->layer < 0)
        return documentTarget(document, path->name);
    if (!path || !shapeOf(document, *path))
        return Error{"There is no matrix named \"" + tensor + "\"."};
    if (!isActivation(*path))
        return weightTarget(document, *path);
    const auto pin = document.pins.find(tensor);
    if (pin == document.pins.end())
        return Error{"The " + displayName(document.config, *path)
                     + " is computed. Pin it to type numbers of your own."};
    return wholeOf(pin->second);
}

Result<EditTarget> findTarget(const Document& document, const std::string& tensor)
{
    return findTarget(const_cast<Document&>(document), tensor); // the target is only looked at
}

Matrix EditTarget::numbers(const Area& part) const
{
    Matrix result(part.lastRow - part.firstRow, part.lastColumn - part.firstColumn);
    for (Index r = 0; r < result.rows(); ++r)
        result.row(r) = (*matrix)
                            ->row(row(part.firstRow + r))
                            .segment(firstColumn + part.firstColumn, result.cols());
    return result;
}

Area EditTarget::difference(const Matrix& numbers, Index firstNewRow, Index firstNewColumn) const
{
    Area differing;
    for (Index r = 0; r < numbers.rows(); ++r) {
        for (Index c = 0; c < numbers.cols(); ++c) {
            const double old = (**matrix)(row(firstNewRow + r), firstColumn + firstNewColumn + c);
            if (!sameBits(old, numbers(r, c)))
                differing = united(differing, cellArea(firstNewRow + r, firstNewColumn + c));
        }
    }
    return differing;
}

void EditTarget::write(const Matrix& numbers, Index firstNewRow, Index firstNewColumn)
{
    const Area part = difference(numbers, firstNewRow, firstNewColumn);
    if (part.isEmpty())
        return;
    const Shared<Matrix> before = *matrix;
    Matrix& after = matrix->detach(inMatrix(part));
    for (Index r = part.firstRow; r < part.lastRow; ++r) {
        for (Index c = part.firstColumn; c < part.lastColumn; ++c) {
            const double number = numbers(r - firstNewRow, c - firstNewColumn);
            const double old = (*before)(row(r), firstColumn + c);
            if (!sameBits(number, old))
                after(row(r), firstColumn + c) = number;
        }
    }
}

/// The rows and columns of the matrix that a part of the target lies in.
Area EditTarget::inMatrix(const Area& part) const
{
    Area result;
    for (Index r = part.firstRow; r < part.lastRow; ++r)
        result = united(
            result,
            {row(r), row(r) + 1, firstColumn + part.firstColumn, firstColumn + part.lastColumn});
    return result;
}

} // namespace headlight
