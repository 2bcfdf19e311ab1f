#pragma once

#include "core/support/result.h"
#include "ui/figure/figure.h"
#include "ui/figure/figure_format.h"

#include <QByteArray>
#include <QImage>

namespace headlight {

inline constexpr double millimetresPerInch = 25.4;

/// The width of a figure on paper; its height follows from what it shows, unless it is given.
struct FigureSize {
    double widthMillimetres = 84; // one column of a journal
    int dpi = 300; // of a PNG or TIFF
    double heightMillimetres = 0; // of a page the figure stands on, in its middle; 0: as it needs

    bool operator==(const FigureSize&) const = default;
};

/// Pixels of a PNG of this size.
QSize pixelSize(const Figure& figure, const FigureSize& size);

/// The figure as the bytes of a file, the same bytes each time. PNG: cells in exact colours, the
/// resolution stored. SVG, PDF and TikZ: text stays text, cells stay sharp. An Error for sizes that
/// make no picture.
Result<QByteArray> renderFigure(const Figure& figure, FigureFormat format, const FigureSize& size);

/// The figure as a picture for the clipboard.
Result<QImage> renderImage(const Figure& figure, const FigureSize& size);

} // namespace headlight
