#pragma once

#include "core/report/report.h"

#include <QPointF>
#include <QSizeF>
#include <QStringList>

class QPainter;

namespace headlight {

/// The columns of a matrix that fit beside each other on a page, with their headings and numbers.
class MatrixBox {
public:
    /// The matrix in boxes no wider than `width`.
    static std::vector<MatrixBox> boxesOf(const ReportMatrix& matrix, int digits, double width);

    QSizeF size() const;
    void paint(QPainter& painter, QPointF topLeft) const;

private:
    /// Numbers are aligned at their decimal points.
    struct Column {
        QString label;
        QStringList numbers;
        double whole = 0; // widest part before the point
        double width = 0; // of the numbers
        double room = 0; // of numbers and label
    };

    static Column columnOf(const ReportMatrix& matrix, Index column, int digits);
    void paintTitle(QPainter& painter, QPointF at) const;
    void paintColumn(QPainter& painter, const Column& column, QPointF at) const;
    void paintBrackets(QPainter& painter, QPointF at) const;
    double cellsWidth() const;

    FormulaPart m_symbol;
    QString m_note; // right of the symbol: the shape, or which columns these are
    QStringList m_rowLabels;
    double m_labelWidth = 0;
    std::vector<Column> m_columns;
};

} // namespace headlight
