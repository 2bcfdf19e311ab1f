#pragma once

#include "ui/figure/figure.h"

#include <QFont>
#include <QFontMetrics>

namespace headlight {

/// What a text of a figure is; its colour and weight follow from that.
enum class TextRole {
    Title,
    AxisTitle,
    PanelTitle,
    RowLabel,
    ColumnLabel,
    BarLabel,
    BarCaption,
    Note
};

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

/// The text in lines no wider than `limit`, broken between words.
QStringList wrapped(const QFontMetricsF& metrics, const QString& text, int limit);

/// Beside the colour bar from low to high, at even distances: `ticks` of them; only both ends where
/// every row has a scale of its own.
QStringList barLabels(const HeatScale& scale, int ticks);

/// What the colours mean, and their scale unless that is linear; may be empty.
QString barCaption(const Figure& figure);

} // namespace headlight
