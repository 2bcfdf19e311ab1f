#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

enum class FigureFormat { Png, Svg, Pdf, Tiff, Tex, Html };

/// Those that can be written here: TIFF needs a plugin of Qt (Debian: qt6-image-formats-plugins).
const std::vector<FigureFormat>& figureFormats();

/// "png", "svg", "pdf"… behind the last dot of a file name.
std::optional<FigureFormat> formatOfFile(const QString& fileName);
QString suffixOf(FigureFormat format);

/// How menus call it: "PNG picture".
QString formatLabel(FigureFormat format);

/// ".png, .svg or .pdf": those that can be written here.
QString formatSuffixes();

/// Whether a resolution makes a difference.
bool hasPixels(FigureFormat format);

} // namespace headlight
