#pragma once

#include <QColor>
#include <QFont>

class QApplication;

namespace headlight {

enum class ThemeChoice { System, Light, Dark };

/// The colours of the window. Colour is only for meaning: data, selection, warning.
struct Theme {
    bool dark = false;
    QColor window; // bars, panels, tables
    QColor canvas; // behind pictures
    QColor border;
    QColor text;
    QColor muted; // secondary text
    QColor accent; // focus, links, the primary button
    QColor accentText;
    QColor hover; // behind a control under the pointer
    QColor selection; // the marked query, key and cell
    QColor cellTint; // large positive numbers
    QColor cellTintNegative; // large negative numbers
    QColor warning;
};

/// The colours in use. Widgets that paint with them repaint on QEvent::PaletteChange.
const Theme& currentTheme();

/// Fusion style, palette, style sheet and fonts for the whole program.
void applyTheme(QApplication& application, ThemeChoice choice);

/// Tabular figures for numbers in cells and read-outs.
QFont numberFont();

} // namespace headlight
