#include "ui/figure/figure_export.h"

#include "ui/figure/figure_plot.h"
#include "ui/figure/heat_plottable.h"
#include "ui/figure/svg_cells.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <cmath>

namespace headlight {
namespace {

struct ExportTexts {
    Q_DECLARE_TR_FUNCTIONS(ExportTexts)
};

constexpr double millimetresPerInch = 25.4;
constexpr double pixelsPerInch = 96; // of the layout
constexpr int largestSide = 32767; // of a picture, in pixels
constexpr int pdfResolution = 1200;
constexpr int fastPng
    = 80; // QImageWriter's way of saying zlib level 1: 5 times faster, 10 % larger

/// A figure laid out at its natural size, with the factor that makes it as wide as wanted.
struct Sheet {
    std::unique_ptr<FigurePlot> plot;
    QSize size; // in layout pixels
    double scale = 1; // layout pixels to wanted width

    double widthMillimetres() const
    {
        return size.width() * scale / pixelsPerInch * millimetresPerInch;
    }
    double heightMillimetres() const
    {
        return size.height() * scale / pixelsPerInch * millimetresPerInch;
    }
};

QSize layoutSize(const Figure& figure, const FigureSize& size)
{
    return naturalSize(figure,
                       int(size.widthMillimetres / millimetresPerInch * pixelsPerInch + 0.5));
}

double scaleOf(QSize layout, const FigureSize& size)
{
    return size.widthMillimetres / millimetresPerInch * pixelsPerInch / layout.width();
}

Sheet makeSheet(const Figure& figure, const FigureSize& size)
{
    Sheet sheet;
    sheet.size = layoutSize(figure, size);
    sheet.scale = scaleOf(sheet.size, size);
    sheet.plot = std::make_unique<FigurePlot>();
    sheet.plot->resize(sheet.size);
    Figure fixed = figure;
    if (fixed.columns == 0)
        fixed.columns = std::max(1, int(std::ceil(std::sqrt(double(figure.panels.size())))));
    sheet.plot->setFigure(fixed);
    sheet.plot->arrange(sheet.size, 0);
    return sheet;
}

Result<Ok> checkSize(const Figure& figure, const FigureSize& size)
{
    if (figure.panels.empty() || figure.panels.front().values->size() == 0)
        return Error{
            ExportTexts::tr("There is nothing to draw: the sentence has no tokens.").toStdString()};
    if (!(size.widthMillimetres >= 5) || size.widthMillimetres > 5000)
        return Error{ExportTexts::tr("A figure can be 5 to 5000 mm wide, not %1 mm.")
                         .arg(size.widthMillimetres)
                         .toStdString()};
    if (size.dpi < 10 || size.dpi > 4800)
        return Error{ExportTexts::tr("The resolution can be 10 to 4800 dpi, not %1.")
                         .arg(size.dpi)
                         .toStdString()};
    return Ok{};
}

Result<Ok> checkPixels(const Figure& figure, const FigureSize& size)
{
    if (const Result<Ok> sizes = checkSize(figure, size); !sizes)
        return sizes;
    const QSize pixels = pixelSize(figure, size);
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

/// Qt notes the time of writing; the same figure shall give the same bytes. The length stays, so
/// the offsets in the file stay true.
void forgetTime(QByteArray& pdf)
{
    static const QRegularExpression date(QStringLiteral("D:\\d{14}[^)]*"));
    const QString text = QString::fromLatin1(pdf);
    QRegularExpressionMatchIterator dates = date.globalMatch(text);
    while (dates.hasNext()) {
        const QRegularExpressionMatch match = dates.next();
        QByteArray fixed = QByteArrayLiteral("D:20000101000000Z");
        fixed = fixed.leftJustified(match.capturedLength(), ' ', true);
        pdf.replace(match.capturedStart(), match.capturedLength(), fixed);
    }
}

QByteArray renderPdf(const Figure& figure, const FigureSize& size)
{
    constexpr double pointsPerInch = 72;
    // Qt rounds a page to whole points; the figure is made to fill it, so that nothing is cut off.
    const double points = std::round(size.widthMillimetres / millimetresPerInch * pointsPerInch);
    Sheet sheet = makeSheet(figure, size);
    sheet.scale = points / pointsPerInch * pixelsPerInch / sheet.size.width();
    const double height
        = std::ceil(sheet.size.height() * sheet.scale * pointsPerInch / pixelsPerInch);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(pdfResolution);
        writer.setTitle(figure.title);
        writer.setCreator(QStringLiteral("Headlight"));
        writer.setPageSize(
            QPageSize(QSizeF(points, height), QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins({});
        QCPPainter painter(&writer);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNonCosmetic);
        painter.scale(sheet.scale * pdfResolution / pixelsPerInch,
                      sheet.scale * pdfResolution / pixelsPerInch);
        sheet.plot->toPainter(&painter, sheet.size.width(), sheet.size.height());
    }
    forgetTime(bytes);
    return bytes;
}

QString placeholder(std::size_t heat)
{
    return QStringLiteral("@heat%1@").arg(heat);
}

/// Puts the cells of every heatmap where its placeholder stands.
QString withCells(QString svg, const FigurePlot& plot)
{
    for (std::size_t i = 0; i < plot.heats().size(); ++i) {
        const HeatPlottable& heat = *plot.heats()[i];
        const QRegularExpression mark(
            QStringLiteral("<text[^>]*>\\s*%1\\s*</text>").arg(placeholder(i)));
        const QRegularExpressionMatch found = mark.match(svg);
        Q_ASSERT(found.hasMatch());
        svg.replace(found.capturedStart(), found.capturedLength(),
                    QString::fromLatin1(svgCells(heat.panel(), heat.mapRect())));
    }
    return svg;
}

QByteArray renderSvg(const Figure& figure, const FigureSize& size)
{
    const Sheet sheet = makeSheet(figure, size);
    for (std::size_t i = 0; i < sheet.plot->heats().size(); ++i)
        sheet.plot->heats()[i]->setPlaceholder(placeholder(i));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setResolution(int(pixelsPerInch));
        generator.setSize(sheet.size);
        generator.setViewBox(QRect({}, sheet.size));
        generator.setTitle(figure.title);
        generator.setDescription({});
        QCPPainter painter(&generator);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNonCosmetic);
        sheet.plot->toPainter(&painter, sheet.size.width(), sheet.size.height());
    }
    QString svg = withCells(QString::fromUtf8(bytes), *sheet.plot);
    // The size Qt wrote is that of the layout, in whole pixels.
    static const QRegularExpression sizes(QStringLiteral("width=\"[^\"]*\" height=\"[^\"]*\""));
    const QRegularExpressionMatch found = sizes.match(svg);
    svg.replace(found.capturedStart(), found.capturedLength(),
                QStringLiteral("width=\"%1mm\" height=\"%2mm\"")
                    .arg(sheet.widthMillimetres(), 0, 'f', 3)
                    .arg(sheet.heightMillimetres(), 0, 'f', 3));
    return svg.toUtf8();
}

Result<QByteArray> renderPng(const Figure& figure, const FigureSize& size)
{
    const Result<QImage> image = renderImage(figure, size);
    if (!image)
        return image.error();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setCompression(fastPng);
    if (!figure.title.isEmpty())
        writer.setText(QStringLiteral("Title"), figure.title);
    writer.setText(QStringLiteral("Software"), QStringLiteral("Headlight"));
    if (!writer.write(*image))
        return Error{writer.errorString().toStdString()};
    return bytes;
}

} // namespace

std::optional<FigureFormat> formatOfFile(const QString& fileName)
{
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf}) {
        if (suffix == suffixOf(format))
            return format;
    }
    return std::nullopt;
}

QString suffixOf(FigureFormat format)
{
    switch (format) {
    case FigureFormat::Png:
        return QStringLiteral("png");
    case FigureFormat::Svg:
        return QStringLiteral("svg");
    case FigureFormat::Pdf:
        return QStringLiteral("pdf");
    }
    return {};
}

QSize pixelSize(const Figure& figure, const FigureSize& size)
{
    const QSize layout = layoutSize(figure, size);
    const double factor = scaleOf(layout, size) * size.dpi / pixelsPerInch;
    return {int(std::lround(layout.width() * factor)), int(std::lround(layout.height() * factor))};
}

Result<QImage> renderImage(const Figure& figure, const FigureSize& size)
{
    if (const Result<Ok> allowed = checkPixels(figure, size); !allowed)
        return allowed.error();
    const Sheet sheet = makeSheet(figure, size);
    const QSize pixels = pixelSize(figure, size);
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
        return renderPng(figure, size);
    case FigureFormat::Svg:
        return renderSvg(figure, size);
    case FigureFormat::Pdf:
        return renderPdf(figure, size);
    }
    return QByteArray();
}

} // namespace headlight
