#include "ui/style/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace headlight {
namespace {

const Theme lightTheme = {
    .dark = false,
    .window = QColor(0xffffff),
    .canvas = QColor(0xf3f4f7),
    .border = QColor(0xdcdfe4),
    .text = QColor(0x1b1e24),
    .muted = QColor(0x656b77),
    .accent = QColor(0x2f5fd0),
    .accentText = QColor(0xffffff),
    .hover = QColor(0xeff1f4),
    .selection = QColor(0xe2570c),
    .cellTint = QColor(0x8fade2),
    .cellTintNegative = QColor(0xe6a48c),
    .warning = QColor(0xb42318),
};

const Theme darkTheme = {
    .dark = true,
    .window = QColor(0x22262d),
    .canvas = QColor(0x1b1c20),
    .border = QColor(0x3a3f48),
    .text = QColor(0xeceef1),
    .muted = QColor(0x9aa1ad),
    .accent = QColor(0x8ab2ff),
    .accentText = QColor(0x10131a),
    .hover = QColor(0x2d323b),
    .selection = QColor(0xffb045),
    .cellTint = QColor(0x2f4f8f),
    .cellTintNegative = QColor(0x8a4730),
    .warning = QColor(0xff8a7a),
};

// Set by applyTheme() only; painting code reads it through currentTheme().
Theme activeTheme = lightTheme;

/// Qt 6.4 tells no colour scheme, but the palette the desktop gave us does.
bool desktopIsDark()
{
    static const QPalette desktop = QApplication::palette();
    return desktop.color(QPalette::Window).lightness() < 128;
}

QString firstFamily(const QStringList& wanted, QFontDatabase::SystemFont fallback)
{
    for (const QString& family : wanted) {
        if (QFontDatabase::hasFamily(family))
            return family;
    }
    return QFontDatabase::systemFont(fallback).family();
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::Base, theme.window);
    palette.setColor(QPalette::AlternateBase, theme.canvas);
    palette.setColor(QPalette::Button, theme.window);
    palette.setColor(QPalette::ToolTipBase, theme.window);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accentText);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::Mid, theme.border);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.muted);
    return palette;
}

/// %name% stands for a colour of the theme.
const char* const styleTemplate = R"(
QMainWindow, QDialog { background: %window%; }
QMainWindow::separator { background: %border%; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: %accent%; }
QMenuBar { background: %window%; border-bottom: 1px solid %border%; padding: 2px 6px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: %hover%; }
QMenu { background: %window%; border: 1px solid %border%; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 28px; border-radius: 4px; }
QMenu::item:selected { background: %hover%; }
QMenu::item:disabled { color: %muted%; }
QMenu::icon { left: 6px; }
QMenu::separator { height: 1px; background: %border%; margin: 4px 6px; }
QToolBar { background: %window%; border: 0; border-bottom: 1px solid %border%; padding: 6px 12px; spacing: 6px; }
QToolBar::separator { background: %border%; width: 1px; margin: 5px 6px; }
QToolButton, QPushButton, QComboBox, QSpinBox, QDoubleSpinBox {
  background: %window%; border: 1px solid %border%; border-radius: 6px; padding: 4px 9px; color: %text%; }
QToolButton:hover, QPushButton:hover, QComboBox:hover { background: %hover%; }
QToolButton:pressed, QPushButton:pressed { background: %border%; }
QToolButton:checked { background: %hover%; border-color: %muted%; }
QToolButton:disabled, QPushButton:disabled, QComboBox:disabled { color: %muted%; }
QToolButton:focus, QPushButton:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: %accent%; }
QToolButton[primary="true"], QPushButton:default { background: %accent%; border-color: %accent%; color: %accentText%; font-weight: 600; }
QToolButton[primary="true"]:focus, QPushButton:default:focus { border: 2px solid %text%; padding: 3px 8px; }
QToolButton[tab="true"] { border: 1px solid transparent; padding: 4px 8px; color: %muted%; }
QToolButton[tab="true"]:hover { background: %hover%; }
QToolButton[tab="true"]:checked { background: %hover%; color: %text%; font-weight: 600; }
QToolButton[tab="true"]:focus { border-color: %accent%; }
QComboBox { padding-right: 20px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/chevron-%tone%.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: %window%; border: 1px solid %border%; padding: 4px; outline: 0;
  selection-background-color: %hover%; selection-color: %text%; }
QLineEdit { background: %window%; border: 1px solid %border%; border-radius: 6px; padding: 4px 8px; }
QLineEdit:focus { border-color: %accent%; }
QLineEdit#sentence { border: 0; border-bottom: 1px solid transparent; border-radius: 0; padding: 2px 0; }
QLineEdit#sentence:focus { border-bottom-color: %accent%; }
QLineEdit#cellEditor { border: 2px solid %accent%; border-radius: 0; padding: 0 3px; }
QLabel[role="heading"] { color: %muted%; font-weight: 600; }
QLabel[role="muted"] { color: %muted%; }
QTableView { background: %window%; gridline-color: %border%; border: 0; selection-background-color: transparent; selection-color: %text%; }
QHeaderView { background: %window%; border: 0; }
QHeaderView::section { background: %window%; color: %muted%; border: 0; padding: 3px 6px; }
QHeaderView::section:checked { color: %text%; font-weight: 600; }
QTableCornerButton::section { background: %window%; border: 0; }
QDockWidget { titlebar-close-icon: url(:/icons/close-%tone%.svg); titlebar-normal-icon: url(:/icons/float-%tone%.svg); }
QDockWidget::title { background: %window%; color: %muted%; padding: 6px 12px; border-bottom: 1px solid %border%; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle { background: %border%; border-radius: 3px; min-width: 24px; min-height: 24px; margin: 2px; }
QScrollBar::handle:hover { background: %muted%; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QStatusBar { background: %window%; border-top: 1px solid %border%; color: %muted%; }
QStatusBar::item { border: 0; }
QToolTip { background: %window%; color: %text%; border: 1px solid %border%; padding: 3px 6px; }
QProgressBar { border: 0; border-radius: 3px; background: %border%; max-height: 6px; }
QProgressBar::chunk { background: %accent%; border-radius: 3px; }
)";

QString styleSheetOf(const Theme& theme)
{
    const std::pair<const char*, QColor> colours[] = {
        {"window", theme.window}, {"canvas", theme.canvas},         {"border", theme.border},
        {"text", theme.text},     {"muted", theme.muted},           {"accent", theme.accent},
        {"hover", theme.hover},   {"accentText", theme.accentText},
    };
    QString sheet = QString::fromLatin1(styleTemplate);
    for (const auto& [name, colour] : colours)
        sheet.replace(QStringLiteral("%%1%").arg(QLatin1String(name)), colour.name());
    sheet.replace(QStringLiteral("%tone%"),
                  theme.dark ? QStringLiteral("dark") : QStringLiteral("light"));
    return sheet;
}

} // namespace

const Theme& currentTheme()
{
    return activeTheme;
}

void applyTheme(QApplication& application, ThemeChoice choice)
{
    const bool dark = choice == ThemeChoice::System ? desktopIsDark() : choice == ThemeChoice::Dark;
    activeTheme = dark ? darkTheme : lightTheme;
    QApplication::setFont(textFont());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(paletteOf(activeTheme));
    application.setStyleSheet(styleSheetOf(activeTheme));
}

QFont textFont()
{
    QFont font(firstFamily({QStringLiteral("Inter")}, QFontDatabase::GeneralFont));
    font.setPointSizeF(9.75);
    return font;
}

QFont numberFont()
{
    static const QString family
        = firstFamily({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono")},
                      QFontDatabase::FixedFont);
    QFont font(family);
    font.setPointSizeF(QApplication::font().pointSizeF());
    return font;
}

} // namespace headlight
