#pragma once

#include <QColor>
#include <QFont>

class QApplication;

namespace headlight {

enum class ThemeChoice { System, Light, Dark };

/// The colours of the window. Colour is only for meaning: data, selection, warning.
struct Theme {
    bool dark = false;
    QColor window; // bars and dialogs
    QColor panel; // docks and their contents
    QColor canvas; // behind pictures
    QColor control; // inside buttons and fields
    QColor cell; // inside a table, where a number has no tint
    QColor hover; // behind a control under the pointer, behind a chosen tab
    QColor border; // quiet lines; nothing depends on seeing them
    QColor outline; // lines one must see: fields, check boxes, scroll bars
    QColor text;
    QColor muted; // secondary text
    QColor disabled; // text and icons of what cannot be used now
    QColor accent; // focus, links, the primary button
    QColor accentText;
    QColor selection; // the marked query, key and cell
    QColor cellTint; // large positive numbers
    QColor cellTintNegative; // large negative numbers
    QColor warning;
};

extern const Theme lightTheme;
extern const Theme darkTheme;

/// The colours in use. Who paints with them repaints on QEvent::PaletteChange, which every widget
/// gets after a change of theme.
const Theme& currentTheme();

/// While it lives, currentTheme() is `theme`: for painting a file in other colours than the window.
class ThemeForPainting {
public:
    explicit ThemeForPainting(const Theme& theme);
    ~ThemeForPainting();
    ThemeForPainting(const ThemeForPainting&) = delete;
    ThemeForPainting& operator=(const ThemeForPainting&) = delete;

private:
    const Theme* m_before;
};

/// Fusion style, palette, style sheet and fonts for the whole program. With System the colours
/// follow the desktop from then on.
///
/// The style sheet knows these dynamic properties, to be set before a widget is shown:
/// primary=true on the one button that matters most, tab=true on flat checkable tool buttons,
/// role="heading", "muted" or "warning" on labels.
void applyTheme(QApplication& application, ThemeChoice choice);

/// The font of all other text.
QFont textFont();

/// Tabular figures for numbers in cells and read-outs.
QFont numberFont();

} // namespace headlight
