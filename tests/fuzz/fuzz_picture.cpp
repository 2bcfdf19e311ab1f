#include "core/io/picture_text.h"
#include "tests/fuzz/require.h"

using namespace headlight;

/// The file of a picture, of which only the recipe is looked for.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes = textOf(data, size);
    if (const std::optional<std::string_view> text = textInPng(bytes, "Headlight"))
        require(text->data() >= bytes.data() && text->data() + text->size() <= bytes.data() + size,
                "The text lies in the file.");
    if (const std::optional<std::string> text = textInSvg(bytes, "urn:headlight:recipe", "recipe"))
        require(text->size() <= size, "The text is no longer than the file.");
    return 0;
}
