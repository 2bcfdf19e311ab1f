#pragma once

#include <QString>

namespace headlight {

/// A tool-tip that shows `text` exactly as it is. Qt guesses whether a tool-tip is HTML, and a
/// token such as <s> would vanish; explicit HTML with everything escaped leaves nothing to guess.
inline QString plainToolTip(const QString& text)
{
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

/// `text` for a button, menu or label: "&" would otherwise mark a shortcut.
inline QString withoutMnemonic(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace headlight
