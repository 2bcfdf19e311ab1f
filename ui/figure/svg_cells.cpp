#include "ui/figure/svg_cells.h"

#include <QBuffer>
#include <QImage>

#include <algorithm>
#include <map>

namespace headlight {
namespace {

constexpr int mostPathCells = 256; // a side
constexpr int pictureCellPixels = 4; // cells of a picture are enlarged, for viewers that smooth...
constexpr int largestPicture = 4096; // ...up to this

/// At most six decimals, the same in every locale.
QByteArray number(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 6);
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

/// Runs of one colour in a row become one rectangle, in units of cells: "M x y h w v1 h -w z".
QByteArray paths(const QImage& cells, const QRect& map)
{
    std::map<QRgb, QByteArray> pathOf;
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width();) {
            const QRgb color = cells.pixel(x, y);
            const int first = x;
            while (x < cells.width() && cells.pixel(x, y) == color)
                ++x;
            const QByteArray width = QByteArray::number(x - first);
            pathOf[color] += 'M' + QByteArray::number(first) + ' ' + QByteArray::number(y) + 'h'
                + width + "v1h-" + width + 'z';
        }
    }
    QByteArray svg = "<g transform=\"translate(" + number(map.left()) + ' ' + number(map.top())
        + ") scale(" + number(double(map.width()) / cells.width()) + ' '
        + number(double(map.height()) / cells.height()) + ")\">\n";
    for (const auto& [color, path] : pathOf)
        svg += "<path fill=\"" + colorText(color) + "\" d=\"" + path + "\"/>\n";
    return svg + "</g>\n";
}

QByteArray picture(const QImage& cells, const QRect& map)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    const int factor = std::clamp(largestPicture / std::max(cells.width(), cells.height()), 1,
                                  pictureCellPixels);
    enlarged(cells, cells.size() * factor).save(&buffer, "PNG");
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
