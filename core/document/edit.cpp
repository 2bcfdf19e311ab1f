#include "core/document/edit.h"

#include "core/document/edit_target.h"
#include "core/document/restructure.h"
#include "core/document/tensor_path.h"
#include "core/document/tensor_sizes.h"
#include "core/support/out_of_memory.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace headlight {
namespace {

Result<Ok> check(const Document& document, const SetConfig& edit);

// Per kind of edit: may it be applied, and what does it do. Numbers are written in place, and those
// that they replaced are the way back; every other kind makes a new document, and the old one is.

Result<Ok> check(const Document& document, const SetCell& edit)
{
    const Result<EditTarget> target = findTarget(document, edit.tensor);
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
    const Result<EditTarget> target = findTarget(document, edit.tensor);
    const Index row = target->row(edit.row);
    const Index column = target->firstColumn + edit.column;
    std::swap(target->matrix->detach(cellArea(row, column))(row, column), edit.value);
    return edit;
}

Result<Ok> check(const Document& document, const SetTensor& edit)
{
    const Result<EditTarget> target = findTarget(document, edit.tensor);
    if (!target)
        return target.error();
    const Shape expected{target->rows, target->columns};
    const Shape found{edit.value.rows(), edit.value.cols()};
    if (found != expected)
        return Error{edit.tensor + " is " + toString(expected) + ", but the new numbers are "
                     + toString(found) + "."};
    return Ok{};
}

/// Whether a block lies inside a matrix; an empty one does everywhere.
bool fits(const Matrix& block, Index row, Index column, const Shape& shape)
{
    return row >= 0 && column >= 0 && row + block.rows() <= shape.rows
        && column + block.cols() <= shape.columns;
}

Result<Ok> check(const Document& document, const SetBlock& edit)
{
    const Result<EditTarget> target = findTarget(document, edit.tensor);
    if (!target)
        return target.error();
    const Shape shape{target->rows, target->columns};
    if (fits(edit.block, edit.row, edit.column, shape))
        return Ok{};
    return Error{toString(Shape{edit.block.rows(), edit.block.cols()}) + " numbers from row "
                 + std::to_string(edit.row + 1) + ", column " + std::to_string(edit.column + 1)
                 + " on do not fit into " + edit.tensor + ", which is " + toString(shape) + "."};
}

Edit swapIn(Document& document, const SetBlock& edit)
{
    const Result<EditTarget> found = findTarget(document, edit.tensor);
    EditTarget target = *found;
    const Area part = target.difference(edit.block, edit.row, edit.column);
    SetBlock back{edit.tensor, part.firstRow, part.firstColumn, target.numbers(part)};
    target.write(edit.block, edit.row, edit.column);
    return back;
}

Edit swapIn(Document& document, const SetTensor& edit)
{
    return swapIn(document, SetBlock{edit.tensor, 0, 0, edit.value});
}

Result<Ok> check(const Document& document, const ResizeTensor& edit)
{
    if (const Result<EditTarget> target = findTarget(document, edit.tensor); !target)
        return target.error();
    if (edit.block.size() == 0 || !fits(edit.block, edit.row, edit.column, edit.shape))
        return Error{"The numbers do not fit into " + toString(edit.shape) + "."};
    const Result<Config> config = sizedFor(document, edit.tensor, edit.shape);
    return config ? check(document, SetConfig{*config}) : Result<Ok>(config.error());
}

Document changed(Document document, const ResizeTensor& edit)
{
    document = withConfig(std::move(document), *sizedFor(document, edit.tensor, edit.shape));
    Result<EditTarget> target = findTarget(document, edit.tensor);
    target->write(edit.block, edit.row, edit.column);
    return document;
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
    const Result<EditTarget> target = findTarget(document, tensor);
    return target ? Result<Ok>(Ok{}) : Result<Ok>(target.error());
}

} // namespace headlight
