#include "ui/figure/figure_sheet.h"

namespace headlight {

Sheet makeSheet(const Figure& figure, const FigureSize& size)
{
    const double width = size.widthMillimetres / millimetresPerInch * pixelsPerInch;
    const FigureLayout layout = naturalLayout(figure, int(width + 0.5));
    Sheet sheet;
    sheet.title = oneLine(figure.title);
    sheet.size = layout.used;
    sheet.scale = width / layout.used.width();
    sheet.plot = std::make_unique<FigurePlot>();
    sheet.plot->setFigure(figure);
    sheet.plot->place(layout, {});
    return sheet;
}

} // namespace headlight
