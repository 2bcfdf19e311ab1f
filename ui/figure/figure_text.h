#pragma once

#include "ui/figure/figure.h"

#include <QFont>
#include <QFontMetrics>

namespace headlight {

/// What a text of a figure is; its colour and weight follow from that.
enum class TextRole { Title, AxisTitle, PanelTitle, RowLabel, ColumnLabel, BarLabel, BarCaption };

/// Fonts of a figure, in pixels of 1/96 inch, so that they measure alike on every device.
QFont figureFont(const FigureStyle& style, TextRole role = TextRole::RowLabel);
QFont figureValueFont(const FigureStyle& style);

/// A token as one line: a line break is shown as an arrow, other control characters as blanks.
QString oneLine(const QString& text);

/// Pixels that a text covers, rounded up: nothing of it is cut off.
int textWidth(const QFontMetricsF& metrics, const QString& text);
int widestLabel(const QFontMetricsF& metrics, const QStringList& labels);

/// The text, with an ellipsis in the middle if it is wider than `limit`.
QString shortened(const QFontMetricsF& metrics, const QString& text, int limit);

/// Every `step`-th label shortened to `limit`; the others as they are.
QStringList shortenedLabels(const QFontMetricsF& metrics, const QStringList& labels, int step,
                            int limit);

/// Titles for maps `width` wide: "12" where "Head 12" has no room. All get short, or none.
QStringList panelTitles(const QFontMetricsF& metrics, const Figure& figure, int width);

/// Beside the colour bar from bottom to top: low, middle, high; or low, high.
QStringList barLabels(const HeatScale& scale);

/// What the colour bar says of its scale; nothing when that is linear.
QString barCaption(const HeatScale& scale);

} // namespace headlight
