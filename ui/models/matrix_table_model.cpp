#include "ui/models/matrix_table_model.h"

#include "core/math/finite.h"

#include "ui/models/typed_cell.h"
#include "ui/session/number_text.h"
#include "ui/style/plain_text.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

/// At most seven characters: three decimals for small numbers, one digit and an exponent for tiny
/// ones, three digits else.
QString cellText(double value)
{
    const double size = std::abs(value);
    if (!(size > 0 && size < 1))
        return shortNumber(value, 3);
    return size < 0.001 ? shortNumber(value, 1) : shortNumber(std::round(value * 1000) / 1000, 3);
}

} // namespace

void MatrixTableModel::setMatrix(const Matrix& matrix)
{
    const bool sameShape = matrix.rows() == m_matrix.rows() && matrix.cols() == m_matrix.cols();
    if (sameShape && sameBits(matrix, m_matrix))
        return;
    if (!sameShape)
        beginResetModel();
    m_matrix = matrix;
    m_largest = largestFinite(matrix);
    if (!sameShape)
        endResetModel();
    else if (m_matrix.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void MatrixTableModel::setHeadings(const QStringList& rows, const QStringList& columns)
{
    if (rows == m_rowHeadings && columns == m_columnHeadings)
        return;
    m_rowHeadings = rows;
    m_columnHeadings = columns;
    if (rowCount() > 0)
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    if (columnCount() > 0)
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void MatrixTableModel::setEditable(bool editable)
{
    m_editable = editable;
}

void MatrixTableModel::setTints(const QColor& positive, const QColor& negative)
{
    m_positive = positive;
    m_negative = negative;
    if (m_matrix.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                         {Qt::BackgroundRole});
}

void MatrixTableModel::setMarks(const std::vector<MarkedRange>& marks,
                                const std::vector<CellRange>& covered)
{
    const auto same = [](const MarkedRange& a, const MarkedRange& b) {
        return a.range == b.range && a.mark == b.mark;
    };
    if (covered == m_covered
        && std::equal(marks.begin(), marks.end(), m_marks.begin(), m_marks.end(), same))
        return;
    m_marks = marks;
    m_covered = covered;
    if (m_matrix.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                         {markRole, Qt::DisplayRole});
}

MatrixTableModel::Mark MatrixTableModel::markOf(const QModelIndex& index) const
{
    Mark mark = NotMarked;
    for (const MarkedRange& marked : m_marks) {
        if (marked.range.contains(index.row(), index.column()))
            mark = marked.mark;
    }
    return mark;
}

bool MatrixTableModel::isCovered(const QModelIndex& index) const
{
    return std::any_of(m_covered.begin(), m_covered.end(), [&](const CellRange& range) {
        return range.contains(index.row(), index.column());
    });
}

int MatrixTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_matrix.rows());
}

int MatrixTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_matrix.cols());
}

QVariant MatrixTableModel::tint(double value) const
{
    if (!std::isfinite(value) || m_largest == 0 || value == 0)
        return {};
    QColor color = value > 0 ? m_positive : m_negative;
    // The square root keeps small numbers visible beside large ones.
    color.setAlphaF(float(color.alphaF() * std::sqrt(std::abs(value) / m_largest)));
    return color;
}

QString MatrixTableModel::description(const QModelIndex& index) const
{
    return QStringLiteral("%1, %2: %3")
        .arg(headerData(index.row(), Qt::Vertical, Qt::DisplayRole).toString(),
             headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
             numberText(m_matrix(index.row(), index.column())));
}

QVariant MatrixTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == markRole)
        return int(markOf(index));
    if (role != Qt::TextAlignmentRole && isCovered(index))
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("?")) : QVariant();
    const double value = m_matrix(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(value);
    case Qt::EditRole:
        return numberText(value);
    case Qt::AccessibleTextRole:
        return description(index);
    case Qt::ToolTipRole:
        return plainToolTip(description(index));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::BackgroundRole:
        return tint(value);
    default:
        return {};
    }
}

QVariant MatrixTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const QStringList& headings = orientation == Qt::Vertical ? m_rowHeadings : m_columnHeadings;
    if (role == Qt::TextAlignmentRole && orientation == Qt::Vertical)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    return section < headings.size() ? headings[section] : QString::number(section + 1);
}

bool MatrixTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !m_editable)
        return false;
    const QString typed = value.toString();
    // Opening and closing an editor must not change a value, so text that was not touched is no
    // edit, whatever it would parse to.
    if (typed == data(index, Qt::EditRole).toString())
        return false;
    const Result<double> number
        = typedCell(typed, m_matrix, index.row(), index.column(), m_context);
    if (!number) {
        emit cellRefused(QString::fromStdString(number.error().message));
        return false;
    }
    emit cellEdited(index.row(), index.column(), *number);
    return true;
}

Qt::ItemFlags MatrixTableModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return m_editable ? flags | Qt::ItemIsEditable : flags;
}

} // namespace headlight
