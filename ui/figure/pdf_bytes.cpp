#include "ui/figure/pdf_bytes.h"

#include <QRegularExpression>

namespace headlight {

void overwriteInPdf(QByteArray& pdf, const QString& pattern, const QByteArray& text)
{
    const QRegularExpression place(pattern);
    const QRegularExpressionMatch found = place.match(QString::fromLatin1(pdf));
    if (found.hasMatch() && text.size() <= found.capturedLength(1))
        pdf.replace(found.capturedStart(1), found.capturedLength(1),
                    text.leftJustified(found.capturedLength(1), ' '));
}

void forgetTime(QByteArray& pdf)
{
    overwriteInPdf(pdf, QStringLiteral("/CreationDate \\((D:[^)]*)\\)"), "D:20000101000000Z");
}

} // namespace headlight
