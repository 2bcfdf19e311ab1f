#include "ui/figure/figure.h"

namespace headlight {

Panel colorBarPanel(const Panel& like)
{
    const ColorScale& colors = like.scale.colors;
    constexpr double last = 255;
    Matrix values(256, 1);
    for (Index i = 0; i < values.rows(); ++i)
        values(i, 0) = colors.valueAt((last - double(i)) / last);
    return {{}, std::make_shared<const Matrix>(std::move(values)), {colors, false}};
}

} // namespace headlight
