#include "ui/views/recipe.h"

#include "core/io/document_json.h"
#include "ui/figure/embedded_recipe.h"
#include "ui/views/range_dialog.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace headlight {
namespace {

struct RecipeTexts {
    Q_DECLARE_TR_FUNCTIONS(RecipeTexts)
};

constexpr std::size_t largestDocument = 256 * 1024; // bytes of text kept inside a picture
constexpr int mostPlaces = maximumLayers * maximumHeads;

const QString versionKey = QStringLiteral("headlight");
const QString headsKey = QStringLiteral("heads");
const QString lookKey = QStringLiteral("look");
const QString documentTextKey = QStringLiteral("document");

/// Characters outside ASCII and blanks as \uXXXX: a PNG takes more than one blank for one.
QByteArray plainAscii(const QByteArray& json)
{
    QByteArray ascii;
    for (const QChar c : QString::fromUtf8(json)) {
        if (c > u' ' && c < QChar(0x7f))
            ascii += char(c.unicode());
        else
            ascii += "\\u" + QByteArray::number(c.unicode(), 16).rightJustified(4, '0');
    }
    return ascii;
}

double pinnedBytes(const Document& document)
{
    double bytes = 0;
    for (const auto& [path, matrix] : document.pins)
        bytes += sizeof(double) * double(matrix->size());
    return bytes;
}

/// Large documents are not even written: their weights alone are more than a picture should hold.
std::optional<std::string> smallDocumentText(const Document& document)
{
    const double weights = document.recorded ? 0 : weightBytes(document.config);
    if (weights + pinnedBytes(document) > double(largestDocument))
        return std::nullopt;
    std::string text = writeDocument(document);
    return text.size() <= largestDocument ? std::optional(std::move(text)) : std::nullopt;
}

QJsonObject lookData(const Look& look)
{
    QJsonArray leftOut;
    for (const int token : look.leftOut)
        leftOut.append(token);
    return {{QStringLiteral("stage"), QLatin1String(stageTensor(look.stage))},
            {QStringLiteral("map"), colorMapName(look.map)},
            {QStringLiteral("range"), int(look.range)},
            {QStringLiteral("low"), look.low},
            {QStringLiteral("high"), look.high},
            {QStringLiteral("bend"), int(look.bend)},
            {QStringLiteral("symmetric"), look.symmetric},
            {QStringLiteral("leftOut"), leftOut},
            {QStringLiteral("renormalised"), look.renormalised}};
}

std::optional<Stage> stageNamed(const QString& name)
{
    for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Pattern}) {
        if (name == QLatin1String(stageTensor(stage)))
            return stage;
    }
    return std::nullopt;
}

/// Everything is looked at: the file may come from anywhere.
std::optional<Look> readLook(const QJsonObject& data)
{
    Look look;
    const std::optional<Stage> stage = stageNamed(data[QStringLiteral("stage")].toString());
    const std::optional<ColorMap> map = colorMapFromName(data[QStringLiteral("map")].toString());
    const int range = data[QStringLiteral("range")].toInt(-1);
    const int bend = data[QStringLiteral("bend")].toInt(-1);
    look.low = data[QStringLiteral("low")].toDouble();
    look.high = data[QStringLiteral("high")].toDouble();
    if (!stage || !map || range < 0 || range > int(ColorRange::ByHand) || bend < 0
        || bend > int(ColorBend::Logarithmic) || !rangeComplaint(look.low, look.high).isEmpty())
        return std::nullopt;
    look.stage = *stage;
    look.map = *map;
    look.range = ColorRange(range);
    look.bend = ColorBend(bend);
    look.symmetric = data[QStringLiteral("symmetric")].toBool();
    look.renormalised = data[QStringLiteral("renormalised")].toBool();
    for (const QJsonValue& token : data[QStringLiteral("leftOut")].toArray()) {
        if (token.toInt(-1) < 0)
            return std::nullopt;
        look.leftOut.push_back(token.toInt());
    }
    return look;
}

QJsonArray placesData(const std::vector<HeadPlace>& places)
{
    QJsonArray data;
    for (const HeadPlace& place : places)
        data.append(QJsonArray{place.layer, place.head});
    return data;
}

std::vector<HeadPlace> readPlaces(const QJsonArray& data)
{
    std::vector<HeadPlace> places;
    for (const QJsonValue& pair : data) {
        const HeadPlace place = {pair.toArray().at(0).toInt(-1), pair.toArray().at(1).toInt(-1)};
        if (place.layer < 0 || place.head < 0 || places.size() >= mostPlaces)
            return {};
        places.push_back(place);
    }
    return places;
}

} // namespace

QByteArray recipeText(const Snapshot& snapshot, const std::vector<HeadPlace>& places,
                      const Look& look)
{
    QJsonObject recipe = {{versionKey, QCoreApplication::applicationVersion()},
                          {headsKey, placesData(places)},
                          {lookKey, lookData(look)}};
    if (const std::optional<std::string> text = smallDocumentText(*snapshot.document))
        recipe[documentTextKey] = QString::fromStdString(*text);
    return plainAscii(QJsonDocument(recipe).toJson(QJsonDocument::Compact));
}

Result<Recipe> readRecipe(const QByteArray& file)
{
    const Result<QByteArray> text = embeddedRecipe(file);
    if (!text)
        return text.error();
    const QJsonObject data = QJsonDocument::fromJson(*text).object();
    const std::optional<Look> look = readLook(data[lookKey].toObject());
    Recipe recipe;
    recipe.version = data[versionKey].toString();
    recipe.places = readPlaces(data[headsKey].toArray());
    recipe.document = data[documentTextKey].toString().toStdString();
    if (!look || recipe.places.empty())
        return Error{RecipeTexts::tr("The note inside this picture on how it was made is damaged.")
                         .toStdString()};
    recipe.look = *look;
    return recipe;
}

} // namespace headlight
