#pragma once

#include "ui/figure/figure_export.h"
#include "ui/figure/figure_plot.h"

namespace headlight {

inline constexpr double pixelsPerInch = 96; // of the layout

/// A figure laid out at its natural size, with the factor that makes it as wide as wanted.
struct Sheet {
    QString title;
    QByteArray recipe;
    std::unique_ptr<FigurePlot> plot;
    QSize size; // in layout pixels
    double scale = 1; // layout pixels to wanted width

    double widthMillimetres() const { return millimetres(size.width()); }
    double heightMillimetres() const { return millimetres(size.height()); }

private:
    double millimetres(int pixels) const
    {
        return pixels * scale / pixelsPerInch * millimetresPerInch;
    }
};

/// What lies where on a sheet, in layout pixels.
struct SheetPlan {
    FigureLayout layout;
    QSize size;
    QPoint offset; // of the layout
};

SheetPlan planSheet(const Figure& figure, const FigureSize& size);
/// `plan`: by planSheet() for this figure and size.
Sheet makeSheet(const Figure& figure, const FigureSize& size, const SheetPlan& plan);

/// One page exactly as large as the sheet. Text stays text, in embedded fonts; the cells are
/// lossless pictures.
QByteArray pdfPage(const Sheet& sheet);

/// Text stays text, cells are shapes.
QByteArray svgDrawing(const Sheet& sheet);

} // namespace headlight
