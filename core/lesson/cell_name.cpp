#include "core/lesson/cell_name.h"

#include "core/document/tensor_path.h"
#include "core/explain/why.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

/// Whose a matrix is, and so what may stand behind its "@".
enum class Owner { Document, Layer, Head };

struct KnownMatrix {
    std::string_view name; // in lessons
    std::string_view tensor; // last part of its path
    Owner owner;
};

constexpr std::array<KnownMatrix, 19> knownMatrices = {{
    {"X", "resid_pre", Owner::Layer},
    {"embeddings", "embeddings", Owner::Document},
    {"positions", "pos_embed", Owner::Document},
    {"W_Q", "W_Q", Owner::Head},
    {"W_K", "W_K", Owner::Head},
    {"W_V", "W_V", Owner::Head},
    {"W_O", "W_O", Owner::Head},
    {"b_O", "b_O", Owner::Layer},
    {"Q", "q", Owner::Head},
    {"K", "k", Owner::Head},
    {"V", "v", Owner::Head},
    {"scores", "scores", Owner::Head},
    {"scaled", "scaled", Owner::Head},
    {"masked", "masked", Owner::Head},
    {"weights", "pattern", Owner::Head},
    {"Z", "z", Owner::Head},
    {"concat", "concat", Owner::Layer},
    {"attn_out", "attn_out", Owner::Layer},
    {"output", "resid_post", Owner::Layer},
}};

const KnownMatrix* findMatrix(std::string_view name)
{
    const auto found = std::find_if(knownMatrices.begin(), knownMatrices.end(),
                                    [&](const KnownMatrix& known) { return known.name == name; });
    return found == knownMatrices.end() ? nullptr : &*found;
}

const KnownMatrix* findTensor(std::string_view tensor)
{
    const auto found
        = std::find_if(knownMatrices.begin(), knownMatrices.end(),
                       [&](const KnownMatrix& known) { return known.tensor == tensor; });
    return found == knownMatrices.end() ? nullptr : &*found;
}

Error unknownMatrix(std::string_view name)
{
    std::string text = "There is no matrix " + quoted(name) + "; the names are";
    for (const KnownMatrix& known : knownMatrices)
        text += (&known == knownMatrices.data() ? " " : ", ") + std::string(known.name);
    return Error{text + "."};
}

Error notACell(std::string_view matrix)
{
    const std::string name = matrix.empty() ? "scores" : std::string(matrix);
    return Error{"Cells are written as a matrix, a row and a column, as in " + name + "[1,2] or "
                 + name + "[1,*]."};
}

/// "2" or "2.1" behind the "@".
Result<Ok> takeOwner(TextCursor& cursor, const KnownMatrix& matrix, CellName& name)
{
    const std::string_view first = cursor.takeNumber();
    const std::size_t point = first.find('.');
    const std::optional<Index> number = readCount(first.substr(0, point), maximumLayers);
    if (!number || matrix.owner == Owner::Document)
        return Error{"Behind " + name.matrix + " there can be no \"@" + std::string(first) + "\"."};
    if (point == std::string_view::npos) {
        (matrix.owner == Owner::Head ? name.head : name.layer) = int(*number);
        return Ok{};
    }
    const std::optional<Index> head = readCount(first.substr(point + 1), maximumHeads);
    if (!head || matrix.owner != Owner::Head)
        return Error{"Behind " + name.matrix + " there can be no \"@" + std::string(first) + "\"."};
    name.layer = int(*number);
    name.head = int(*head);
    return Ok{};
}

/// A row or column number, or "*" for all.
bool takeIndex(TextCursor& cursor, Index& index)
{
    if (cursor.take('*'))
        return true;
    const std::optional<Index> number = cursor.takeCount();
    index = number.value_or(0);
    return number.has_value();
}

/// "[1,2]", "[*,2]" or "[1]", which is the whole row.
bool takeIndices(TextCursor& cursor, CellName& name)
{
    if (!cursor.take('[') || !takeIndex(cursor, name.row))
        return false;
    if (cursor.take(',') && !takeIndex(cursor, name.column))
        return false;
    return cursor.take(']');
}

std::string counted(Index count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

Error noSuchPart(const std::string& whole, Index count, const std::string& noun, Index number)
{
    return Error{whole + " has " + counted(count, noun) + ", there is no " + noun + " "
                 + std::to_string(number) + "."};
}

/// The path, or an Error when the model has no such layer or head.
Result<TensorPath> pathOf(const CellName& name, const Config& config, const HeadPlace& place)
{
    const KnownMatrix* const known = findMatrix(name.matrix);
    if (!known)
        return unknownMatrix(name.matrix);
    TensorPath path{-1, -1, std::string(known->tensor)};
    if (known->owner == Owner::Document)
        return path;
    path.layer = name.layer > 0 ? name.layer - 1 : place.layer;
    if (path.layer >= config.layers)
        return noSuchPart("The model", config.layers, "layer", path.layer + 1);
    if (known->owner == Owner::Layer)
        return path;
    path.head = name.head > 0 ? name.head - 1 : place.head;
    if (path.head >= config.heads)
        return noSuchPart("The model", config.heads, "head", path.head + 1);
    return path;
}

Shape sizeOf(const Matrix& matrix)
{
    return {matrix.rows(), matrix.cols()};
}

/// The shape of the matrix in this document; 0 x 0 when it has no such matrix.
Shape shapeIn(const Document& document, const TensorPath& path)
{
    const Index tokens = Index(document.tokens.size());
    if (path.name == "embeddings")
        return sizeOf(*document.embeddings);
    if (path.name == "b_O")
        return sizeOf(*document.parameters.layers[std::size_t(path.layer)].bO);
    if (path.name == "pos_embed")
        return document.config.positions == Positions::None
            ? Shape{}
            : Shape{tokens, document.config.modelWidth};
    return shapeOf(document.config, tokens, path).value_or(Shape{});
}

/// A cell of a whole weight as a cell of the block that belongs to one head.
void moveIntoHead(TensorPath& path, Index& row, Index& column, const Config& config)
{
    Index& index = path.name == "W_O" ? row : column;
    const bool isKeyWide = path.name == "W_Q" || path.name == "W_K";
    const Index width = isKeyWide ? config.keyWidth : config.valueWidth;
    path.head = int(index / width);
    index %= width;
}

/// The cell under the tensor that lessons have a name for.
void moveToKnownTensor(TensorPath& path, CellRef& cell, const Document& document)
{
    if (path.name == "embed" && document.config.positions == Positions::None) {
        path = {0, -1, "resid_pre"};
    } else if (path.name == "embed") {
        path.name = "embeddings";
        cell.row = embeddingRows(document)[std::size_t(cell.row)];
    } else if (path.name == "positions") {
        path.name = "pos_embed";
    } else if (path.layer >= 0 && path.head < 0 && path.name.starts_with("W_")) {
        moveIntoHead(path, cell.row, cell.column, document.config);
    }
}

bool isInside(const CellRef& cell, const Shape& shape)
{
    return cell.row >= 0 && cell.row < shape.rows && cell.column >= 0
        && cell.column < shape.columns;
}

/// The shape of any tensor that a CellRef can name; 0 x 0 when the document has no such tensor.
Shape shapeOfAny(const Document& document, const TensorPath& path)
{
    const Index tokens = Index(document.tokens.size());
    if (path.layer >= 0)
        return shapeOf(document.config, tokens, path) ? shapeIn(document, path) : Shape{};
    if (path.name == "embed")
        return {tokens, document.config.modelWidth};
    if (path.name == "positions")
        return {std::min(tokens, document.positions->rows()), document.positions->cols()};
    const KnownMatrix* const known = findTensor(path.name);
    return known && known->owner == Owner::Document ? shapeIn(document, path) : Shape{};
}

} // namespace

const std::vector<std::string>& matrixNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const KnownMatrix& known : knownMatrices)
            all.emplace_back(known.name);
        return all;
    }();
    return names;
}

Result<CellName> takeCellName(TextCursor& cursor)
{
    const std::string_view word = cursor.takeWord();
    if (word.empty())
        return notACell(word);
    const KnownMatrix* const known = findMatrix(word);
    if (!known)
        return unknownMatrix(word);
    CellName name;
    name.matrix = word;
    if (cursor.take('@')) {
        if (const Result<Ok> owner = takeOwner(cursor, *known, name); !owner)
            return owner.error();
    }
    if (!takeIndices(cursor, name))
        return notACell(word);
    return name;
}

Result<CellName> parseCellName(std::string_view text)
{
    TextCursor cursor(text);
    Result<CellName> name = takeCellName(cursor);
    if (name && !cursor.atEnd())
        return Error{quoted(text) + " goes on after the cell; it should end at the bracket."};
    return name;
}

Result<std::vector<CellName>> parseCellNames(std::string_view text)
{
    std::vector<CellName> names;
    for (const std::string_view piece : splitOutsideBrackets(text, ',')) {
        Result<CellName> name = parseCellName(piece);
        if (!name)
            return name.error();
        names.push_back(std::move(*name));
    }
    return names;
}

std::string toString(const CellName& name)
{
    const auto index = [](Index i) { return i > 0 ? std::to_string(i) : std::string("*"); };
    std::string text = name.matrix;
    if (name.layer > 0 && name.head > 0)
        text += "@" + std::to_string(name.layer) + "." + std::to_string(name.head);
    else if (name.layer > 0 || name.head > 0)
        text += "@" + std::to_string(std::max(name.layer, name.head));
    return text + "[" + index(name.row) + "," + index(name.column) + "]";
}

Result<CellBlock> resolveBlock(const CellName& name, const Document& document,
                               const HeadPlace& place)
{
    const Result<TensorPath> path = pathOf(name, document.config, place);
    if (!path)
        return path.error();
    const Shape shape = shapeIn(document, *path);
    if (shape.rows == 0 || shape.columns == 0)
        return Error{"The model has no " + name.matrix + "."};
    if (name.row > shape.rows)
        return noSuchPart(name.matrix, shape.rows, "row", name.row);
    if (name.column > shape.columns)
        return noSuchPart(name.matrix, shape.columns, "column", name.column);
    return CellBlock{toString(*path), std::max<Index>(name.row - 1, 0),
                     std::max<Index>(name.column - 1, 0), name.row > 0 ? 1 : shape.rows,
                     name.column > 0 ? 1 : shape.columns};
}

Result<CellRef> resolveCell(const CellName& name, const Document& document, const HeadPlace& place)
{
    if (!name.isOneCell())
        return Error{toString(name) + " is more than one cell; give its row and its column."};
    const Result<CellBlock> block = resolveBlock(name, document, place);
    if (!block)
        return block.error();
    return CellRef{block->tensor, block->row, block->column};
}

Result<CellName> nameOf(const CellRef& cell, const Document& document, const HeadPlace& place)
{
    CellRef known = cell;
    std::optional<TensorPath> path = parsePath(canonicalPath(document.config, cell.tensor));
    if (!path || !isInside(cell, shapeOfAny(document, *path)))
        return Error{"The document has no such cell of " + quoted(cell.tensor) + "."};
    moveToKnownTensor(*path, known, document);
    CellName name;
    name.matrix = findTensor(path->name)->name;
    name.row = known.row + 1;
    name.column = known.column + 1;
    if (path->layer != place.layer && path->layer >= 0)
        name.layer = path->layer + 1;
    if (path->head >= 0 && (path->head != place.head || name.layer > 0))
        name.head = path->head + 1;
    return name;
}

} // namespace headlight
