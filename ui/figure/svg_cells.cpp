#include "ui/figure/svg_cells.h"

#include <QBuffer>
#include <QImage>

#include <map>

namespace headlight {
namespace {

constexpr int mostPathCells = 256; // a side
constexpr int pictureCellPixels = 4; // cells of a picture are enlarged, for viewers that smooth

/// A number of pixels with at most four decimals, the same in every locale.
QByteArray coordinate(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 4);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text;
}

QByteArray colorText(QRgb color)
{
    return QColor::fromRgb(color).name().toLatin1();
}

/// Runs of one colour in a row become one rectangle: "M x y h w v h H x z".
QByteArray paths(const QImage& cells, const QRect& map)
{
    const double width = double(map.width()) / cells.width();
    const double height = double(map.height()) / cells.height();
    std::map<QRgb, QByteArray> pathOf;
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width();) {
            const QRgb color = cells.pixel(x, y);
            const int first = x;
            while (x < cells.width() && cells.pixel(x, y) == color)
                ++x;
            const QByteArray left = coordinate(map.left() + first * width);
            pathOf[color] += 'M' + left + ' ' + coordinate(map.top() + y * height) + 'H'
                + coordinate(map.left() + x * width) + 'V'
                + coordinate(map.top() + (y + 1) * height) + 'H' + left + 'z';
        }
    }
    QByteArray svg;
    for (const auto& [color, path] : pathOf)
        svg += "<path fill=\"" + colorText(color) + "\" d=\"" + path + "\"/>\n";
    return svg;
}

QByteArray picture(const QImage& cells, const QRect& map)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    enlarged(cells, cells.size() * pictureCellPixels).save(&buffer, "PNG");
    return "<image x=\"" + QByteArray::number(map.left()) + "\" y=\""
        + QByteArray::number(map.top()) + "\" width=\"" + QByteArray::number(map.width())
        + "\" height=\"" + QByteArray::number(map.height())
        + "\" preserveAspectRatio=\"none\" style=\"image-rendering:crisp-edges;"
          "image-rendering:pixelated\" xlink:href=\"data:image/png;base64,"
        + png.toBase64() + "\"/>\n";
}

} // namespace

QByteArray svgCells(const Panel& panel, const QRect& map)
{
    const QImage cells = heatImage(*panel.values, panel.scale);
    if (cells.isNull())
        return {};
    const bool asPicture = std::max(cells.width(), cells.height()) > mostPathCells;
    return "<g shape-rendering=\"crispEdges\" stroke=\"none\">\n"
        + (asPicture ? picture(cells, map) : paths(cells, map)) + "</g>\n";
}

} // namespace headlight
