#include "ui/figure/figure_sheet.h"

#include <cmath>

namespace headlight {
namespace {

constexpr int marginShare = 32; // of a page's shorter side
constexpr double mostPixels = 1e9; // of a side, also of sizes that somebody is still typing

int layoutPixels(double millimetres)
{
    return std::max(1, int(std::lround(millimetres / millimetresPerInch * pixelsPerInch)));
}

/// The smallest page of the proportions of `page`, and no smaller, that holds `content`.
QSize pageAround(QSize content, QSize page)
{
    const double factor = std::max(
        {1.0, double(content.width()) / page.width(), double(content.height()) / page.height()});
    const auto side = [&](int pixels) {
        return int(std::min(std::ceil(pixels * factor), mostPixels));
    };
    return {side(page.width()), side(page.height())};
}

SheetPlan planPage(const Figure& figure, QSize page)
{
    const int margin = std::min(page.width(), page.height()) / marginShare;
    const QSize margins(2 * margin, 2 * margin);
    SheetPlan plan;
    plan.layout = layoutFigure(figure, (page - margins).expandedTo(QSize(1, 1)));
    plan.size = pageAround(plan.layout.used + margins, page);
    const QSize spare = plan.size - plan.layout.used;
    plan.offset = QPoint(spare.width() / 2, spare.height() / 2);
    return plan;
}

} // namespace

SheetPlan planSheet(const Figure& figure, const FigureSize& size)
{
    const int width = layoutPixels(size.widthMillimetres);
    if (size.heightMillimetres > 0)
        return planPage(figure, QSize(width, layoutPixels(size.heightMillimetres)));
    SheetPlan plan;
    plan.layout = naturalLayout(figure, width);
    plan.size = plan.layout.used;
    return plan;
}

Sheet makeSheet(const Figure& figure, const FigureSize& size, const SheetPlan& plan)
{
    Sheet sheet;
    sheet.title = oneLine(figure.title);
    sheet.recipe = figure.recipe;
    sheet.size = plan.size;
    sheet.scale = size.widthMillimetres / millimetresPerInch * pixelsPerInch / plan.size.width();
    sheet.plot = std::make_unique<FigurePlot>();
    sheet.plot->showPlaced(figure, plan.layout, plan.offset);
    return sheet;
}

} // namespace headlight
