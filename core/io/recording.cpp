#include "core/io/recording.h"

#include "core/io/json_writer.h"
#include "core/io/recording_survey.h"
#include "core/io/recording_tokens.h"
#include "core/support/out_of_memory.h"

#include <algorithm>

namespace headlight {
namespace {

std::vector<std::string> namesOf(const std::vector<AttentionCandidate>& candidates)
{
    std::vector<std::string> names;
    for (const AttentionCandidate& candidate : candidates)
        names.push_back(candidate.name);
    return names;
}

Result<std::size_t> chooseNamed(const ArrayFile& file, const std::string& wanted,
                                const RecordingSurvey& survey)
{
    for (std::size_t i = 0; i < file.size(); ++i) {
        if (file.name(i) == wanted)
            return i;
    }
    return Error{"There is no array “" + shortened(wanted) + "”; the file has "
                 + listed(namesOf(survey.candidates)) + "."};
}

bool holdsAttention(const ArrayFile& file, const AttentionCandidate& candidate,
                    const std::stop_token& stop)
{
    const Result<LoadedArray> loaded = file.load(candidate.index);
    return loaded && checkAttentionShape(candidate.name, candidate.shape, loaded->view.type)
        && isAttention(loaded->view, stop);
}

/// The first whose rows sum to 1, or the only one, whose numbers need not be looked at for that.
Result<std::size_t> chooseUsual(const ArrayFile& file, const RecordingSurvey& survey,
                                const std::stop_token& stop)
{
    if (survey.candidates.size() == 1)
        return survey.candidates.front().index;
    for (const AttentionCandidate& candidate : survey.candidates) {
        if (holdsAttention(file, candidate, stop))
            return candidate.index;
    }
    if (!survey.candidates.empty())
        return Error{"In no array do the rows sum to 1; name one of "
                     + listed(namesOf(survey.candidates)) + "."};
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

/// What the file itself says of the tokens of one array.
RecordedTokens tokensInFile(const TextArrays& texts, const std::string& array)
{
    RecordedTokens tokens{findTexts(texts, array, {"query_tokens", "tokens"}),
                          findTexts(texts, array, {"key_tokens", "tokens"})};
    if (!tokens.queries && !tokens.keys && texts.size() == 1)
        tokens = {texts.begin()->second, texts.begin()->second};
    return tokens;
}

Result<RecordedTokens> findTokens(const RecordingSource& source, const TextArrays& texts,
                                  const std::string& array)
{
    const RecordedTokens inFile = tokensInFile(texts, array);
    if (inFile.queries || inFile.keys || source.tokensJson.empty())
        return inFile;
    const Result<std::vector<RecordedTokens>> prompts = readPrompts(source.tokensJson);
    if (!prompts)
        return prompts.error();
    if (source.prompt && *source.prompt >= prompts->size())
        return Error{"There is no prompt " + std::to_string(*source.prompt + 1)
                     + "; the .json beside the recording has " + std::to_string(prompts->size())
                     + "."};
    const std::optional<std::size_t> chosen
        = source.prompt ? source.prompt : promptOfArray(prompts->size(), array);
    return chosen ? (*prompts)[*chosen] : RecordedTokens();
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

/// The bytes of one head of an array, where they lie together.
std::string_view bytesOfHead(const TensorView& view, Index head, const Matrix& values)
{
    const std::size_t size = std::size_t(values.size()) * view.elementSize;
    return view.fortranOrder ? std::string_view()
                             : view.bytes.substr(std::size_t(head) * size, size);
}

Result<Ok> readHeads(const TensorView& view, const RecordingSource& source, Recording& recording)
{
    const bool hasLayers = view.shape.size() == 4;
    const Index layers = hasLayers ? view.shape[0] : 1;
    const Index heads = view.shape[hasLayers ? 1 : 0];
    bool sumsFit = true;
    bool anyWeight = false;
    for (Index l = 0; l < layers; ++l) {
        std::vector<Matrix>& layer = recording.attention.emplace_back();
        for (Index h = 0; h < heads; ++h) {
            if (source.stop.stop_requested())
                return Error{"The reading of the recording was stopped."};
            Result<Matrix> head = readSlice(view, l * heads + h);
            if (!head)
                return head.error();
            if (source.release)
                source.release(bytesOfHead(view, l * heads + h, *head));
            sumsFit = sumsFit && rowsSumToOne(*head, view.type);
            anyWeight = anyWeight || !head->isZero(0);
            layer.push_back(std::move(*head));
        }
    }
    recording.rowsSumToOne = sumsFit && anyWeight;
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

Result<Recording> readChosen(const RecordingSource& source, const RecordingSurvey& survey,
                             const TensorView& view, const std::string& name)
{
    Recording recording;
    recording.array = name;
    if (const Result<Ok> fits = checkAttentionShape(name, view.shape, view.type); !fits)
        return fits.error();
    if (const Result<Ok> named = nameAxes(source, survey.texts, view.shape, recording); !named)
        return named.error();
    if (const Result<Ok> read = readHeads(view, source, recording); !read)
        return read.error();
    return recording;
}

/// Tokens as one reads them, for a list: "le chat → the cat" where the two sides differ.
std::string textOf(const RecordedTokens& tokens)
{
    const std::string queries = tokens.queries ? sentenceOf(*tokens.queries) : "";
    if (!tokens.keys || tokens.keys == tokens.queries)
        return queries;
    return queries + (queries.empty() ? "→ " : " → ") + sentenceOf(*tokens.keys);
}

bool fits(const std::optional<std::vector<std::string>>& tokens, Index length)
{
    return !tokens || Index(tokens->size()) == length;
}

/// The prompts an array may be read with: the one that belongs to it, or all of its lengths.
std::vector<RecordedPrompt> promptsFor(const AttentionCandidate& candidate, const TextArrays& texts,
                                       const std::vector<RecordedTokens>& prompts)
{
    const RecordedTokens inFile = tokensInFile(texts, candidate.name);
    if (inFile.queries || inFile.keys)
        return {{{}, textOf(inFile)}};
    if (const auto known = promptOfArray(prompts.size(), candidate.name))
        return {{{}, textOf(prompts[*known])}};
    std::vector<RecordedPrompt> fitting;
    const std::size_t axes = candidate.shape.size();
    for (std::size_t p = 0; p < prompts.size(); ++p) {
        if (fits(prompts[p].queries, candidate.shape[axes - 2])
            && fits(prompts[p].keys, candidate.shape[axes - 1]))
            fitting.push_back({p, textOf(prompts[p])});
    }
    return fitting;
}

} // namespace

Result<Recording> readRecording(const RecordingSource& source)
{
    return withinMemory([&]() -> Result<Recording> {
        const Result<ArrayFile> file = ArrayFile::open(source.bytes, source.extension);
        if (!file)
            return file.error();
        const RecordingSurvey survey = surveyFile(*file, SurveyDepth::NamesOnly, source.stop);
        const Result<std::size_t> chosen = source.array.empty()
            ? chooseUsual(*file, survey, source.stop)
            : chooseNamed(*file, source.array, survey);
        if (!chosen)
            return chosen.error();
        const Result<LoadedArray> loaded = file->load(*chosen);
        return loaded ? readChosen(source, survey, loaded->view, file->name(*chosen))
                      : Result<Recording>(loaded.error());
    });
}

Result<std::vector<RecordedArray>> recordedArrays(const RecordingSource& source)
{
    return withinMemory([&]() -> Result<std::vector<RecordedArray>> {
        const Result<ArrayFile> file = ArrayFile::open(source.bytes, source.extension);
        if (!file)
            return file.error();
        std::vector<RecordedTokens> prompts;
        if (!source.tokensJson.empty()) {
            Result<std::vector<RecordedTokens>> read = readPrompts(source.tokensJson);
            if (!read)
                return read.error();
            prompts = std::move(*read);
        }
        const RecordingSurvey survey = surveyFile(*file, SurveyDepth::Numbers, source.stop);
        std::vector<RecordedArray> arrays;
        for (const AttentionCandidate& candidate : survey.candidates)
            arrays.push_back({candidate.name, candidate.shape, candidate.rowsSumToOne == true,
                              promptsFor(candidate, survey.texts, prompts)});
        return arrays;
    });
}

} // namespace headlight
