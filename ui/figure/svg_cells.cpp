#include "ui/figure/svg_cells.h"

#include "ui/figure/png_file.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <unordered_map>

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

void append(std::string& path, int value)
{
    std::array<char, 12> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    path.append(digits.data(), end);
}

/// Runs of one colour in a row become one rectangle, in units of cells: "M x y h w v1 h -w z".
QByteArray paths(const QImage& cells, const QRect& map)
{
    std::unordered_map<QRgb, std::string> pathOf;
    for (int y = 0; y < cells.height(); ++y) {
        const auto* const row = reinterpret_cast<const QRgb*>(cells.constScanLine(y));
        for (int x = 0; x < cells.width();) {
            const QRgb color = row[x];
            const int first = x;
            while (x < cells.width() && row[x] == color)
                ++x;
            std::string& path = pathOf[color];
            path += 'M';
            append(path, first);
            path += ' ';
            append(path, y);
            path += 'h';
            append(path, x - first);
            path += "v1h";
            append(path, first - x);
            path += 'z';
        }
    }
    const std::map<QRgb, std::string> sorted(pathOf.begin(), pathOf.end()); // the same every time
    QByteArray svg = "<g transform=\"translate(" + number(map.left()) + ' ' + number(map.top())
        + ") scale(" + number(double(map.width()) / cells.width()) + ' '
        + number(double(map.height()) / cells.height()) + ")\">\n";
    for (const auto& [color, path] : sorted) {
        svg += "<path fill=\"" + colorText(color) + "\" d=\"";
        svg.append(path.data(), qsizetype(path.size()));
        svg += "\"/>\n";
    }
    return svg + "</g>\n";
}

QByteArray picture(const QImage& cells, const QRect& map)
{
    const int factor = std::clamp(largestPicture / std::max(cells.width(), cells.height()), 1,
                                  pictureCellPixels);
    const QByteArray png = pngFile(enlarged(cells, cells.size() * factor), {});
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
