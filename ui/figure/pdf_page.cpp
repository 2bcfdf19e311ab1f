#include "ui/figure/embedded_recipe.h"
#include "ui/figure/figure_sheet.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QRegularExpression>

#include <cmath>

namespace headlight {
namespace {

constexpr int resolution = 1200;
constexpr double pointsPerInch = 72;

double points(double millimetres)
{
    return millimetres / millimetresPerInch * pointsPerInch;
}

/// Puts `text` in the place of the first match's first group. Its length stays, so that the
/// offsets noted at the end of the file stay true.
void overwrite(QByteArray& pdf, const QString& pattern, const QByteArray& text)
{
    const QRegularExpression place(pattern);
    const QRegularExpressionMatch found = place.match(QString::fromLatin1(pdf));
    if (found.hasMatch() && text.size() <= found.capturedLength(1))
        pdf.replace(found.capturedStart(1), found.capturedLength(1),
                    text.leftJustified(found.capturedLength(1), ' '));
}

/// The same figure shall give the same bytes, but Qt notes the time of writing.
void forgetTime(QByteArray& pdf)
{
    overwrite(pdf, QStringLiteral("/CreationDate \\((D:[^)]*)\\)"), "D:20000101000000Z");
}

/// Qt rounds a page to whole points. The figure lies at its top left.
void trimPage(QByteArray& pdf, QSizeF pointSize, double qtHeight)
{
    const QByteArray box = "0 " + QByteArray::number(qtHeight - pointSize.height(), 'f', 3) + ' '
        + QByteArray::number(pointSize.width(), 'f', 3) + ' ' + QByteArray::number(qtHeight);
    overwrite(pdf, QStringLiteral("/MediaBox \\[(0 0 [0-9. ]*)\\]"), box);
}

} // namespace

QByteArray pdfPage(const Sheet& sheet)
{
    const QSizeF exact(points(sheet.widthMillimetres()), points(sheet.heightMillimetres()));
    const QSizeF whole(std::ceil(exact.width()), std::ceil(exact.height()));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(resolution);
        writer.setTitle(sheet.title);
        writer.setCreator(QStringLiteral("Headlight"));
        writer.setPageSize(QPageSize(whole, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins({});
        if (!sheet.recipe.isEmpty())
            writer.addFileAttachment(recipeFile, sheet.recipe, QStringLiteral("application/json"));
        QCPPainter painter(&writer);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNonCosmetic);
        painter.scale(sheet.scale * resolution / pixelsPerInch,
                      sheet.scale * resolution / pixelsPerInch);
        sheet.plot->toPainter(&painter, sheet.size.width(), sheet.size.height());
    }
    forgetTime(bytes);
    trimPage(bytes, exact, whole.height());
    return bytes;
}

} // namespace headlight
