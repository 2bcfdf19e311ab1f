#include "ui/figure/figure.h"

namespace headlight {

Panel colorBarPanel(const Figure& figure)
{
    const ColorScale& colors = figure.panels.front().scale.colors;
    const bool level = figure.bar.side == BarSide::Below;
    constexpr Index steps = 256;
    Matrix values(level ? 1 : steps, level ? steps : 1);
    for (Index i = 0; i < steps; ++i)
        values(level ? 0 : steps - 1 - i, level ? i : 0)
            = colors.valueAt(double(i) / double(steps - 1));
    return {{}, std::make_shared<const Matrix>(std::move(values)), {colors, false}};
}

} // namespace headlight
