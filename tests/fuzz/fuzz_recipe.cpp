#include "core/io/document_json.h"
#include "tests/fuzz/require.h"
#include "ui/figure/embedded_recipe.h"
#include "ui/views/range_dialog.h"
#include "ui/views/recipe.h"

using namespace headlight;

/// What a picture says of how it was made. That it is found in the file is fuzz_picture's.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), qsizetype(size));
    const Result<Recipe> recipe = readRecipe("<svg>" + svgRecipe(text).toUtf8() + "</svg>");
    if (!recipe)
        return 0;
    require(!recipe->places.empty(), "A picture shows heads.");
    for (const HeadPlace& place : recipe->places)
        require(place.layer >= 0 && place.head >= 0, "Heads are counted from 0.");
    require(rangeComplaint(recipe->look.low, recipe->look.high).isEmpty(), "Colours have a range.");
    (void)readDocument(recipe->document).has_value();
    return 0;
}
