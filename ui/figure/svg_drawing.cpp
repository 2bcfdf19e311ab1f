#include "ui/figure/embedded_recipe.h"
#include "ui/figure/figure_sheet.h"
#include "ui/figure/heat_plottable.h"
#include "ui/figure/svg_cells.h"

#include <QBuffer>
#include <QRegularExpression>
#include <QSvgGenerator>

namespace headlight {
namespace {

QString placeholder(std::size_t heat)
{
    return QStringLiteral("@heat%1@").arg(heat);
}

/// What Qt draws, with the cells left out.
QString withoutCells(const Sheet& sheet)
{
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
        generator.setTitle(sheet.title.toHtmlEscaped()); // Qt does not
        generator.setDescription({});
        QCPPainter painter(&generator);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNonCosmetic);
        sheet.plot->toPainter(&painter, sheet.size.width(), sheet.size.height());
    }
    return QString::fromUtf8(bytes);
}

/// The file with the cells of every heatmap where its placeholder stands. Heatmaps come in their
/// order and before all other texts, so that no token can be taken for one.
QByteArray withCells(const QString& svg, const FigurePlot& plot)
{
    QByteArray bytes;
    qsizetype done = 0;
    for (std::size_t i = 0; i < plot.heats().size(); ++i) {
        const HeatPlottable& heat = *plot.heats()[i];
        const QRegularExpression mark(
            QStringLiteral("<text[^>]*>\\s*%1\\s*</text>").arg(placeholder(i)));
        const QRegularExpressionMatch found = mark.match(svg, done);
        Q_ASSERT(found.hasMatch());
        bytes += QStringView(svg).mid(done, found.capturedStart() - done).toUtf8();
        bytes += svgCells(heat.panel(), heat.mapRect());
        done = found.capturedEnd();
    }
    return bytes + QStringView(svg).mid(done).toUtf8();
}

/// Qt opens a group for every change of the pen, drawn with or not.
void removeEmptyGroups(QString& svg)
{
    static const QRegularExpression empty(QStringLiteral("<g [^>]*>\\s*</g>\\s*"));
    svg.remove(empty);
}

/// For readers without our fonts.
void nameOtherFonts(QString& svg)
{
    static const QRegularExpression family(QStringLiteral("font-family=\"([^\"]*)\""));
    const QString mono = QStringLiteral("font-family=\"JetBrains Mono");
    svg.replace(family, QStringLiteral("font-family=\"\\1, sans-serif\""));
    svg.replace(mono + QStringLiteral(", sans-serif"), mono + QStringLiteral(", monospace"));
}

/// The size Qt wrote is that of the layout, in whole pixels.
void setSize(QString& svg, const Sheet& sheet)
{
    static const QRegularExpression size(QStringLiteral("width=\"[^\"]*\" height=\"[^\"]*\""));
    const QRegularExpressionMatch found = size.match(svg);
    svg.replace(found.capturedStart(), found.capturedLength(),
                QStringLiteral("width=\"%1mm\" height=\"%2mm\"")
                    .arg(sheet.widthMillimetres(), 0, 'f', 3)
                    .arg(sheet.heightMillimetres(), 0, 'f', 3));
}

} // namespace

QByteArray svgDrawing(const Sheet& sheet)
{
    QString svg = withoutCells(sheet);
    setSize(svg, sheet);
    nameOtherFonts(svg);
    removeEmptyGroups(svg);
    if (!sheet.recipe.isEmpty())
        svg.insert(svg.lastIndexOf(QStringLiteral("</svg>")), svgRecipe(sheet.recipe));
    return withCells(svg, *sheet.plot);
}

} // namespace headlight
