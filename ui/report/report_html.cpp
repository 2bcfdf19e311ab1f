#include "ui/report/report_html.h"

#include "core/explain/why_text.h"
#include "core/report/report_matrix.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/figure_text.h"
#include "ui/report/math_ml.h"
#include "ui/report/report_heatmap.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct HtmlTexts {
    Q_DECLARE_TR_FUNCTIONS(HtmlTexts)
};

constexpr std::size_t shortReport = 8; // so many sections need no table of contents

const char style[] = R"(
:root { color: #1b1e24; background: #fff; }
body { font: 16px/1.5 Inter, system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 2rem; line-height: 1.2; } h2 { margin-top: 2.5rem; } h3 { margin-top: 2rem; }
h2, h3, h4 { line-height: 1.3; break-after: avoid; }
nav ol { padding-left: 1.2rem; } nav a { color: inherit; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; }
dt, .aside, caption, th, .words { color: #5b616d; } dd { margin: 0; white-space: pre-wrap; }
.aside { font-size: .85rem; } .formula { font-size: 1.25rem; margin: 1rem 0 1rem 1rem; }
.equation { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: flex-start;
  margin: 1rem 0; }
.scroll { overflow-x: auto; max-width: 100%; } .operator { align-self: center; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; break-inside: avoid; }
caption { text-align: left; font-size: .85rem; padding-bottom: .2rem; }
th { font-weight: normal; font-size: .8rem; padding: .1rem .5rem; text-align: right; }
thead th { text-align: center; border-bottom: 1px solid #b8bdc6; }
td { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: .85rem; text-align: right;
  padding: .1rem .5rem; white-space: pre; }
tbody th { border-right: 1px solid #b8bdc6; }
.calculation { border-left: 2px solid #b8bdc6; padding-left: 1rem;
  font-family: "JetBrains Mono", ui-monospace, monospace; font-size: .85rem;
  break-inside: avoid; }
.calculation p { margin: .1rem 0; } .words { font-family: Inter, system-ui, sans-serif; }
img { max-width: 100%; height: auto; break-inside: avoid; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } .scroll { overflow: visible; } }
@page { margin: 18mm; }
)";

/// So many figure spaces stand for the digits that `number` has fewer behind its point.
QString padding(const QString& number, qsizetype rest)
{
    const qsizetype point = number.indexOf(u'.');
    const qsizetype own = point < 0 ? 0 : number.size() - point;
    return QString(std::max<qsizetype>(0, rest - own), QChar(0x2007));
}

/// Characters of the longest part from the decimal point on.
qsizetype longestRest(const QStringList& numbers)
{
    qsizetype rest = 0;
    for (const QString& number : numbers) {
        const qsizetype point = number.indexOf(u'.');
        rest = std::max(rest, point < 0 ? 0 : number.size() - point);
    }
    return rest;
}

/// Column by column, so that decimal points lie under each other.
std::vector<QStringList> paddedColumns(const ReportMatrix& matrix, int digits)
{
    std::vector<QStringList> columns;
    for (Index c = 0; c < matrix.columns; ++c) {
        QStringList numbers;
        for (Index r = 0; r < matrix.rows; ++r)
            numbers += QString::fromStdString(mathNumber((*matrix.values)(r, c), digits));
        const qsizetype rest = longestRest(numbers);
        for (QString& number : numbers)
            number += padding(number, rest);
        columns.push_back(std::move(numbers));
    }
    return columns;
}

QString matrixHtml(const ReportMatrix& matrix, int digits)
{
    QString html
        = QStringLiteral("<div class=\"scroll\"><table>\n<caption>%1 = %2, "
                         "%3</caption>\n<thead><tr><td></td>")
              .arg(mathMl(matrix.symbol), oneLineHtml(matrix.name), oneLineHtml(shapeText(matrix)));
    for (const std::string& label : matrix.columnLabels)
        html += QStringLiteral("<th scope=\"col\">%1</th>").arg(oneLineHtml(label));
    html += QStringLiteral("</tr></thead>\n<tbody>\n");
    const std::vector<QStringList> columns = paddedColumns(matrix, digits);
    for (Index r = 0; r < matrix.rows; ++r) {
        html += QStringLiteral("<tr><th scope=\"row\">%1</th>")
                    .arg(oneLineHtml(matrix.rowLabels[std::size_t(r)]));
        for (const QStringList& column : columns)
            html += QStringLiteral("<td>%1</td>").arg(column[qsizetype(r)]);
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</tbody></table></div>\n");
}

QString heatmapHtml(const ReportHeatmap& heatmap, int digits)
{
    constexpr double pixelsPerMillimetre = 96 / 25.4;
    constexpr double widest = 480;
    const int width = figureWidth(heatmap, widest);
    FigureSize size;
    size.widthMillimetres = width / pixelsPerMillimetre;
    const Result<QByteArray> svg = renderFigure(figureOf(heatmap), FigureFormat::Svg, size);
    if (!svg)
        return QStringLiteral("<p>%1</p>\n").arg(oneLineHtml(svg.error().message));
    return QStringLiteral("<img width=\"%1\" alt=\"%2\" src=\"data:image/svg+xml;base64,%3\"/>\n")
        .arg(width)
        .arg(heatmapText(heatmap, digits).toHtmlEscaped(), QString::fromLatin1(svg->toBase64()));
}

/// Writes a block as HTML.
struct BlockWriter {
    int digits;

    QString operator()(const ReportText& text) const
    {
        return QStringLiteral("<p%1>%2</p>\n")
            .arg(text.isAside ? QStringLiteral(" class=\"aside\"") : QString(),
                 QString::fromStdString(text.text).toHtmlEscaped());
    }

    QString operator()(const ReportFacts& facts) const
    {
        QString html = QStringLiteral("<dl>\n");
        for (const auto& [name, value] : facts.facts)
            html += QStringLiteral("<dt>%1</dt><dd>%2</dd>\n")
                        .arg(oneLineHtml(name), oneLineHtml(value));
        return html + QStringLiteral("</dl>\n");
    }

    QString operator()(const FormulaPart& formula) const
    {
        return QStringLiteral("<div class=\"formula\">%1</div>\n").arg(mathMl(formula));
    }

    QString operator()(const ReportEquation& equation) const
    {
        QString html = QStringLiteral("<div class=\"equation\">\n");
        for (const ReportMatrix& matrix : equation.matrices) {
            if (!matrix.before.empty())
                html += QStringLiteral("<span class=\"operator\">%1</span>")
                            .arg(oneLineHtml(matrix.before));
            html += matrixHtml(matrix, digits);
        }
        if (equation.heatmap)
            html += heatmapHtml(*equation.heatmap, digits);
        if (!equation.calculation.empty())
            html += QStringLiteral("<div class=\"calculation\">\n%1</div>\n")
                        .arg(calculationHtml(equation.calculation));
        return html + QStringLiteral("</div>\n");
    }
};

/// One level below the title; levels are never left out.
QString headingHtml(const ReportSection& section, std::size_t index)
{
    return QStringLiteral("<h%1 id=\"s%2\">%3</h%1>\n")
        .arg(section.level + 1)
        .arg(index)
        .arg(oneLineHtml(section.title));
}

QString contentsHtml(const std::vector<ReportSection>& sections)
{
    QString html = QStringLiteral("<nav aria-label=\"%1\">\n<ol>\n").arg(HtmlTexts::tr("Contents"));
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (sections[i].level == 1)
            html += QStringLiteral("<li><a href=\"#s%1\">%2</a></li>\n")
                        .arg(i)
                        .arg(oneLineHtml(sections[i].title));
    }
    return html + QStringLiteral("</ol>\n</nav>\n");
}

} // namespace

QByteArray reportHtml(const Report& report, const ReportProgress& progress)
{
    const QString title = oneLineHtml(report.title);
    QByteArray page = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
                      "<head>\n<meta charset=\"utf-8\"/>\n"
                      "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>"
        + title.toUtf8() + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<main>\n<h1>"
        + title.toUtf8() + "</h1>\n";
    if (report.sections.size() > shortReport)
        page += contentsHtml(report.sections).toUtf8();
    const int total = int(report.sections.size());
    for (int i = 0; i < total; ++i) {
        const ReportSection& section = report.sections[std::size_t(i)];
        page += headingHtml(section, std::size_t(i)).toUtf8();
        for (const ReportBlock& block : section.blocks)
            page += std::visit(BlockWriter{report.digits}, block).toUtf8();
        if (!progress(i + 1, total))
            return {};
    }
    return page + "</main>\n</body>\n</html>\n";
}

} // namespace headlight
