#include "core/model/head_list.h"

#include "core/support/number_range.h"
#include "core/support/trimmed.h"

#include <algorithm>
#include <optional>
#include <string>

namespace headlight {
namespace {

std::string quoted(std::string_view text)
{
    return "“" + std::string(text) + "”";
}

Error outside(const char* what, int number, int count)
{
    return Error{std::string("There is no ") + what + " " + std::to_string(number)
                 + "; there are 1 to " + std::to_string(count) + "."};
}

/// One part between commas: "7", "1-4", "2:1-4".
Result<std::vector<HeadPlace>> readPart(std::string_view part, int layer, int layers, int heads)
{
    const auto colon = part.find(':');
    const bool hasLayer = colon != std::string_view::npos;
    const std::optional<int> named
        = hasLayer ? readWholeNumber(part.substr(0, colon)) : std::optional(layer + 1);
    const std::optional<NumberRange> range
        = readNumberRange(hasLayer ? part.substr(colon + 1) : part);
    if (!named || !range)
        return Error{
            quoted(trimmed(part))
            + " names no heads; write for example 1-4, 7 or, for the second layer, 2:1-4."};
    if (*named < 1 || *named > layers)
        return outside("layer", *named, layers);
    for (const int end : {range->first, range->last}) {
        if (end < 1 || end > heads)
            return outside("head", end, heads);
    }
    if (range->first > range->last)
        return Error{quoted(trimmed(part)) + " runs backwards; write the smaller number first."};
    std::vector<HeadPlace> places;
    for (int head = range->first; head <= range->last; ++head)
        places.push_back({*named - 1, head - 1});
    return places;
}

} // namespace

Result<std::vector<HeadPlace>> readHeadList(std::string_view list, int layer, int layers, int heads)
{
    std::vector<HeadPlace> places;
    for (;;) {
        const auto comma = list.find(',');
        const Result<std::vector<HeadPlace>> part
            = readPart(list.substr(0, comma), layer, layers, heads);
        if (!part)
            return part.error();
        for (const HeadPlace& place : *part) {
            if (std::find(places.begin(), places.end(), place) == places.end())
                places.push_back(place);
        }
        if (comma == std::string_view::npos)
            return places;
        list.remove_prefix(comma + 1);
    }
}

} // namespace headlight
