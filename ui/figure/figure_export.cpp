#include "ui/figure/figure_export.h"

#include "ui/figure/embedded_recipe.h"
#include "ui/figure/figure_sheet.h"
#include "ui/figure/html_page.h"
#include "ui/figure/png_file.h"
#include "ui/figure/tikz_drawing.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageWriter>

#include <cmath>

namespace headlight {
namespace {

struct ExportTexts {
    Q_DECLARE_TR_FUNCTIONS(ExportTexts)
};

constexpr int largestSide = 32767; // of a picture, in pixels
Result<Ok> checkSize(const Figure& figure, const FigureSize& size)
{
    if (figure.panels.empty() || figure.panels.front().values->size() == 0)
        return Error{
            ExportTexts::tr("There is nothing to draw: the sentence has no tokens.").toStdString()};
    if (!(size.widthMillimetres >= 5) || size.widthMillimetres > 5000)
        return Error{ExportTexts::tr("A figure can be 5 to 5000 mm wide, not %1 mm.")
                         .arg(size.widthMillimetres)
                         .toStdString()};
    if (size.heightMillimetres != 0
        && (!(size.heightMillimetres >= 5) || size.heightMillimetres > 5000))
        return Error{ExportTexts::tr("A page can be 5 to 5000 mm high, not %1 mm.")
                         .arg(size.heightMillimetres)
                         .toStdString()};
    if (size.dpi < 10 || size.dpi > 4800)
        return Error{ExportTexts::tr("The resolution can be 10 to 4800 dpi, not %1.")
                         .arg(size.dpi)
                         .toStdString()};
    return Ok{};
}

Result<Ok> checkPixels(QSize pixels)
{
    constexpr double largestArea = 400e6;
    if (pixels.width() <= largestSide && pixels.height() <= largestSide
        && double(pixels.width()) * pixels.height() <= largestArea)
        return Ok{};
    return Error{ExportTexts::tr("The picture would have %1 × %2 pixels, more than a PNG of this "
                                 "program may have. Choose fewer dpi or a smaller width.")
                     .arg(pixels.width())
                     .arg(pixels.height())
                     .toStdString()};
}

QList<std::pair<QString, QString>> textsOf(const Figure& figure)
{
    QList<std::pair<QString, QString>> texts;
    if (!figure.title.isEmpty())
        texts.append({QStringLiteral("Title"), figure.title});
    texts.append({QStringLiteral("Software"), QStringLiteral("Headlight")});
    if (!figure.recipe.isEmpty())
        texts.append({recipeKey, QString::fromLatin1(figure.recipe)});
    return texts;
}

Result<QByteArray> tiffFile(const QImage& image, const Figure& figure)
{
    constexpr int lzw = 1; // as Qt's plugin counts
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "tiff");
    writer.setCompression(lzw);
    for (const auto& [keyword, text] : textsOf(figure))
        writer.setText(keyword, text);
    if (!writer.write(image))
        return Error{writer.errorString().toStdString()};
    return bytes;
}

Result<QByteArray> renderPicture(const Figure& figure, FigureFormat format, const FigureSize& size)
{
    const Result<QImage> image = renderImage(figure, size);
    if (!image)
        return image.error();
    return format == FigureFormat::Tiff ? tiffFile(*image, figure)
                                        : pngFile(*image, textsOf(figure));
}

QSize pixelsOf(const SheetPlan& plan, const FigureSize& size)
{
    const double width = size.widthMillimetres / millimetresPerInch;
    constexpr double mostPixels = 1e9; // a sheet of few columns and many rows may be very high
    const double height = width * size.dpi / plan.size.width() * plan.size.height();
    return {int(std::lround(width * size.dpi)), int(std::lround(std::min(height, mostPixels)))};
}

} // namespace

QSize pixelSize(const Figure& figure, const FigureSize& size)
{
    return pixelsOf(planSheet(figure, size), size);
}

Result<QImage> renderImage(const Figure& figure, const FigureSize& size)
{
    if (const Result<Ok> allowed = checkSize(figure, size); !allowed)
        return allowed.error();
    const SheetPlan plan = planSheet(figure, size);
    const QSize pixels = pixelsOf(plan, size);
    if (const Result<Ok> allowed = checkPixels(pixels); !allowed)
        return allowed.error();
    const Sheet sheet = makeSheet(figure, size, plan);
    const bool opaque = figure.style.background.alpha() == 255;
    QImage image(pixels, opaque ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return Error{ExportTexts::tr("There is not enough memory for a picture of %1 × %2 pixels.")
                         .arg(pixels.width())
                         .arg(pixels.height())
                         .toStdString()};
    image.fill(figure.style.background);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.scale(double(pixels.width()) / sheet.size.width(),
                  double(pixels.height()) / sheet.size.height());
    sheet.plot->toPainter(&painter, sheet.size.width(), sheet.size.height());
    painter.end();
    const int dotsPerMetre = int(std::lround(size.dpi * 1000 / millimetresPerInch));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return image;
}

Result<QByteArray> renderFigure(const Figure& figure, FigureFormat format, const FigureSize& size)
{
    if (const Result<Ok> allowed = checkSize(figure, size); !allowed)
        return allowed.error();
    switch (format) {
    case FigureFormat::Png:
    case FigureFormat::Tiff:
        return renderPicture(figure, format, size);
    case FigureFormat::Svg:
        return svgDrawing(makeSheet(figure, size, planSheet(figure, size)));
    case FigureFormat::Pdf:
        return pdfPage(makeSheet(figure, size, planSheet(figure, size)));
    case FigureFormat::Tex:
        return tikzDrawing(figure, planSheet(figure, size), size.widthMillimetres);
    case FigureFormat::Html:
        return htmlPage(figure);
    }
    return QByteArray();
}

} // namespace headlight
