#pragma once

#include "core/model/head_place.h"
#include "ui/figure/figure.h"

#include <QPointF>
#include <QRect>

#include <optional>

namespace headlight {

/// A rectangle of maps, both ends included; empty where `last` is before `first`.
struct PlaceRange {
    HeadPlace first;
    HeadPlace last = {-1, -1};

    bool contains(const HeadPlace& place) const
    {
        return place.layer >= first.layer && place.layer <= last.layer && place.head >= first.head
            && place.head <= last.head;
    }
};

/// Where the maps of a whole model lie on the screen: layers down, heads across. In device pixels,
/// and all of the same whole size, so that moving them changes no picture.
class OverviewPlan {
public:
    /// `rows` and `columns` of cells in each map.
    void setModel(int layers, int heads, int rows, int columns);
    /// Where maps are seen. They stay where they are in it, or fit again if they did.
    void setView(const QRect& view);

    /// The whole model, as large as the view allows.
    void fit();
    /// Larger or smaller; what lies under `about` stays there.
    void zoom(double factor, QPointF about);
    void move(QPoint by);
    /// Moves no further than needed to show a map, or as much of it as there is room for.
    void reveal(const HeadPlace& place);

    const QRect& view() const { return m_view; }
    QSize mapSize() const { return m_map; }
    bool isFitted() const { return m_fitted; }
    /// Whether a pixel has to speak for several cells.
    bool isPooled() const { return m_map.width() < m_columns || m_map.height() < m_rows; }
    /// Whether every cell is `pixels` large or larger.
    bool cellsReach(int pixels) const;
    QRect mapRect(const HeadPlace& place) const;
    /// The part of the view that the maps take.
    QRect shown() const { return QRect(m_origin, contents()) & m_view; }
    /// All maps of which something is seen.
    PlaceRange seen() const;
    std::optional<HeadPlace> placeAt(QPoint point) const;
    /// The cell of that map at `point`: the first of those that share the pixel.
    FigureCell cellAt(const HeadPlace& place, QPoint point) const;
    QRect cellRect(const HeadPlace& place, const FigureCell& cell) const;
    QSize pitch() const { return m_map + QSize(m_gap, m_gap); }

private:
    void setSide(double side);
    double fittingSide() const;
    double largestSide() const;
    QSize contents() const;
    void keepInView();

    int m_layers = 1;
    int m_heads = 1;
    int m_rows = 1;
    int m_columns = 1;
    QRect m_view = {0, 0, 1, 1};
    double m_side = 1; // of a map, the longer one; fractions keep slow pinches going
    QSize m_map = {1, 1};
    int m_gap = 1;
    QPoint m_origin; // of the first map
    bool m_fitted = true;
};

} // namespace headlight
