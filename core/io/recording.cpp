#include "core/io/recording.h"

#include "core/io/array_file.h"
#include "core/io/json_writer.h"
#include "core/io/recording_tokens.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headlight {
namespace {

/// The arrays of strings in a file, by name.
using TextArrays = std::map<std::string, std::vector<std::string>, std::less<>>;

std::string quoted(const std::string& name)
{
    return name.empty() ? "The array" : "The array “" + shortened(name) + "”";
}

/// An axis of attention as one calls it: "axis 3 (queries)", counted from 1.
std::string axisName(const std::vector<Index>& shape, std::size_t fromEnd)
{
    static const char* const names[] = {"keys", "queries", "heads", "layers"};
    return "axis " + std::to_string(shape.size() - fromEnd) + " (" + names[fromEnd] + ")";
}

bool looksLikeAttention(const TensorView& view)
{
    return (view.shape.size() == 3 || view.shape.size() == 4) && isFloating(view.type);
}

Result<Ok> checkAxes(const std::string& name, const TensorView& view)
{
    const std::vector<Index>& shape = view.shape;
    if (isText(view.type))
        return Error{quoted(name) + " holds text, not attention."};
    if (shape.size() != 3 && shape.size() != 4)
        return Error{quoted(name) + " has " + std::to_string(shape.size()) + " axes ("
                     + shapeText(shape)
                     + "); attention has four, [layers, heads, queries, keys], or three, [heads, "
                       "queries, keys]."
                     + (shape.size() == 5 ? " Take one sentence of a batch." : "")};
    for (std::size_t fromEnd = 0; fromEnd < shape.size(); ++fromEnd) {
        const Index length = shape[shape.size() - 1 - fromEnd];
        const Index limit = fromEnd < 2 ? mostRecordedTokens : mostRecordedHeads;
        if (length < 1 || length > limit)
            return Error{quoted(name) + " has " + std::to_string(length) + " along "
                         + axisName(shape, fromEnd) + "; it must be from 1 to "
                         + std::to_string(limit) + "."};
    }
    return Ok();
}

Result<Ok> checkAmount(const std::string& name, const TensorView& view)
{
    const Result<std::uint64_t> count = elementCount(view.shape);
    const std::size_t axes = view.shape.size();
    const Index heads = view.shape[axes - 3] * (axes == 4 ? view.shape[0] : 1);
    if (heads > mostRecordedHeads)
        return Error{quoted(name) + " has " + std::to_string(heads) + " heads in all layers; "
                     + std::to_string(mostRecordedHeads) + " are the limit."};
    if (!count || *count > mostValues)
        return Error{quoted(name) + " holds " + shapeText(view.shape) + " weights; "
                     + std::to_string(mostValues) + " are the limit."};
    return Ok();
}

Result<Ok> checkShape(const std::string& name, const TensorView& view)
{
    const Result<Ok> axes = checkAxes(name, view);
    return axes ? checkAmount(name, view) : axes;
}

double toleranceOf(ElementType type)
{
    return type == ElementType::BF16 ? 3e-2 : type == ElementType::F16 ? 5e-3 : 1e-4;
}

/// Whether every row is a distribution; rows of a query that sees nothing may be all zero.
bool rowsSumToOne(const Matrix& head, double tolerance)
{
    for (Index r = 0; r < head.rows(); ++r) {
        const double sum = head.row(r).sum();
        const bool fits = std::abs(sum - 1) <= tolerance || head.row(r).isZero(0);
        if (!fits || head.row(r).minCoeff() < -tolerance)
            return false;
    }
    return true;
}

Index headCount(const TensorView& view)
{
    return view.shape.size() == 4 ? view.shape[0] * view.shape[1] : view.shape[0];
}

bool isAttention(const TensorView& view)
{
    bool anyWeight = false;
    for (Index h = 0; h < headCount(view); ++h) {
        const Result<Matrix> head = readSlice(view, h);
        if (!head || !rowsSumToOne(*head, toleranceOf(view.type)))
            return false;
        anyWeight = anyWeight || !head->isZero(0);
    }
    return anyWeight;
}

/// What a first walk over the file finds. An array that cannot be read (Python objects beside the
/// attention, say) matters only when it is the one that is wanted.
struct Survey {
    std::vector<std::string> candidates;
    TextArrays texts;
    std::optional<std::size_t> chosen;
    std::optional<std::size_t> named; // the one that was asked for
    std::size_t lastCandidate = 0;
    std::optional<Error> unreadable; // the first of them
};

void surveyView(const TensorView& view, const std::string& name, std::size_t index,
                bool mayBeChosen, Survey& survey)
{
    if (isText(view.type)) {
        if (Result<std::vector<std::string>> strings = readStrings(view))
            survey.texts[name] = std::move(*strings);
    } else if (looksLikeAttention(view)) {
        survey.candidates.push_back(name);
        survey.lastCandidate = index;
        if (mayBeChosen && !survey.chosen && checkShape(name, view) && isAttention(view))
            survey.chosen = index;
    }
}

Survey surveyFile(const ArrayFile& file, const std::string& wanted)
{
    Survey survey;
    for (std::size_t i = 0; i < file.size(); ++i) {
        if (file.name(i) == wanted && !wanted.empty())
            survey.named = i;
        const Result<LoadedArray> loaded = file.load(i);
        if (loaded)
            surveyView(loaded->view, file.name(i), i, wanted.empty(), survey);
        else if (!survey.unreadable)
            survey.unreadable = loaded.error();
    }
    return survey;
}

Result<std::size_t> choose(const ArrayFile& file, const std::string& wanted, const Survey& survey)
{
    if (survey.named)
        return *survey.named;
    if (!wanted.empty())
        return Error{"There is no array “" + shortened(wanted) + "”; the file has "
                     + listed(survey.candidates) + "."};
    if (survey.chosen)
        return *survey.chosen;
    if (survey.candidates.size() == 1)
        return survey.lastCandidate;
    if (!survey.candidates.empty())
        return Error{"In no array do the rows sum to 1; name one of " + listed(survey.candidates)
                     + "."};
    if (file.size() == 1)
        return std::size_t(0); // its shape gets the message
    return survey.unreadable.value_or(
        Error{"No array of the file has the shape [layers, heads, queries, keys] or [heads, "
              "queries, keys]."});
}

std::optional<std::vector<std::string>> findTexts(const TextArrays& texts, const std::string& array,
                                                  std::initializer_list<const char*> names)
{
    const std::string beginning = array.substr(0, array.rfind('_') + 1);
    for (const char* name : names) {
        for (const std::string& key : {beginning + name, std::string(name)}) {
            if (const auto found = texts.find(key); found != texts.end())
                return found->second;
        }
    }
    return std::nullopt;
}

Result<RecordedTokens> findTokens(const RecordingSource& source, const TextArrays& texts,
                                  const std::string& array)
{
    RecordedTokens tokens{findTexts(texts, array, {"query_tokens", "tokens"}),
                          findTexts(texts, array, {"key_tokens", "tokens"})};
    if (!tokens.queries && !tokens.keys && texts.size() == 1)
        tokens = {texts.begin()->second, texts.begin()->second};
    if (tokens.queries || tokens.keys || source.tokensJson.empty())
        return tokens;
    return readTokensJson(source.tokensJson, array);
}

std::vector<std::string> positions(Index count)
{
    std::vector<std::string> names;
    for (Index i = 1; i <= count; ++i)
        names.push_back(std::to_string(i));
    return names;
}

/// The tokens of one axis, or positions; as many as the axis is long.
Result<std::vector<std::string>> tokensOf(const std::optional<std::vector<std::string>>& tokens,
                                          const std::vector<Index>& shape, std::size_t fromEnd,
                                          const std::string& array)
{
    const Index length = shape[shape.size() - 1 - fromEnd];
    if (!tokens)
        return positions(length);
    if (Index(tokens->size()) != length)
        return Error{"There are " + std::to_string(tokens->size()) + " tokens, but "
                     + axisName(shape, fromEnd) + " of “" + shortened(array) + "” has length "
                     + std::to_string(length) + "."};
    return *tokens;
}

Result<Ok> readHeads(const TensorView& view, Recording& recording)
{
    const bool hasLayers = view.shape.size() == 4;
    const Index layers = hasLayers ? view.shape[0] : 1;
    const Index heads = view.shape[hasLayers ? 1 : 0];
    recording.rowsSumToOne = isAttention(view);
    for (Index l = 0; l < layers; ++l) {
        std::vector<Matrix>& layer = recording.attention.emplace_back();
        for (Index h = 0; h < heads; ++h) {
            Result<Matrix> head = readSlice(view, l * heads + h);
            if (!head)
                return head.error();
            layer.push_back(std::move(*head));
        }
    }
    return Ok();
}

Result<Ok> nameAxes(const RecordingSource& source, const TextArrays& texts,
                    const std::vector<Index>& shape, Recording& recording)
{
    const Result<RecordedTokens> tokens = findTokens(source, texts, recording.array);
    if (!tokens)
        return tokens.error();
    Result<std::vector<std::string>> queries = tokensOf(tokens->queries, shape, 1, recording.array);
    Result<std::vector<std::string>> keys = tokensOf(tokens->keys, shape, 0, recording.array);
    if (!queries || !keys)
        return queries ? keys.error() : queries.error();
    recording.queryTokens = std::move(*queries);
    recording.keyTokens = std::move(*keys);
    return Ok();
}

Result<Recording> readChosen(const RecordingSource& source, const Survey& survey,
                             const TensorView& view, const std::string& name)
{
    Recording recording;
    recording.array = name;
    recording.candidates = survey.candidates;
    if (const Result<Ok> fits = checkShape(name, view); !fits)
        return fits.error();
    if (const Result<Ok> named = nameAxes(source, survey.texts, view.shape, recording); !named)
        return named.error();
    if (const Result<Ok> read = readHeads(view, recording); !read)
        return read.error();
    return recording;
}

} // namespace

Result<Recording> readRecording(const RecordingSource& source)
{
    const Result<ArrayFile> file = ArrayFile::open(source.bytes, source.extension);
    if (!file)
        return file.error();
    const Survey survey = surveyFile(*file, source.array);
    const Result<std::size_t> chosen = choose(*file, source.array, survey);
    if (!chosen)
        return chosen.error();
    const Result<LoadedArray> loaded = file->load(*chosen);
    return loaded ? readChosen(source, survey, loaded->view, file->name(*chosen))
                  : Result<Recording>(loaded.error());
}

} // namespace headlight
