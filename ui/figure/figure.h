#pragma once

#include "core/math/matrix.h"
#include "ui/figure/heat_image.h"

#include <QColor>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// A cell of every panel: row and column.
struct FigureCell {
    int row = 0;
    int column = 0;

    bool operator==(const FigureCell&) const = default;
};

/// A rectangle of cells.
struct FigureBlock {
    int row = 0;
    int column = 0;
    int rows = 1;
    int columns = 1;

    bool operator==(const FigureBlock&) const = default;
};

/// One heatmap of a figure.
struct Panel {
    QString title;
    std::shared_ptr<const Matrix> values; // rows: queries, columns: keys
    HeatScale scale;
    std::vector<FigureBlock> framed = {}; // in the colour of the selection
    std::vector<FigureCell> covered = {}; // shown as question marks
};

/// How column labels lie.
enum class LabelTurn { AsFits, Level, Upright };

/// Which labels a figure has, and on which sides of its maps.
struct FigureLabels {
    bool rows = true;
    bool columns = true;
    bool rowsRight = false; // of the maps, not left of them
    bool columnsBelow = false; // the maps, not above them
    LabelTurn turn = LabelTurn::AsFits; // of column labels
    int longest = 12; // in widths of an m; longer ones are shortened in the middle

    bool operator==(const FigureLabels&) const = default;
};

enum class BarSide { Right, Left, Below };

/// How the colour bar looks, where there is one.
struct FigureBar {
    BarSide side = BarSide::Right;
    QString title; // what the colours mean; empty: none
    int ticks = 3; // labelled places, at least 2

    bool operator==(const FigureBar&) const = default;
};

/// Colours and font around the cells.
struct FigureStyle {
    QColor background = Qt::white; // may be transparent
    QColor text = QColor(0x1b1e24);
    QColor muted = QColor(0x656b77);
    QColor border = QColor(0xb8bdc6);
    QColor selection = QColor(0xe2570c);
    QString family; // empty: the program's font
    double points = 8;
};

/// What is drawn, the same on screen, in files and from the command line. A plain value.
struct Figure {
    std::vector<Panel> panels;
    int columns = 0; // of panels; 0: as fits best
    QStringList rowLabels; // query tokens
    QStringList columnLabels; // key tokens
    bool labelsNeedRoom = false; // leave them out where only a few would fit
    QString title;
    QString rowTitle; // "query"; empty: none
    QString columnTitle; // "key"
    FigureLabels labels;
    bool colorBar = true;
    FigureBar bar;
    bool cellBorders = false; // thin lines between cells that are large enough
    QString note; // below everything: what a reader has to know of these numbers
    bool values = true; // written in the cells where they fit
    int digits = 3;
    FigureStyle style;
    std::optional<FigureCell> marked;
    QByteArray recipe; // kept inside files, so that they lead back to what they show (recipe.h)
};

/// The colour bar: a heatmap of one column that falls from high to low, or of one row that rises.
Panel colorBarPanel(const Figure& figure);

/// Whether cells of that many pixels have room for lines between them.
inline bool bordersFit(int cellPixels)
{
    constexpr int smallestBordered = 4;
    return cellPixels >= smallestBordered;
}

} // namespace headlight
