#include "ui/figure/figure_format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>

namespace headlight {
namespace {

struct FormatTexts {
    Q_DECLARE_TR_FUNCTIONS(FormatTexts)
};

std::vector<FigureFormat> findFormats()
{
    std::vector<FigureFormat> formats = {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf,
                                         FigureFormat::Tex, FigureFormat::Html};
    if (QImageWriter::supportedImageFormats().contains("tiff"))
        formats.push_back(FigureFormat::Tiff);
    return formats;
}

} // namespace

const std::vector<FigureFormat>& figureFormats()
{
    static const std::vector<FigureFormat> formats = findFormats();
    return formats;
}

std::optional<FigureFormat> formatOfFile(const QString& fileName)
{
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    for (const FigureFormat format : figureFormats()) {
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
    case FigureFormat::Tiff:
        return QStringLiteral("tiff");
    case FigureFormat::Tex:
        return QStringLiteral("tex");
    case FigureFormat::Html:
        return QStringLiteral("html");
    }
    return {};
}

QString formatLabel(FigureFormat format)
{
    switch (format) {
    case FigureFormat::Png:
        return FormatTexts::tr("PNG picture");
    case FigureFormat::Svg:
        return FormatTexts::tr("SVG drawing");
    case FigureFormat::Pdf:
        return FormatTexts::tr("PDF page");
    case FigureFormat::Tiff:
        return FormatTexts::tr("TIFF picture");
    case FigureFormat::Tex:
        return FormatTexts::tr("LaTeX drawing (TikZ)");
    case FigureFormat::Html:
        return FormatTexts::tr("Web page to point at");
    }
    return {};
}

QString formatSuffixes()
{
    QStringList suffixes;
    for (const FigureFormat format : figureFormats())
        suffixes += u'.' + suffixOf(format);
    const QString last = suffixes.takeLast();
    return FormatTexts::tr("%1 or %2").arg(suffixes.join(QStringLiteral(", ")), last);
}

bool hasPixels(FigureFormat format)
{
    return format == FigureFormat::Png || format == FigureFormat::Tiff;
}

} // namespace headlight
