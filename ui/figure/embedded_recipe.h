#pragma once

#include "core/support/result.h"

#include <QByteArray>
#include <QString>

namespace headlight {

/// The name of the text in a PNG or TIFF that holds a figure's recipe.
inline const QString recipeKey = QStringLiteral("Headlight");
/// The name of the file that is attached to a PDF.
inline const QString recipeFile = QStringLiteral("headlight-recipe.json");

/// The element of an SVG that holds it. A recipe is ASCII without blanks, see recipeText().
QString svgRecipe(const QByteArray& recipe);

/// The recipe inside the bytes of a PNG or SVG file. An Error says that there is none.
Result<QByteArray> embeddedRecipe(const QByteArray& file);

} // namespace headlight
