#include "ui/figure/embedded_recipe.h"

#include "core/io/picture_text.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct EmbeddedTexts {
    Q_DECLARE_TR_FUNCTIONS(EmbeddedTexts)
};

const QString recipeSpace = QStringLiteral("urn:headlight:recipe");

std::optional<std::string> recipeIn(std::string_view file)
{
    const std::string space = recipeSpace.toStdString();
    if (!file.starts_with("\x89PNG"))
        return textInSvg(file, space, "recipe");
    const std::optional<std::string_view> text = textInPng(file, recipeKey.toStdString());
    return text ? std::optional(std::string(*text)) : std::nullopt;
}

} // namespace

QString svgRecipe(const QByteArray& recipe)
{
    return QStringLiteral("<metadata><recipe xmlns=\"%1\">%2</recipe></metadata>\n")
        .arg(recipeSpace, QString::fromLatin1(recipe).toHtmlEscaped());
}

Result<QByteArray> embeddedRecipe(const QByteArray& file)
{
    const std::optional<std::string> recipe
        = recipeIn({file.constData(), std::size_t(file.size())});
    if (!recipe || recipe->empty())
        return Error{EmbeddedTexts::tr("This picture does not say how it was made; only PNG and "
                                       "SVG files exported by Headlight can be opened.")
                         .toStdString()};
    return QByteArray::fromStdString(*recipe);
}

} // namespace headlight
