#include "ui/figure/embedded_recipe.h"
#include "ui/figure/figure_sheet.h"
#include "ui/figure/pdf_bytes.h"

#include <QBuffer>
#include <QPdfWriter>

#include <cmath>

namespace headlight {
namespace {

constexpr int resolution = 1200;
constexpr double pointsPerInch = 72;

double points(double millimetres)
{
    return millimetres / millimetresPerInch * pointsPerInch;
}

/// Qt rounds a page to whole points. The figure lies at its top left.
void trimPage(QByteArray& pdf, QSizeF pointSize, double qtHeight)
{
    const QByteArray box = "0 " + QByteArray::number(qtHeight - pointSize.height(), 'f', 3) + ' '
        + QByteArray::number(pointSize.width(), 'f', 3) + ' ' + QByteArray::number(qtHeight);
    overwriteInPdf(pdf, QStringLiteral("/MediaBox \\[(0 0 [0-9. ]*)\\]"), box);
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
