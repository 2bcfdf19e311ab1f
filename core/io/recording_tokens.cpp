#include "core/io/recording_tokens.h"

#include "core/io/json_value.h"

#include <algorithm>
#include <charconv>

namespace headlight {
namespace {

using Strings = std::vector<std::string>;

Error noTokens(const JsonValue& value)
{
    return Error{"Line " + std::to_string(value.line)
                 + " of the .json beside the recording should hold a list of tokens."};
}

const JsonValue* find(const JsonValue& object, std::string_view name)
{
    const auto* members = std::get_if<JsonValue::Members>(&object.value);
    for (std::size_t i = 0; members != nullptr && i < members->size(); ++i) {
        if ((*members)[i].name == name)
            return &(*members)[i].value;
    }
    return nullptr;
}

Result<std::optional<Strings>> readList(const JsonValue* value)
{
    if (value == nullptr)
        return std::optional<Strings>();
    const auto* numbers = std::get_if<JsonValue::Numbers>(&value->value);
    if (numbers != nullptr && numbers->empty())
        return std::optional(Strings());
    const auto* items = std::get_if<JsonValue::Items>(&value->value);
    if (items == nullptr)
        return noTokens(*value);
    Strings strings;
    for (const JsonValue& item : *items) {
        const auto* text = std::get_if<std::string>(&item.value);
        if (text == nullptr)
            return noTokens(item);
        strings.push_back(*text);
    }
    return std::optional(std::move(strings));
}

Result<RecordedTokens> readObject(const JsonValue& object)
{
    const JsonValue* both = find(object, "tokens");
    const JsonValue* queries = find(object, "query_tokens");
    const JsonValue* keys = find(object, "key_tokens");
    Result<std::optional<Strings>> queryTokens = readList(queries != nullptr ? queries : both);
    Result<std::optional<Strings>> keyTokens = readList(keys != nullptr ? keys : both);
    if (!queryTokens)
        return queryTokens.error();
    if (!keyTokens)
        return keyTokens.error();
    return RecordedTokens{std::move(*queryTokens), std::move(*keyTokens)};
}

Result<RecordedTokens> readOnePrompt(const JsonValue& value)
{
    if (std::holds_alternative<JsonValue::Members>(value.value))
        return readObject(value);
    const Result<std::optional<Strings>> tokens = readList(&value);
    return tokens ? Result<RecordedTokens>(RecordedTokens{*tokens, *tokens}) : tokens.error();
}

bool isPrompt(const JsonValue& value)
{
    return !std::holds_alternative<std::string>(value.value);
}

/// The number in an array's name, e.g. 1 in "e1_attn".
std::optional<std::size_t> numberIn(std::string_view name)
{
    const std::size_t start = name.find_first_of("0123456789");
    if (start == name.npos)
        return std::nullopt;
    std::size_t number = 0;
    const auto [end, error]
        = std::from_chars(name.data() + start, name.data() + name.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

Result<std::vector<RecordedTokens>> readEach(const JsonValue* first, const JsonValue* end)
{
    std::vector<RecordedTokens> prompts;
    for (; first != end; ++first) {
        Result<RecordedTokens> prompt = readOnePrompt(*first);
        if (!prompt)
            return prompt.error();
        prompts.push_back(std::move(*prompt));
    }
    return prompts;
}

} // namespace

Result<std::vector<RecordedTokens>> readPrompts(std::string_view json)
{
    const Result<JsonValue> root = parseJson(json);
    if (!root)
        return Error{"The .json beside the recording was not read. " + root.error().message};
    const JsonValue* prompts = find(*root, "prompts");
    const JsonValue& list = prompts != nullptr ? *prompts : *root;
    const auto* items = std::get_if<JsonValue::Items>(&list.value);
    const bool isList = items != nullptr && std::all_of(items->begin(), items->end(), isPrompt);
    return isList ? readEach(items->data(), items->data() + items->size())
                  : readEach(&list, &list + 1);
}

std::string sentenceOf(const std::vector<std::string>& tokens)
{
    const bool ownBlanks = std::any_of(tokens.begin(), tokens.end(),
                                       [](const std::string& t) { return t.starts_with(' '); });
    std::string text;
    for (const std::string& token : tokens)
        text += (text.empty() || ownBlanks ? "" : " ") + token;
    return text;
}

std::optional<std::size_t> promptOfArray(std::size_t prompts, std::string_view array)
{
    const std::optional<std::size_t> index
        = prompts == 1 ? std::optional<std::size_t>(0) : numberIn(array);
    return index && *index < prompts ? index : std::nullopt;
}

} // namespace headlight
