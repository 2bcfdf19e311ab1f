#include "ui/figure/tikz_drawing.h"

#include "ui/figure/cell_values.h"
#include "ui/figure/hatching.h"
#include "ui/session/number_text.h"

#include <QHash>

#include <set>

namespace headlight {
namespace {

QString colorName(QRgb color)
{
    return QStringLiteral("hl%1").arg(color & 0xffffff, 6, 16, QLatin1Char('0'));
}

QString point(QPoint place)
{
    return QStringLiteral("(%1,%2)").arg(place.x()).arg(place.y());
}

class TikzWriter {
public:
    TikzWriter(const Figure& figure, const SheetPlan& plan, double widthMillimetres)
        : m_figure(figure)
        , m_plan(plan)
        , m_millimetres(widthMillimetres / plan.size.width())
    {
    }

    QByteArray write()
    {
        for (std::size_t p = 0; p < m_figure.panels.size(); ++p) {
            const QRect map = m_plan.layout.panels[p].map.translated(m_plan.offset);
            addCells(m_figure.panels[p], map);
            addHatching(m_figure.panels[p], map);
            addBorders(m_figure.panels[p], map);
            addValues(m_figure.panels[p], map);
        }
        if (m_figure.colorBar)
            addCells(colorBarPanel(m_figure), m_plan.layout.colorBar.translated(m_plan.offset));
        for (const PlacedText& text : m_plan.layout.texts)
            addText(text.text, text.where.translated(m_plan.offset).center(), m_figure.style.points,
                    text.upright, m_figure.style.text.rgb());
        return (head() + m_body + QStringLiteral("\\end{tikzpicture}\n")).toUtf8();
    }

private:
    QString head() const
    {
        QString head = QStringLiteral("% Made by Headlight. Needs \\usepackage{tikz}.\n"
                                      "\\begin{tikzpicture}[x=%1mm,y=-%1mm,inner sep=0pt]\n")
                           .arg(m_millimetres, 0, 'f', 6);
        for (const QRgb color : m_colors)
            head += QStringLiteral("\\definecolor{%1}{HTML}{%2}\n")
                        .arg(colorName(color), QColor(color).name().mid(1).toUpper());
        return head
            + QStringLiteral("\\useasboundingbox (0,0) rectangle %1;\n")
                  .arg(point({m_plan.size.width(), m_plan.size.height()}));
    }

    QString color(QRgb color)
    {
        m_colors.insert(color | 0xff000000);
        return colorName(color);
    }

    void addCells(const Panel& panel, const QRect& map)
    {
        const QImage cells = heatImage(*panel.values, panel.scale);
        for (int row = 0; row < cells.height(); ++row) {
            for (int column = 0; column < cells.width(); ++column) {
                const QRect cell = blockAt(map, cells.size(), row, column);
                m_body += QStringLiteral("\\fill[%1] %2 rectangle %3;\n")
                              .arg(color(cells.pixel(column, row)), point(cell.topLeft()),
                                   point(cell.bottomRight() + QPoint(1, 1)));
            }
        }
    }

    static QRect blockAt(const QRect& map, QSize cells, int row, int column)
    {
        const int left = cellEdge(column, cells.width(), map.width());
        const int top = cellEdge(row, cells.height(), map.height());
        return QRect(left, top, cellEdge(column + 1, cells.width(), map.width()) - left,
                     cellEdge(row + 1, cells.height(), map.height()) - top)
            .translated(map.topLeft());
    }

    void addHatching(const Panel& panel, const QRect& map)
    {
        const QSize cells(int(panel.values->cols()), int(panel.values->rows()));
        const auto where = [&](int r, int c) { return blockAt(map, cells, r, c); };
        for (const NotFinite kind :
             {NotFinite::NaN, NotFinite::PlusInfinity, NotFinite::MinusInfinity}) {
            const QPainterPath lines = hatching(*panel.values, kind, where);
            for (int i = 0; i + 1 < lines.elementCount(); i += 2) // always pairs: from, to
                addLine(lines.elementAt(i), lines.elementAt(i + 1), hatchColor(kind));
        }
    }

    void addBorders(const Panel& panel, const QRect& map)
    {
        const QSize cells(int(panel.values->cols()), int(panel.values->rows()));
        if (!m_figure.cellBorders || !bordersFit(blockAt(map, cells, 0, 0).width()))
            return;
        const QRgb ink = m_figure.style.border.rgb();
        for (int row = 0; row <= cells.height(); ++row) {
            const int y = map.top() + cellEdge(row, cells.height(), map.height());
            addLine(QPoint(map.left(), y), QPoint(map.right() + 1, y), ink);
        }
        for (int column = 0; column <= cells.width(); ++column) {
            const int x = map.left() + cellEdge(column, cells.width(), map.width());
            addLine(QPoint(x, map.top()), QPoint(x, map.bottom() + 1), ink);
        }
    }

    /// As thick as one layout pixel, like the lines of the other formats.
    void addLine(const QPointF& from, const QPointF& to, QRgb ink)
    {
        m_body += QStringLiteral("\\draw[%1,line width=%2mm] %3 -- %4;\n")
                      .arg(color(ink), QString::number(m_millimetres, 'f', 4),
                           point(from.toPoint()), point(to.toPoint()));
    }

    void addValues(const Panel& panel, const QRect& map)
    {
        const Matrix& values = *panel.values;
        const QSize cells(int(values.cols()), int(values.rows()));
        const QSize cell = blockAt(map, cells, 0, 0).size();
        const QFont font = valueFont(figureValueFont(m_figure.style), cell);
        if (!m_figure.values || !valuesFit(values, m_figure.digits, font, cell))
            return;
        for (int r = 0; r < cells.height(); ++r) {
            const Colorizer colors(panel.scale.ofRow(values, r));
            for (int c = 0; c < cells.width(); ++c)
                addText(fixedNumber(values(r, c), m_figure.digits),
                        blockAt(map, cells, r, c).center(), m_figure.style.points, false,
                        textColorOn(colors(values(r, c))).rgb());
        }
    }

    /// Letters shrink with the picture, as they do in the other formats.
    void addText(const QString& text, QPoint centre, double points, bool upright, QRgb ink)
    {
        const double size = points * m_millimetres / millimetresPerInch * pixelsPerInch;
        m_body += QStringLiteral("\\node[text=%1,%2font=\\fontsize{%3pt}{%3pt}\\selectfont] at %4 "
                                 "{%5};\n")
                      .arg(color(ink), upright ? QStringLiteral("rotate=90,") : QString(),
                           QString::number(size, 'f', 2), point(centre), latexText(text));
    }

    const Figure& m_figure;
    const SheetPlan& m_plan;
    double m_millimetres; // of a layout pixel
    std::set<QRgb> m_colors;
    QString m_body;
};

} // namespace

QString latexText(const QString& text)
{
    static const QHash<QChar, QString> special
        = {{u'\\', QStringLiteral("\\textbackslash{}")},
           {u'{', QStringLiteral("\\{")},
           {u'}', QStringLiteral("\\}")},
           {u'$', QStringLiteral("\\$")},
           {u'&', QStringLiteral("\\&")},
           {u'#', QStringLiteral("\\#")},
           {u'%', QStringLiteral("\\%")},
           {u'_', QStringLiteral("\\_")},
           {u'^', QStringLiteral("\\textasciicircum{}")},
           {u'~', QStringLiteral("\\textasciitilde{}")},
           {u'<', QStringLiteral("\\textless{}")},
           {u'>', QStringLiteral("\\textgreater{}")},
           {u'"', QStringLiteral("\\textquotedbl{}")},
           {QChar(0x2212), QStringLiteral("$-$")},
           {QChar(0x2264), QStringLiteral("$\\le$")},
           {QChar(0x221e), QStringLiteral("$\\infty$")},
           {QChar(0x21b5), QStringLiteral("$\\hookleftarrow$")},
           {QChar(0x2026), QStringLiteral("\\dots{}")}};
    QString latex;
    for (const QChar c : oneLine(text))
        latex += special.value(c, QString(c));
    return latex;
}

QByteArray tikzDrawing(const Figure& figure, const SheetPlan& plan, double widthMillimetres)
{
    return TikzWriter(figure, plan, widthMillimetres).write();
}

} // namespace headlight
