#include "core/document/edit.h"

#include "core/document/restructure.h"
#include "core/document/tensor_path.h"
#include "core/document/tensor_sizes.h"
#include "core/support/out_of_memory.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

namespace headlight {
namespace {

constexpr const char* recordingRefusal
    = "This is a recording: its attention weights can be looked at and exported, not edited. Open "
      "a document or an example to change numbers.";

/// The numbers an edit may write: a block of one matrix of the document, or, for the rows of X,
/// rows of the embedding table chosen by token.
struct Target {
    Shared<Matrix>* matrix = nullptr;
    Index firstRow = 0;
    Index firstColumn = 0;
    Index rows = 0;
    Index columns = 0;
    std::vector<Index> rowOfToken; // when not empty: row t is row rowOfToken[t] of the matrix

    Index row(Index r) const
    {
        return rowOfToken.empty() ? firstRow + r : rowOfToken[std::size_t(r)];
    }
};

Target wholeOf(Shared<Matrix>& matrix)
{
    return {&matrix, 0, 0, matrix->rows(), matrix->cols(), {}};
}

Target headBlock(const Config& config, const TensorPath& path, Shared<Matrix>& weight)
{
    if (path.name == "W_O")
        return {&weight, path.head * config.valueWidth, 0, config.valueWidth, weight->cols(), {}};
    const Index width = path.name == "W_V" ? config.valueWidth : config.keyWidth;
    return {&weight, 0, path.head * width, weight->rows(), width, {}};
}

Target embeddingsByToken(Document& document)
{
    return {&document.embeddings,   0, 0, Index(document.tokens.size()), document.config.modelWidth,
            embeddingRows(document)};
}

Result<Target> documentTarget(Document& document, const std::string& name)
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

Result<Target> weightTarget(Document& document, const TensorPath& path)
{
    Result<Target> result = Error{"There is no matrix named \"" + toString(path) + "\"."};
    forEachLayerWeight(document.parameters.layers[std::size_t(path.layer)],
                       [&](std::string_view name, Shared<Matrix>& weight) {
                           if (name == path.name && weight->size() > 0)
                               result = path.head < 0 ? wholeOf(weight)
                                                      : headBlock(document.config, path, weight);
                       });
    return result;
}

Result<Target> findTarget(Document& document, const std::string& tensor)
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

Result<Target> findTarget(const Document& document, const std::string& tensor)
{
    return findTarget(const_cast<Document&>(document), tensor); // the target is only looked at
}

Result<Ok> check(const Document& document, const SetConfig& edit);

// Per kind of edit: may it be applied, and what does it do. Cells are written in place and
// take themselves back; every other kind makes a new document, and the old one is the way back.

Result<Ok> check(const Document& document, const SetCell& edit)
{
    const Result<Target> target = findTarget(document, edit.tensor);
    if (!target)
        return target.error();
    const bool inside = edit.row >= 0 && edit.row < target->rows && edit.column >= 0
        && edit.column < target->columns;
    if (!inside)
        return Error{"Row " + std::to_string(edit.row + 1) + ", column "
                     + std::to_string(edit.column + 1) + " is outside " + edit.tensor
                     + ", which is " + toString(Shape{target->rows, target->columns}) + "."};
    return Ok{};
}

Edit swapIn(Document& document, SetCell edit)
{
    const Result<Target> target = findTarget(document, edit.tensor);
    const Index row = target->row(edit.row);
    const Index column = target->firstColumn + edit.column;
    std::swap(target->matrix->detach(cellArea(row, column))(row, column), edit.value);
    return edit;
}

Result<Ok> check(const Document& document, const SetTensor& edit)
{
    const Result<Target> target = findTarget(document, edit.tensor);
    if (!target)
        return target.error();
    const Shape expected{target->rows, target->columns};
    const Shape found{edit.value.rows(), edit.value.cols()};
    if (found != expected)
        return Error{edit.tensor + " is " + toString(expected) + ", but the new numbers are "
                     + toString(found) + "."};
    return Ok{};
}

bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Writes only what differs: two tokens may share a row, and the one that was not changed must not
/// write the old numbers back over the other.
Document changed(Document document, const SetTensor& edit)
{
    const Result<Target> target = findTarget(document, edit.tensor);
    const Matrix before = **target->matrix;
    Matrix& matrix = target->matrix->detach();
    for (Index r = 0; r < target->rows; ++r) {
        for (Index c = 0; c < target->columns; ++c) {
            const Index row = target->row(r);
            const Index column = target->firstColumn + c;
            const double old = before(row, column);
            if (!sameBits(edit.value(r, c), old))
                matrix(row, column) = edit.value(r, c);
        }
    }
    return document;
}

/// The numbers of a target, rows in the order of its own.
Matrix numbersOf(const Target& target)
{
    const Matrix& whole = **target.matrix;
    Matrix numbers(target.rows, target.columns);
    for (Index r = 0; r < target.rows; ++r)
        numbers.row(r) = whole.row(target.row(r)).segment(target.firstColumn, target.columns);
    return numbers;
}

Result<Ok> check(const Document& document, const ResizeTensor& edit)
{
    if (const Result<Target> target = findTarget(document, edit.tensor); !target)
        return target.error();
    const bool fits = edit.row >= 0 && edit.column >= 0 && edit.block.size() > 0
        && edit.row + edit.block.rows() <= edit.shape.rows
        && edit.column + edit.block.cols() <= edit.shape.columns;
    if (!fits)
        return Error{"The numbers do not fit into " + toString(edit.shape) + "."};
    const Result<Config> config = sizedFor(document, edit.tensor, edit.shape);
    return config ? check(document, SetConfig{*config}) : Result<Ok>(config.error());
}

Document changed(Document document, const ResizeTensor& edit)
{
    document = withConfig(std::move(document), *sizedFor(document, edit.tensor, edit.shape));
    Matrix numbers = numbersOf(*findTarget(document, edit.tensor));
    numbers.block(edit.row, edit.column, edit.block.rows(), edit.block.cols()) = edit.block;
    return changed(std::move(document), SetTensor{edit.tensor, std::move(numbers)});
}

Result<Ok> check(const Document& document, const SetSentence& edit)
{
    Document sizes = document; // only the sizes: no embedding is drawn before they are known to fit
    sizes.tokens = tokenize(edit.sentence);
    return checkMemory(sizes);
}

Document changed(Document document, const SetSentence& edit)
{
    return withSentence(std::move(document), edit.sentence);
}

Result<Ok> check(const Document& document, const SetConfig& edit)
{
    if (const Result<Ok> valid = validate(edit.config); !valid)
        return valid;
    Document sizes = document; // only the sizes: nothing is drawn before they are known to fit
    sizes.config = edit.config;
    return checkMemory(sizes);
}

/// The model for embeddings of this width; W_O leads back to it.
Config withWidth(Config config, Index width)
{
    if (config.modelWidth != width)
        config.modelWidth = config.outputWidth = width;
    return config;
}

Result<Ok> check(const Document& document, const SetEmbeddings& edit)
{
    if (Index(edit.words.size()) != edit.vectors.rows())
        return Error{"There are " + std::to_string(edit.vectors.rows()) + " vectors for "
                     + std::to_string(edit.words.size()) + " words."};
    return check(document, SetConfig{withWidth(document.config, edit.vectors.cols())});
}

Document changed(Document document, const SetEmbeddings& edit)
{
    const Config config = withWidth(document.config, edit.vectors.cols());
    document = withConfig(std::move(document), config);
    Matrix& embeddings = document.embeddings.detach();
    for (std::size_t i = 0; i < edit.words.size(); ++i) {
        const auto word = std::find(document.words.begin(), document.words.end(), edit.words[i]);
        if (word != document.words.end())
            embeddings.row(word - document.words.begin()) = edit.vectors.row(Index(i));
    }
    return document;
}

Document changed(Document document, const SetConfig& edit)
{
    return withConfig(std::move(document), edit.config);
}

Result<Ok> check(const Document&, const SetSeed&)
{
    return Ok{};
}

Document changed(Document document, const SetSeed& edit)
{
    return withSeed(std::move(document), edit.seed);
}

Result<Ok> check(const Document& document, const SetPin& edit)
{
    Document pinned = document;
    pinned.pins[edit.tensor] = edit.value;
    return checkDocument(pinned);
}

Document changed(Document document, const SetPin& edit)
{
    document.pins[edit.tensor] = edit.value;
    return document;
}

Result<Ok> check(const Document& document, const RemovePin& edit)
{
    if (!document.pins.contains(edit.tensor))
        return Error{"\"" + edit.tensor + "\" is not pinned."};
    return Ok{};
}

Document changed(Document document, const RemovePin& edit)
{
    document.pins.erase(edit.tensor);
    return document;
}

Result<Ok> check(const Document&, const Restore& edit)
{
    return checkDocument(*edit.document);
}

Document changed(const Document&, const Restore& edit)
{
    return *edit.document;
}

/// Of a copy, which is cheap: where memory is not enough, the document stays as it was.
template <class Kind>
Edit swapIn(Document& document, const Kind& edit)
{
    Restore back{std::make_shared<const Document>(document)};
    document = changed(Document(*back.document), edit);
    return back;
}

Result<Ok> checkAny(const Document& document, const Edit& edit)
{
    if (document.recorded)
        return Error{recordingRefusal};
    return std::visit([&](const auto& e) { return check(document, e); }, edit);
}

} // namespace

Result<Ok> checkEdit(const Document& document, const Edit& edit)
{
    return withinMemory([&] { return checkAny(document, edit); });
}

Edit applyEdit(Document& document, const Edit& edit)
{
    assert(checkAny(document, edit));
    return std::visit([&](const auto& e) { return swapIn(document, e); }, edit);
}

bool sameTarget(const Edit& first, const Edit& second)
{
    const auto* a = std::get_if<SetCell>(&first);
    const auto* b = std::get_if<SetCell>(&second);
    if (a && b)
        return a->tensor == b->tensor && a->row == b->row && a->column == b->column;
    return std::holds_alternative<Restore>(first) && std::holds_alternative<Restore>(second);
}

Result<Ok> editable(const Document& document, const std::string& tensor)
{
    const Result<Target> target = findTarget(document, tensor);
    return target ? Result<Ok>(Ok{}) : Result<Ok>(target.error());
}

} // namespace headlight
