#include "ui/figure/embedded_recipe.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QXmlStreamReader>

namespace headlight {
namespace {

struct EmbeddedTexts {
    Q_DECLARE_TR_FUNCTIONS(EmbeddedTexts)
};

const QString recipeSpace = QStringLiteral("urn:headlight:recipe");

QByteArray recipeOfPng(const QByteArray& file)
{
    QBuffer buffer;
    buffer.setData(file);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "png");
    return reader.text(recipeKey).toUtf8();
}

QByteArray recipeOfSvg(const QByteArray& file)
{
    QXmlStreamReader xml(file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.namespaceUri() == recipeSpace)
            return xml.readElementText(QXmlStreamReader::SkipChildElements).toUtf8();
    }
    return {};
}

} // namespace

QString svgRecipe(const QByteArray& recipe)
{
    return QStringLiteral("<metadata><recipe xmlns=\"%1\">%2</recipe></metadata>\n")
        .arg(recipeSpace, QString::fromLatin1(recipe).toHtmlEscaped());
}

Result<QByteArray> embeddedRecipe(const QByteArray& file)
{
    const QByteArray recipe = file.startsWith("\x89PNG") ? recipeOfPng(file) : recipeOfSvg(file);
    if (recipe.isEmpty())
        return Error{EmbeddedTexts::tr("This picture does not say how it was made; only PNG and "
                                       "SVG files exported by Headlight can be opened.")
                         .toStdString()};
    return recipe;
}

} // namespace headlight
