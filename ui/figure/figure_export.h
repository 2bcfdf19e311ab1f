#pragma once

#include "core/support/result.h"
#include "ui/figure/figure.h"

#include <QByteArray>
#include <QImage>

namespace headlight {

enum class FigureFormat { Png, Svg, Pdf };

/// "png", "svg" or "pdf" behind the last dot of a file name.
std::optional<FigureFormat> formatOfFile(const QString& fileName);
QString suffixOf(FigureFormat format);

/// The width of a figure on paper; its height follows from what it shows.
struct FigureSize {
    double widthMillimetres = 84; // one column of a journal
    int dpi = 300; // of a PNG
};

/// Pixels of a PNG of this size.
QSize pixelSize(const Figure& figure, const FigureSize& size);

/// The figure as the bytes of a file, the same bytes each time. PNG: cells in exact colours, the
/// resolution stored. SVG and PDF: text stays text, cells stay sharp. An Error for sizes that make
/// no picture.
Result<QByteArray> renderFigure(const Figure& figure, FigureFormat format, const FigureSize& size);

/// The figure as a picture for the clipboard.
Result<QImage> renderImage(const Figure& figure, const FigureSize& size);

} // namespace headlight
