#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// The text under `keyword` in the bytes of a PNG file, where it stands unpacked, as Headlight
/// writes it: a chunk tEXt, or iTXt. Only chunks are walked over; no pixel of a stranger's picture
/// is looked at.
std::optional<std::string_view> textInPng(std::string_view bytes, std::string_view keyword);

/// The text of the first element `name` of an SVG file that belongs to the name space `space`, in
/// whatever prefix other programs gave it. Entities are those of XML and characters by number;
/// nothing is looked up, and the result is never longer than the file.
std::optional<std::string> textInSvg(std::string_view bytes, std::string_view space,
                                     std::string_view name);

} // namespace headlight
