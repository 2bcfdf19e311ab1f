#include "ui/views/map_picture.h"

#include "ui/figure/heat_part.h"
#include "ui/views/head_scale.h"

namespace headlight {
namespace {

const std::shared_ptr<const HeadTrace>& sharedHead(const MapContent& content,
                                                   const HeadPlace& place)
{
    return content.snapshot->trace.layers[std::size_t(place.layer)].heads.shared(
        std::size_t(place.head));
}

/// Most edits leave most heads as they were, and those are shared with the snapshot before.
bool isSameHead(const MapContent& content, const HeadPlace& place, const MapPicture& picture)
{
    return picture.values && picture.head == sharedHead(content, place)
        && picture.look == content.looks && isKept(*picture.head, content.look);
}

HeatScale scaleOf(const MapContent& content, const HeadPlace& place, const Matrix& values)
{
    const Look& look = content.look;
    if (spansSeveralHeads(look))
        return scaleOver(look, content.reaches.of(place, look));
    return scaleOver(look, needsReach(look) ? reachOf(values, look) : 0);
}

} // namespace

double cellsOf(const MapContent& content)
{
    const Document& document = *content.snapshot->document;
    return double(document.tokens.size()) * double(keyTokens(document).size());
}

void compareWith(const MapContent& content, const HeadPlace& place, MapPicture& picture)
{
    const bool isSame = isSameHead(content, place, picture);
    std::shared_ptr<const Matrix> values
        = isSame ? picture.values : headMatrix(content.snapshot, place, content.look);
    const HeatScale scale = isSame && !spansSeveralHeads(content.look)
        ? picture.scale
        : scaleOf(content, place, *values);
    const bool looksSame = picture.values && scale == picture.scale
        && (values == picture.values || sameBits(*values, *picture.values));
    if (!looksSame)
        picture.image = {};
    picture.values = std::move(values);
    picture.scale = scale;
    picture.head = sharedHead(content, place);
    picture.content = content.number;
    picture.look = content.looks;
}

void keepSame(const MapContent& content, const HeadPlace& place, MapPicture& picture)
{
    if (!spansSeveralHeads(content.look) && isSameHead(content, place, picture))
        picture.content = content.number;
}

double cellsToCompare(const MapContent& content, const HeadPlace& place, const MapPicture& picture)
{
    constexpr double productsOfACell = 8; // cost as much as reading it
    if (picture.content == content.number || isSameHead(content, place, picture))
        return 0;
    const HeadTrace& head = *sharedHead(content, place);
    const double products = isKept(head, content.look) ? 0 : double(head.q.cols());
    return cellsOf(content) * (1 + products / productsOfACell);
}

bool colour(MapPicture& picture, QSize size, const QRect& part)
{
    if (!picture.image.isNull() && picture.size == size && picture.part.contains(part))
        return false;
    picture.size = size;
    picture.part = part;
    picture.image = part.size() == size ? heatPicture(*picture.values, picture.scale, size)
                                        : heatPart(*picture.values, picture.scale, size, part);
    return true;
}

double cellsToColour(const MapContent& content, QSize size, const QRect& part)
{
    constexpr double pixelsOfACell = 2; // are made while one is read
    const double pixels = double(part.width()) * part.height();
    const double share = pixels / (double(size.width()) * size.height());
    return cellsOf(content) * share + pixels / pixelsOfACell;
}

} // namespace headlight
