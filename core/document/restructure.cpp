#include "core/document/restructure.h"

#include "core/document/tensor_path.h"
#include "core/model/initialize.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace headlight {
namespace {

bool isUntouched(const Document& document, std::size_t word)
{
    const Matrix row = document.embeddings->row(Index(word));
    return sameBits(row, seededEmbedding(document.seed, document.words[word], row.cols()));
}

/// Words of the tokens in order of appearance, then the others that somebody edited.
std::vector<std::string> wordsFor(const Document& document, const std::vector<std::string>& tokens)
{
    std::vector<std::string> words;
    std::unordered_set<std::string> seen;
    for (const std::string& token : tokens) {
        if (seen.insert(token).second)
            words.push_back(token);
    }
    for (std::size_t w = 0; w < document.words.size(); ++w) {
        if (!seen.contains(document.words[w]) && !isUntouched(document, w))
            words.push_back(document.words[w]);
    }
    return words;
}

/// One row for each of `words`, `width` wide: the document's numbers where it has them.
Matrix embeddingsFor(const Document& document, const std::vector<std::string>& words, Index width)
{
    std::unordered_map<std::string, Index> oldRow;
    for (std::size_t w = 0; w < document.words.size(); ++w)
        oldRow.emplace(document.words[w], Index(w));
    const Index kept = std::min(width, document.embeddings->cols());
    Matrix table(Index(words.size()), width);
    for (Index w = 0; w < table.rows(); ++w) {
        const std::string& word = words[std::size_t(w)];
        const auto old = oldRow.find(word);
        if (old == oldRow.end() || kept < width)
            table.row(w) = seededEmbedding(document.seed, word, width);
        if (old != oldRow.end())
            table.row(w).head(kept) = document.embeddings->row(old->second).head(kept);
    }
    return table;
}

/// Position rows for `tokens` tokens: the table's numbers where it has them, else sinusoidal ones.
Matrix positionsFor(const Document& document, Index tokens, Index width)
{
    const Matrix& old = *document.positions;
    const Index rows = std::max(tokens, old.rows());
    const Index kept = std::min(width, old.cols());
    Matrix table = sinusoidalPositions(rows, width);
    table.topLeftCorner(old.rows(), kept) = old.leftCols(kept);
    return table;
}

/// For every new token the place it had before, or -1: what stands before and after the edited
/// stretch of the sentence kept its place there.
std::vector<Index> oldPlaces(const std::vector<std::string>& before,
                             const std::vector<std::string>& after)
{
    const auto [front, unused]
        = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const Index prefix = front - before.begin();
    Index suffix = 0;
    const Index most = Index(std::min(before.size(), after.size())) - prefix;
    while (suffix < most
           && before[before.size() - 1 - std::size_t(suffix)]
               == after[after.size() - 1 - std::size_t(suffix)])
        ++suffix;
    std::vector<Index> places(after.size(), -1);
    for (Index t = 0; t < Index(after.size()); ++t) {
        const Index fromEnd = Index(after.size()) - t;
        if (t < prefix)
            places[std::size_t(t)] = t;
        else if (fromEnd <= suffix)
            places[std::size_t(t)] = Index(before.size()) - fromEnd;
    }
    return places;
}

std::vector<Index> firstPlaces(Index count)
{
    std::vector<Index> places(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i)
        places[std::size_t(i)] = i;
    return places;
}

/// For every column of a concatenation the one it had before, or -1: heads are blocks of columns.
std::vector<Index> oldConcatColumns(const Config& before, const Config& after)
{
    std::vector<Index> places;
    for (Index c = 0; c < concatWidth(after); ++c) {
        const Index head = c / after.valueWidth;
        const Index column = c % after.valueWidth;
        const bool kept = head < before.heads && column < before.valueWidth;
        places.push_back(kept ? head * before.valueWidth + column : -1);
    }
    return places;
}

/// A pinned matrix in another shape: row r comes from old row rows[r], column c from columns[c].
/// What has no old place is seeded, but a new attention weight is 0.
Matrix movedPin(const Document& document, const std::string& path, const Matrix& old,
                const std::vector<Index>& rows, const std::vector<Index>& columns)
{
    const bool isPattern = path.ends_with(".pattern");
    Matrix result(Index(rows.size()), Index(columns.size()));
    for (Index r = 0; r < result.rows(); ++r) {
        for (Index c = 0; c < result.cols(); ++c) {
            const Index oldRow = rows[std::size_t(r)];
            const Index oldColumn = columns[std::size_t(c)];
            const bool kept
                = oldRow >= 0 && oldRow < old.rows() && oldColumn >= 0 && oldColumn < old.cols();
            const double fresh = isPattern ? 0 : seededNormal(document.seed, "pin " + path, r, c);
            result(r, c) = kept ? old(oldRow, oldColumn) : fresh;
        }
    }
    return result;
}

/// The pins of `document` for another model or sentence. `places`: where each token was.
Pins movedPins(const Document& document, const Config& config, const std::vector<Index>& places)
{
    Pins pins;
    for (const auto& [path, matrix] : document.pins) {
        const std::optional<Shape> shape = shapeOf(config, Index(places.size()), *parsePath(path));
        if (!shape)
            continue;
        std::vector<Index> columns = firstPlaces(shape->columns);
        if (path.ends_with(".scores") || path.ends_with(".scaled") || path.ends_with(".masked")
            || path.ends_with(".pattern"))
            columns = places;
        if (path.ends_with(".concat"))
            columns = oldConcatColumns(document.config, config);
        pins[path] = movedPin(document, path, *matrix, places, columns);
    }
    return pins;
}

} // namespace

Document withSentence(Document document, const std::string& sentence)
{
    std::vector<std::string> tokens = tokenize(sentence);
    const std::vector<std::string> words = wordsFor(document, tokens);
    document.sentence = sentence;
    if (tokens == document.tokens && words == document.words)
        return document;
    document.embeddings = embeddingsFor(document, words, document.config.modelWidth);
    document.words = words;
    if (document.config.positions == Positions::Table)
        document.positions
            = positionsFor(document, Index(tokens.size()), document.config.modelWidth);
    document.pins = movedPins(document, document.config, oldPlaces(document.tokens, tokens));
    document.tokens = std::move(tokens);
    return document;
}

Document withConfig(Document document, const Config& config)
{
    const Index tokens = Index(document.tokens.size());
    document.parameters = resizeParameters(document.parameters, document.config, config,
                                           document.seed, document.weightDeviation);
    if (config.modelWidth != document.config.modelWidth)
        document.embeddings = embeddingsFor(document, document.words, config.modelWidth);
    const bool table = config.positions == Positions::Table;
    document.positions = table ? positionsFor(document, tokens, config.modelWidth) : Matrix();
    document.pins = movedPins(document, config, firstPlaces(tokens));
    document.config = config;
    return document;
}

Document withSeed(Document document, std::uint64_t seed)
{
    Parameters fresh = seededParameters(document.config, seed, document.weightDeviation);
    for (std::size_t l = 0; l < fresh.layers.size(); ++l)
        fresh.layers[l].bO = document.parameters.layers[l].bO; // biases are not drawn
    document.parameters = std::move(fresh);
    Matrix embeddings = *document.embeddings;
    for (std::size_t w = 0; w < document.words.size(); ++w) {
        if (isUntouched(document, w))
            embeddings.row(Index(w)) = seededEmbedding(seed, document.words[w], embeddings.cols());
    }
    document.embeddings = std::move(embeddings);
    document.seed = seed;
    return document;
}

Document newDocument(const std::string& sentence, const Config& config, std::uint64_t seed)
{
    Document document;
    document.seed = seed;
    document.config = config;
    document.parameters = seededParameters(config, seed, document.weightDeviation);
    document.embeddings = Matrix(0, config.modelWidth);
    return withSentence(std::move(document), sentence);
}

} // namespace headlight
