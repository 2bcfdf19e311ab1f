#include "ui/style/theme.h"

#include "ui/style/desktop_colors.h"
#include "ui/style/resources.h"
#include "ui/style/style_sheet.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace headlight {

const Theme lightTheme = {
    .dark = false,
    .window = QColor(0xffffff),
    .panel = QColor(0xffffff),
    .canvas = QColor(0xf4f5f7),
    .control = QColor(0xffffff),
    .cell = QColor(0xffffff),
    .hover = QColor(0xe9ecf1),
    .border = QColor(0xdfe2e7),
    .outline = QColor(0x878e9a),
    .text = QColor(0x1d2129),
    .muted = QColor(0x616875),
    .disabled = QColor(0xa7adb8),
    .accent = QColor(0x2f5fd0),
    .accentText = QColor(0xffffff),
    .selection = QColor(0xe8590c),
    .cellTint = QColor(0x94afe1),
    .cellTintNegative = QColor(0xe8aba2),
    .warning = QColor(0xb42318),
};

const Theme darkTheme = {
    .dark = true,
    .window = QColor(0x22252b),
    .panel = QColor(0x22252b),
    .canvas = QColor(0x1b1d22),
    .control = QColor(0x191b20),
    .cell = QColor(0x1e2026),
    .hover = QColor(0x2f333b),
    .border = QColor(0x343841),
    .outline = QColor(0x747b88),
    .text = QColor(0xe6e8ec),
    .muted = QColor(0x9aa1ad),
    .disabled = QColor(0x626873),
    .accent = QColor(0x8ab4ff),
    .accentText = QColor(0x111111),
    .selection = QColor(0xffb454),
    .cellTint = QColor(0x2e4b7f),
    .cellTintNegative = QColor(0x7d4238),
    .warning = QColor(0xff8a7a),
};

namespace {

// The one thing here that changes; applyTheme() and ThemeForPainting change it.
const Theme*& activeTheme()
{
    static const Theme* theme = &lightTheme;
    return theme;
}

QFont fontOf(const QStringList& families, QFontDatabase::SystemFont fallback)
{
    QFont font = QFontDatabase::systemFont(fallback);
    for (const QString& family : families) {
        if (!QFontDatabase::hasFamily(family))
            continue;
        font.setFamily(family);
        break;
    }
    font.setPointSizeF(10);
    return font;
}

QPalette paletteOf(const Theme& theme)
{
    // Every role gets a colour of ours, so that none of the desktop's other theme shows through.
    QPalette palette(theme.text, theme.control, theme.border, theme.outline, theme.border,
                     theme.text, theme.accentText, theme.control, theme.window);
    palette.setColor(QPalette::AlternateBase, theme.canvas);
    palette.setColor(QPalette::Midlight, theme.hover);
    palette.setColor(QPalette::Shadow, theme.outline);
    palette.setColor(QPalette::ToolTipBase, theme.window);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accentText);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
        palette.setColor(QPalette::Disabled, role, theme.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, theme.disabled);
    return palette;
}

bool isOurs(const QPalette& palette)
{
    return palette.color(QPalette::Window) == currentTheme().window
        && palette.color(QPalette::WindowText) == currentTheme().text
        && palette.color(QPalette::Link) == currentTheme().accent;
}

/// Asks behind our own palette, which hides the desktop's while it is set.
bool askDesktop()
{
    const QPalette palette = QApplication::palette();
    if (isOurs(palette))
        QApplication::setPalette(QPalette());
    const bool dark = desktopIsDark();
    QApplication::setPalette(palette);
    return dark;
}

void useColors(QApplication& application, const Theme& theme)
{
    activeTheme() = &theme;
    QApplication::setPalette(paletteOf(theme));
    application.setStyleSheet(styleSheet(theme));
}

void followDesktop(QApplication& application)
{
    const auto* watcher = new DesktopWatcher(&application);
    QObject::connect(watcher, &DesktopWatcher::changed, &application, [&application] {
        const Theme& theme = askDesktop() ? darkTheme : lightTheme;
        // What follows from our own change finds everything as it should be, and ends here.
        if (&theme != &currentTheme() || !isOurs(QApplication::palette()))
            useColors(application, theme);
    });
}

} // namespace

ThemeForPainting::ThemeForPainting(const Theme& theme)
    : m_before(activeTheme())
{
    activeTheme() = &theme;
}

ThemeForPainting::~ThemeForPainting()
{
    activeTheme() = m_before;
}

const Theme& currentTheme()
{
    return *activeTheme();
}

void applyTheme(QApplication& application, ThemeChoice choice)
{
    initResources();
    delete application.findChild<DesktopWatcher*>();
    if (application.styleSheet().isEmpty())
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(textFont());
    const bool follow = choice == ThemeChoice::System;
    const bool dark = follow ? askDesktop() : choice == ThemeChoice::Dark;
    useColors(application, dark ? darkTheme : lightTheme);
    if (follow)
        followDesktop(application);
}

QFont textFont()
{
    static const QFont font
        = fontOf({QStringLiteral("Inter")}, QFontDatabase::GeneralFont); // looking it up takes long
    return font;
}

QFont numberFont()
{
    static const QFont font = [] {
        QFont found = fontOf({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono")},
                             QFontDatabase::FixedFont);
        found.setStyleHint(QFont::Monospace);
        return found;
    }();
    return font;
}

} // namespace headlight
