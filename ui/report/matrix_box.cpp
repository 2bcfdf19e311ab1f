#include "ui/report/matrix_box.h"

#include "core/explain/why_text.h"
#include "core/report/report_matrix.h"
#include "ui/figure/figure_text.h"
#include "ui/figure/text_line.h"
#include "ui/report/page_text.h"
#include "ui/style/theme.h"
#include "ui/views/typesetter.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>

namespace headlight {
namespace {

struct BoxTexts {
    Q_DECLARE_TR_FUNCTIONS(BoxTexts)
};

constexpr double titleHeight = 26;
constexpr double headerHeight = 17;
constexpr double rowHeight = 18;
constexpr double columnGap = 12;
constexpr double bracket = 7; // width of its feet and the room beside them
constexpr int widestRowLabel = 120;
constexpr int widestColumnLabel = 80;

double numberWidth(const QString& text)
{
    return QFontMetricsF(pageFont(PageFont::Number)).horizontalAdvance(text);
}

QString label(const std::string& text, int widest)
{
    return shortened(QFontMetricsF(pageFont(PageFont::Aside)),
                     oneLine(QString::fromStdString(text)), widest);
}

QString wholePart(const QString& number)
{
    static const QRegularExpression end(QStringLiteral("[.e]"));
    return number.left(number.indexOf(end));
}

} // namespace

MatrixBox::Column MatrixBox::columnOf(const ReportMatrix& matrix, Index column, int digits)
{
    Column result;
    result.label = label(matrix.columnLabels[std::size_t(column)], widestColumnLabel);
    double rest = 0; // widest part from the point on
    for (Index row = 0; row < matrix.rows; ++row) {
        const QString number
            = QString::fromStdString(mathNumber((*matrix.values)(row, column), digits));
        const double whole = numberWidth(wholePart(number));
        result.whole = std::max(result.whole, whole);
        rest = std::max(rest, numberWidth(number) - whole);
        result.numbers += number;
    }
    result.width = result.whole + rest;
    const double labelWidth
        = QFontMetricsF(pageFont(PageFont::Aside)).horizontalAdvance(result.label);
    result.room = std::max(result.width, labelWidth) + columnGap;
    return result;
}

std::vector<MatrixBox> MatrixBox::boxesOf(const ReportMatrix& matrix, int digits, double width)
{
    MatrixBox empty;
    empty.m_symbol = matrix.symbol;
    for (const std::string& text : matrix.rowLabels) {
        empty.m_rowLabels += label(text, widestRowLabel);
        empty.m_labelWidth = std::max(
            empty.m_labelWidth,
            QFontMetricsF(pageFont(PageFont::Aside)).horizontalAdvance(empty.m_rowLabels.back()));
    }
    std::vector<MatrixBox> boxes = {empty};
    std::vector<Index> firsts = {0};
    for (Index c = 0; c < matrix.columns; ++c) {
        Column column = columnOf(matrix, c, digits);
        const bool isFull
            = !boxes.back().m_columns.empty() && boxes.back().size().width() + column.room > width;
        if (isFull) {
            boxes.push_back(empty);
            firsts.push_back(c);
        }
        boxes.back().m_columns.push_back(std::move(column));
    }
    const QString shape = QString::fromStdString(shapeText(matrix));
    for (std::size_t i = 0; i < boxes.size(); ++i)
        boxes[i].m_note = boxes.size() == 1
            ? shape
            : BoxTexts::tr("%1, columns %2 to %3")
                  .arg(shape)
                  .arg(firsts[i] + 1)
                  .arg(firsts[i] + Index(boxes[i].m_columns.size()));
    return boxes;
}

double MatrixBox::cellsWidth() const
{
    double width = 2 * bracket;
    for (const Column& column : m_columns)
        width += column.room;
    return width;
}

QSizeF MatrixBox::size() const
{
    const Typesetter typesetter(pageFont(PageFont::Body));
    const double title = typesetter.measure(m_symbol).width + 12
        + QFontMetricsF(pageFont(PageFont::Aside)).horizontalAdvance(m_note);
    return {m_labelWidth + std::max(cellsWidth(), title),
            titleHeight + headerHeight + double(m_rowLabels.size()) * rowHeight + 4};
}

void MatrixBox::paint(QPainter& painter, QPointF topLeft) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintTitle(painter, topLeft + QPointF(m_labelWidth + bracket, 0));
    const double top = topLeft.y() + titleHeight + headerHeight;
    painter.setFont(pageFont(PageFont::Aside));
    painter.setPen(currentTheme().muted);
    for (qsizetype row = 0; row < m_rowLabels.size(); ++row)
        drawTextLine(painter,
                     QRectF(topLeft.x(), top + double(row) * rowHeight, m_labelWidth, rowHeight),
                     Qt::AlignRight | Qt::AlignVCenter, m_rowLabels[row]);
    double x = topLeft.x() + m_labelWidth + bracket;
    for (const Column& column : m_columns) {
        paintColumn(painter, column, {x, top});
        x += column.room;
    }
    paintBrackets(painter, {topLeft.x() + m_labelWidth, top});
}

void MatrixBox::paintTitle(QPainter& painter, QPointF at) const
{
    const Typesetter typesetter(pageFont(PageFont::Body));
    const QPointF baseline(at.x(), at.y() + titleHeight - 9);
    typesetter.walk(m_symbol, baseline, &painter, [](const FormulaPart&, const QRectF&) {});
    painter.setFont(pageFont(PageFont::Aside));
    painter.setPen(currentTheme().muted);
    painter.drawText(baseline + QPointF(typesetter.measure(m_symbol).width + 8, 0), m_note);
}

void MatrixBox::paintColumn(QPainter& painter, const Column& column, QPointF at) const
{
    painter.setFont(pageFont(PageFont::Aside));
    painter.setPen(currentTheme().muted);
    drawTextLine(painter, QRectF(at.x(), at.y() - headerHeight, column.room, headerHeight),
                 Qt::AlignHCenter | Qt::AlignVCenter, column.label);
    painter.setFont(pageFont(PageFont::Number));
    painter.setPen(currentTheme().text);
    const double point = at.x() + (column.room - column.width) / 2 + column.whole;
    const QFontMetricsF metrics(painter.font());
    for (qsizetype row = 0; row < column.numbers.size(); ++row) {
        const double baseline
            = at.y() + double(row) * rowHeight + (rowHeight + metrics.capHeight()) / 2;
        painter.drawText(QPointF(point - numberWidth(wholePart(column.numbers[row])), baseline),
                         column.numbers[row]);
    }
}

void MatrixBox::paintBrackets(QPainter& painter, QPointF at) const
{
    const double bottom = at.y() + double(m_rowLabels.size()) * rowHeight;
    const auto side = [&](double x, double foot) {
        QPainterPath path({x + foot, at.y()});
        path.lineTo(x, at.y());
        path.lineTo(x, bottom);
        path.lineTo(x + foot, bottom);
        painter.strokePath(path, QPen(currentTheme().muted, 1));
    };
    side(at.x() + bracket, 4);
    side(at.x() + cellsWidth() - bracket, -4);
}

} // namespace headlight
