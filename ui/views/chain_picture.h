#pragma once

#include "core/document/snapshot.h"
#include "core/explain/chain.h"
#include "core/explain/steps.h"
#include "ui/views/look.h"
#include "ui/views/tile_images.h"

namespace headlight {

/// One matrix of the chain and where it stands in the picture, in logical pixels.
struct ChainTile {
    ChainStage chain;
    MatrixTile tile;
    QString title;
    QString before; // the operator left of it
    QString shapes; // under a product
    QRect cells;
    QRect titleArea;
    QRect pinArea; // empty for inputs
    QRect beforeArea;
    bool isPinned = false;
};

/// Every matrix of one head and its layer side by side: what they show, where they stand, and how
/// they are drawn.
class ChainPicture {
public:
    void setChain(const SnapshotPtr& snapshot, int layer, int head, const Look& look);
    /// The computation as far as `step`; nothing: all of it.
    void setStep(std::optional<std::int64_t> step);
    /// Lays everything out in this height and returns the width it takes.
    int arrange(int height);

    void paint(QPainter& painter, const ChainTile& tile, const Marks& marks, bool isHovered);

    const std::vector<ChainTile>& tiles() const { return m_tiles; }
    const ChainTile* find(const std::string& tensor) const;
    const ChainTile* tileAt(QPoint place) const;
    std::optional<CellRef> hitAt(QPoint place) const;
    /// Empty when there is no such tensor.
    QRect cellRect(const CellRef& cell) const;

private:
    ChainTile makeTile(const SnapshotPtr& snapshot, const ChainStage& chain,
                       const Look& look) const;
    QSize cellsSize(const ChainTile& tile, int cellsHeight) const;
    int arrangeTile(ChainTile& tile, int left, int captionLeft, int cellsHeight) const;

    std::vector<ChainTile> m_tiles;
    TileImages m_images;
    StepPlan m_plan;
};

} // namespace headlight
