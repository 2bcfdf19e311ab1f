#include "ui/figure/html_page.h"

#include "ui/figure/figure_text.h"
#include "ui/figure/panel_grid.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageWriter>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace headlight {
namespace {

struct PageTexts {
    Q_DECLARE_TR_FUNCTIONS(PageTexts)
};

/// Steps of a cell's value; the page knows these three as well.
constexpr int mostSteps = 65000;
constexpr int minusInfinityStep = 65533;
constexpr int infinityStep = 65534;
constexpr int nanStep = 65535;

/// A value is (first + step) / perUnit.
struct Steps {
    double first = 0;
    double perUnit = 1;

    int of(double value) const
    {
        if (std::isnan(value))
            return nanStep;
        if (std::isinf(value))
            return value > 0 ? infinityStep : minusInfinityStep;
        return int(std::lround(std::nearbyint(value * perUnit) - first));
    }
};

Steps stepsFor(const Matrix& values, int digits)
{
    double low = 0;
    double high = 0;
    for (Index i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values.data()[i]))
            continue;
        low = std::min(low, values.data()[i]);
        high = std::max(high, values.data()[i]);
    }
    const double finest = mostSteps / std::max(high / 2 - low / 2, 1e-300) / 2;
    const double perUnit = std::min(std::pow(10, digits), finest);
    return {std::nearbyint(low * perUnit), perUnit};
}

/// High bytes in the left half, low bytes in the right: this packs better than pairs of bytes.
QImage bytePlanes(const Matrix& values, const Steps& steps)
{
    const int columns = int(values.cols());
    QImage planes(2 * columns, int(values.rows()), QImage::Format_Grayscale8);
    for (int r = 0; r < planes.height(); ++r) {
        uchar* const line = planes.scanLine(r);
        for (int c = 0; c < columns; ++c) {
            const int step = steps.of(values(r, c));
            line[c] = uchar(step / 256);
            line[columns + c] = uchar(step % 256);
        }
    }
    return planes;
}

QByteArray packed(const QImage& image)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setCompression(100);
    writer.write(image);
    return png.toBase64();
}

QString paletteText(ColorMap map)
{
    QString text;
    for (const QRgb color : colorTable(map))
        text += QColor::fromRgb(color).name().mid(1);
    return text;
}

QString bendName(ColorBend bend)
{
    switch (bend) {
    case ColorBend::Linear:
        return QStringLiteral("linear");
    case ColorBend::SquareRoot:
        return QStringLiteral("sqrt");
    case ColorBend::Logarithmic:
        return QStringLiteral("log");
    }
    return {};
}

QJsonObject panelData(const Panel& panel, int digits)
{
    const Steps steps = stepsFor(*panel.values, digits);
    const ColorScale& colors = panel.scale.colors;
    return {
        {QStringLiteral("title"), panel.title},
        {QStringLiteral("rows"), int(panel.values->rows())},
        {QStringLiteral("columns"), int(panel.values->cols())},
        {QStringLiteral("first"), steps.first},
        {QStringLiteral("perUnit"), steps.perUnit},
        {QStringLiteral("map"), colorMapName(colors.map)},
        {QStringLiteral("bend"), bendName(colors.bend)},
        {QStringLiteral("low"), colors.floor()},
        {QStringLiteral("high"), colors.high},
        {QStringLiteral("perRow"), panel.scale.perRow},
        {QStringLiteral("steps"), QString::fromLatin1(packed(bytePlanes(*panel.values, steps)))}};
}

QByteArray pageData(const Figure& figure)
{
    QJsonArray panels;
    QJsonObject palettes;
    for (const Panel& panel : figure.panels) {
        panels.append(panelData(panel, figure.digits));
        const ColorMap map = panel.scale.colors.map;
        palettes[colorMapName(map)] = paletteText(map);
    }
    const QJsonObject data
        = {{QStringLiteral("digits"), figure.digits},
           {QStringLiteral("rowLabels"), QJsonArray::fromStringList(figure.rowLabels)},
           {QStringLiteral("columnLabels"), QJsonArray::fromStringList(figure.columnLabels)},
           {QStringLiteral("palettes"), palettes},
           {QStringLiteral("panels"), panels}};
    // No text may end the script it stands in.
    return QJsonDocument(data).toJson(QJsonDocument::Compact).replace('<', "\\u003c");
}

QString canvasText(const Panel& panel, std::size_t index)
{
    const QString name = panel.title.isEmpty() ? PageTexts::tr("Heatmap") : panel.title;
    return QStringLiteral(
               "<figure><figcaption>%1</figcaption><canvas data-panel=\"%2\" width=\"%3\""
               " height=\"%4\" tabindex=\"0\" role=\"application\" aria-label=\"%5\">"
               "</canvas></figure>\n")
        .arg(panel.title.toHtmlEscaped())
        .arg(index)
        .arg(panel.values->cols())
        .arg(panel.values->rows())
        .arg(PageTexts::tr("%1: heatmap; the arrow keys read its cells").arg(name).toHtmlEscaped());
}

QString scaleText(const Figure& figure)
{
    if (!figure.colorBar)
        return PageTexts::tr("These colours have no common key; point at a cell for its value.");
    const HeatScale& scale = figure.panels.front().scale;
    const QStringList ends = barLabels(scale, 2);
    return PageTexts::tr("Colours: %1, from %2 to %3.")
        .arg(colorBendLabel(scale.colors.bend), ends.front(), ends.back());
}

} // namespace

QByteArray htmlPage(const Figure& figure)
{
    const QString title = figure.title.isEmpty() ? PageTexts::tr("Attention") : figure.title;
    const int columns
        = figure.columns > 0 ? figure.columns : evenColumns(int(figure.panels.size()));
    QByteArray page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
        + title.toHtmlEscaped().toUtf8() + "</title>\n<style>\n" + htmlStyle()
        + "</style>\n</head>\n<body>\n<h1>" + title.toHtmlEscaped().toUtf8() + "</h1>\n<p>"
        + scaleText(figure).toHtmlEscaped().toUtf8()
        + "</p>\n<main style=\"--columns:" + QByteArray::number(columns) + "\">\n";
    for (std::size_t p = 0; p < figure.panels.size(); ++p)
        page += canvasText(figure.panels[p], p).toUtf8();
    page += "</main>\n";
    if (!figure.note.isEmpty())
        page += "<p>" + figure.note.toHtmlEscaped().toUtf8() + "</p>\n";
    page += "<output id=\"cell\" aria-live=\"polite\"></output>\n<details id=\"numbers\">"
            "<summary>"
        + PageTexts::tr("The numbers as a table").toUtf8() + "</summary>\n<label>"
        + PageTexts::tr("Heatmap").toUtf8()
        + " <select id=\"which\"></select></label>\n<div id=\"table\"></div>\n</details>\n"
          "<script type=\"application/json\" id=\"data\">"
        + pageData(figure) + "</script>\n<script>\n" + htmlScript()
        + "</script>\n</body>\n</html>\n";
    return page;
}

} // namespace headlight
