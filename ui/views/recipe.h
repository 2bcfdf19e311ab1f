#pragma once

#include "ui/views/head_scale.h"

namespace headlight {

/// How a figure was made: enough to make it again.
struct Recipe {
    QString version; // of the program
    std::vector<HeadPlace> places;
    Look look;
    std::string document; // the text of its file; empty when it was too large to keep
};

/// The recipe as JSON in ASCII without blanks, which every file format keeps as it is.
QByteArray recipeText(const Snapshot& snapshot, const std::vector<HeadPlace>& places,
                      const Look& look);

/// The recipe inside the bytes of an exported PNG or SVG.
Result<Recipe> readRecipe(const QByteArray& file);

} // namespace headlight
