#pragma once

#include "core/io/recorded_document.h"
#include "tests/support/quiet.h"
#include "ui/views/model_overview.h"

#include <cmath>

namespace headlight {

/// A number of its own for every cell of every head, from 0 to 1.
inline double weight(const HeadPlace& place, Index row, Index column)
{
    return std::fmod(0.137 * double(place.layer * 7 + place.head * 3 + row * 5 + column), 1.0);
}

inline Recording recording(int layers, int heads, int queries, int keys)
{
    Recording made;
    for (int l = 0; l < layers; ++l) {
        auto& layer = made.attention.emplace_back();
        for (int h = 0; h < heads; ++h)
            layer.push_back(Matrix::NullaryExpr(queries, keys, [&](Index r, Index c) {
                return weight({l, h}, r, c);
            }));
    }
    for (int i = 0; i < queries; ++i)
        made.queryTokens.push_back("q" + std::to_string(i));
    for (int i = 0; i < keys; ++i)
        made.keyTokens.push_back("k" + std::to_string(i));
    return made;
}

inline SnapshotPtr snapshotOf(Recording made)
{
    return computeSnapshot(std::make_shared<const Document>(*documentOf(std::move(made))));
}

inline Look plain()
{
    Look look;
    look.values = false; // so that no digit covers a colour
    return look;
}

/// The overview of a model in a window of that size.
struct Shown {
    ModelOverview overview;

    explicit Shown(const SnapshotPtr& snapshot, QSize size = {640, 480}, const Look& look = plain())
    {
        overview.resize(size);
        overview.setContent(snapshot, look);
        overview.show();
        settle();
    }
    void settle()
    {
        QTRY_VERIFY(QTest::qWaitForWindowExposed(&overview));
        QTRY_VERIFY_WITH_TIMEOUT(overview.isComplete(), 30'000);
    }
    QImage seen() { return overview.grab().toImage(); }
    void click(QPoint point) { QTest::mouseClick(&overview, Qt::LeftButton, {}, point); }
};

inline QRgb colorOf(double value)
{
    return ColorScale{ColorMap::Viridis, 0, 1}.color(value);
}

} // namespace headlight
