#pragma once

#include <QByteArray>
#include <QString>

namespace headlight {

/// Puts `text` in the place of the first match's first group. Its length stays, so that the
/// offsets noted at the end of the file stay true.
void overwriteInPdf(QByteArray& pdf, const QString& pattern, const QByteArray& text);

/// What is drawn the same shall give the same bytes, but Qt notes the time of writing.
void forgetTime(QByteArray& pdf);

} // namespace headlight
