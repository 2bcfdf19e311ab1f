#pragma once

#include "tests/support/quiet.h"
#include "ui/figure/figure_layout.h"

#include <cmath>

namespace headlight {

/// The attention weights of "birds eat seeds", as printed.
inline Matrix birds()
{
    Matrix weights(3, 3);
    weights << 0.013, 0.882, 0.106, 0.576, 0.140, 0.284, 0.140, 0.576, 0.284;
    return weights;
}

/// Values that differ from cell to cell.
inline Matrix varied(Index rows, Index columns)
{
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = double((i * 37) % 101) / 100;
    return matrix;
}

/// What a program may not draw with a colour of the map.
inline Matrix withNotFinite()
{
    Matrix matrix = varied(4, 4);
    matrix(0, 1) = matrix(0, 2) = -INFINITY;
    matrix(1, 3) = INFINITY;
    matrix(2, 0) = std::nan("");
    return matrix;
}

inline QStringList words(Index count)
{
    QStringList list;
    for (Index i = 0; i < count; ++i)
        list += QStringLiteral("word%1").arg(i);
    return list;
}

inline Figure figureOf(const Matrix& matrix, int panels = 1)
{
    Figure figure;
    for (int p = 0; p < panels; ++p)
        figure.panels.push_back({panels > 1 ? QStringLiteral("Head %1").arg(p + 1) : QString(),
                                 std::make_shared<const Matrix>(matrix),
                                 {{ColorMap::Viridis, 0, 1}, false}});
    figure.rowLabels = words(matrix.rows());
    figure.columnLabels = words(matrix.cols());
    return figure;
}

/// Tokens that other programs got wrong.
inline QStringList difficultTokens()
{
    return {QStringLiteral("<s>"),
            QStringLiteral("<b>&amp;</b>"),
            QStringLiteral("3e5"),
            QStringLiteral("@heat0@"),
            QStringLiteral("a\nb"),
            QStringLiteral("\t"),
            QStringLiteral("鳥は種を食べる"),
            QStringLiteral("العصافير"),
            QStringLiteral("שלום"),
            QString::fromUtf8("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91"
                              "\xa7"), // one family
            QStringLiteral("Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"),
            QString(QChar(1)) + QChar(0xfffe) + QLatin1Char('x')};
}

inline QRgb expected(const Matrix& matrix, int row, int column)
{
    return ColorScale{ColorMap::Viridis, 0, 1}.color(matrix(row, column));
}

} // namespace headlight
