#pragma once

#include "ui/figure/figure.h"

#include <QRect>

#include <optional>

class QPainter;

namespace headlight {

/// The colour bar at the right of an overview, as high as the maps that are shown, with the numbers
/// that its colours stand for. In logical pixels.
class OverviewBar {
public:
    void setStyle(const FigureStyle& style) { m_style = style; }
    /// None as long as it is not known. `whose` names the heads it is for, where not all have it.
    void setScale(const std::optional<HeatScale>& scale, const QString& whose);

    /// From low to high; empty without a scale.
    const QStringList& labels() const { return m_labels; }
    const QString& caption() const { return m_caption; }
    /// What it takes beside the maps: no more for other numbers, unless those are uncommonly long.
    int room() const;
    /// What it covers when it stands beside `maps`.
    QRect rect(const QRect& maps) const;
    void paint(QPainter& painter, const QRect& maps) const;

private:
    FigureStyle m_style;
    std::optional<HeatScale> m_scale;
    QString m_whose;
    QStringList m_labels;
    QString m_caption;
};

} // namespace headlight
