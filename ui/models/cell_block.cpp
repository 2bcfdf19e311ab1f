#include "ui/models/cell_block.h"

#include "ui/session/number_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace headlight {
namespace {

struct CellTexts {
    Q_DECLARE_TR_FUNCTIONS(CellTexts)
};

/// Splits tab-separated text into rows of cells; a quoted cell may hold tabs and line ends, and ""
/// stands for one quote.
class CellReader {
public:
    explicit CellReader(const QString& text)
        : m_text(text)
    {
    }

    QList<QStringList> read()
    {
        for (; m_at < m_text.size(); ++m_at)
            take(m_text[m_at]);
        if (!m_cell.isEmpty() || !m_row.isEmpty() || m_rows.isEmpty())
            endRow();
        return m_rows;
    }

private:
    void take(QChar c)
    {
        if (m_quoted)
            takeQuoted(c);
        else if (c == u'"' && m_cell.isEmpty())
            m_quoted = true;
        else if (c == u'\t')
            endCell();
        else if (c == u'\n')
            endRow();
        else if (c != u'\r')
            m_cell += c;
    }

    void takeQuoted(QChar c)
    {
        if (c != u'"') {
            m_cell += c;
        } else if (m_at + 1 < m_text.size() && m_text[m_at + 1] == u'"') {
            m_cell += c;
            ++m_at;
        } else {
            m_quoted = false;
        }
    }

    void endCell()
    {
        m_row += m_cell;
        m_cell.clear();
    }

    void endRow()
    {
        endCell();
        m_rows += m_row;
        m_row.clear();
    }

    const QString& m_text;
    qsizetype m_at = 0;
    bool m_quoted = false;
    QString m_cell;
    QStringList m_row;
    QList<QStringList> m_rows;
};

Error cellError(qsizetype row, qsizetype column, const Error& reason)
{
    return {CellTexts::tr("Row %1, column %2 of the pasted cells: %3")
                .arg(row + 1)
                .arg(column + 1)
                .arg(QString::fromStdString(reason.message))
                .toStdString()};
}

QString shapeText(Index rows, Index columns)
{
    return QStringLiteral("%1 × %2").arg(rows).arg(columns);
}

} // namespace

QString cellsText(const Matrix& matrix, const CellRange& range)
{
    QString text;
    for (Index r = 0; r < range.rows; ++r) {
        QStringList cells;
        for (Index c = 0; c < range.columns; ++c)
            cells += numberText(matrix(range.row + r, range.column + c));
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

Result<Matrix> parseCells(const QString& text)
{
    QString clean = text;
    clean.remove(QChar(0xfeff));
    const QList<QStringList> rows = CellReader(clean).read();
    Matrix block(rows.size(), rows.first().size());
    for (qsizetype r = 0; r < rows.size(); ++r) {
        if (rows[r].size() != block.cols())
            return Error{CellTexts::tr("Row %1 of the pasted cells has %2 cells, but row 1 has %3.")
                             .arg(r + 1)
                             .arg(rows[r].size())
                             .arg(block.cols())
                             .toStdString()};
        for (qsizetype c = 0; c < block.cols(); ++c) {
            const Result<double> number = parseNumber(rows[r][c]);
            if (!number)
                return cellError(r, c, number.error());
            block(r, c) = *number;
        }
    }
    return block;
}

Result<Matrix> pasted(const Matrix& matrix, const CellRange& range, const Matrix& block)
{
    const bool repeats = range.rows % block.rows() == 0 && range.columns % block.cols() == 0;
    const Index rows = repeats ? range.rows : block.rows();
    const Index columns = repeats ? range.columns : block.cols();
    if (!repeats && !range.isSingle())
        return Error{
            CellTexts::tr("%1 numbers do not fill the %2 selected cells. Select one cell, "
                          "or a block of the same shape.")
                .arg(shapeText(block.rows(), block.cols()), shapeText(range.rows, range.columns))
                .toStdString()};
    if (range.row + rows > matrix.rows() || range.column + columns > matrix.cols())
        return Error{CellTexts::tr("%1 numbers do not fit from row %2, column %3 of a %4 matrix.")
                         .arg(shapeText(rows, columns))
                         .arg(range.row + 1)
                         .arg(range.column + 1)
                         .arg(shapeText(matrix.rows(), matrix.cols()))
                         .toStdString()};
    Matrix result = matrix;
    for (Index r = 0; r < rows; ++r) {
        for (Index c = 0; c < columns; ++c)
            result(range.row + r, range.column + c) = block(r % block.rows(), c % block.cols());
    }
    return result;
}

} // namespace headlight
