#include "ui/views/chain_picture.h"

#include "core/document/tensor_path.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QPainter>

namespace headlight {
namespace {

struct ChainTexts {
    Q_DECLARE_TR_FUNCTIONS(ChainTexts)
};

constexpr int margin = 12;
constexpr int gap = 5; // around what stands between two matrices
constexpr int highestCell = 24;
constexpr int widestTile = 320;
constexpr int widestPicture = 220; // of a tile without numbers
constexpr int pinSize = 16;

/// How a stage is called in the chain.
QString stageName(const TensorPath& path, const Config& config)
{
    const std::string& name = path.name;
    if (name == "resid_pre")
        return QStringLiteral("X");
    if (name == "embed")
        return ChainTexts::tr("embeddings");
    if (name == "pos_embed")
        return ChainTexts::tr("positions");
    if (name == "pattern")
        return ChainTexts::tr("weights");
    if (name == "z")
        return config.heads > 1 ? ChainTexts::tr("Z of head %1").arg(path.head + 1)
                                : QStringLiteral("Z");
    if (name == "concat")
        return ChainTexts::tr("concatenation");
    if (name == "attn_out")
        return config.residual ? ChainTexts::tr("attention output") : ChainTexts::tr("output");
    if (name == "resid_post")
        return ChainTexts::tr("output");
    const QString text = QString::fromStdString(name);
    return text.size() == 1 ? text.toUpper() : text;
}

QFont tileFont()
{
    QFont font = numberFont();
    font.setPointSizeF(font.pointSizeF() * 0.88);
    return font;
}

QFont titleFont()
{
    QFont font = textFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QString shapeText(const Matrix& matrix)
{
    return QStringLiteral("%1×%2").arg(matrix.rows()).arg(matrix.cols());
}

} // namespace

void ChainPicture::setChain(const SnapshotPtr& snapshot, int layer, int head, const Look& look)
{
    m_images.forgetUnused();
    m_tiles.clear();
    for (const ChainStage& chain : chainOf(*snapshot->document, layer, head))
        m_tiles.push_back(makeTile(snapshot, chain, look));
    m_plan = StepPlan(*snapshot->document, layer, head);
}

ChainTile ChainPicture::makeTile(const SnapshotPtr& snapshot, const ChainStage& chain,
                                 const Look& look) const
{
    const TensorPath path = *parsePath(chain.tensor);
    ChainTile tile;
    tile.chain = chain;
    tile.tile = {chain.tensor, *sharedTensor(snapshot, chain.tensor), look.map, look.digits};
    tile.title = stageName(path, snapshot->document->config);
    tile.before = QString::fromStdString(chain.before);
    tile.shapes = QString::fromStdString(chain.shapes);
    tile.isPinned = snapshot->document->pins.contains(chain.tensor);
    if (isActivation(path))
        tile.pinArea = QRect(0, 0, pinSize, pinSize);
    return tile;
}

void ChainPicture::setStep(std::optional<std::int64_t> step)
{
    for (ChainTile& tile : m_tiles) {
        tile.tile.isEmpty = {};
        const std::size_t number = m_plan.stageOf(tile.chain.tensor);
        if (!step || number == m_plan.stages().size())
            continue;
        const Index last = m_plan.stages()[number].parts - 1;
        tile.tile.isEmpty = [plan = &m_plan, number, last, step = *step](Index row, Index column) {
            return plan->stepOf({number, row, column, last}) > step;
        };
    }
}

QSize ChainPicture::cellsSize(const ChainTile& tile, int cellsHeight) const
{
    const int rows = std::max<int>(1, int(tile.tile.values->rows()));
    const int columns = std::max<int>(1, int(tile.tile.values->cols()));
    const int cellHeight = std::min(highestCell, cellsHeight / rows);
    const QFont font = tileFont();
    if (cellHeight >= QFontMetrics(font).height()) {
        const int width = columns * fittingCellWidth(tile.tile, font, highestCell);
        if (width <= widestTile)
            return {width, rows * cellHeight};
    }
    if (cellHeight < 1)
        return {std::min(columns, widestPicture), cellsHeight};
    return {std::clamp(columns * cellHeight, 1, widestPicture), rows * cellHeight};
}

/// Places one stage right of `left` and returns its right edge. The caption under a product may
/// begin at `captionLeft`, under what it multiplies.
int ChainPicture::arrangeTile(ChainTile& tile, int left, int captionLeft, int cellsHeight) const
{
    const QFontMetrics title(titleFont());
    const QFontMetrics small(textFont());
    const int lineHeight = std::max(title.height(), pinSize);
    const QSize cells = cellsSize(tile, cellsHeight);
    const int before = tile.before.isEmpty() ? 0 : small.horizontalAdvance(tile.before);
    const int pin = tile.pinArea.isEmpty() ? 0 : pinSize + 4;
    const int heading = title.horizontalAdvance(tile.title) + 8 + pin
        + small.horizontalAdvance(shapeText(*tile.tile.values));
    int x = left + (before > 0 ? before + 2 * gap : 0);
    const int caption = small.horizontalAdvance(tile.shapes);
    const int width = std::max({cells.width(), heading, caption - (x - captionLeft)});
    tile.beforeArea = QRect(left + gap, margin + lineHeight + 4, before, highestCell * 2);
    tile.titleArea = QRect(x, margin, width, lineHeight);
    tile.cells = QRect(QPoint(x, margin + lineHeight + 4), cells);
    if (pin > 0)
        tile.pinArea
            = QRect(x + title.horizontalAdvance(tile.title) + 4, margin, pinSize, lineHeight);
    return x + width;
}

int ChainPicture::arrange(int height)
{
    const int lineHeight = std::max(QFontMetrics(titleFont()).height(), pinSize);
    const int caption = QFontMetrics(textFont()).height() + 4;
    const int cellsHeight = std::max(24, height - 2 * margin - lineHeight - 4 - caption);
    int right = margin;
    int captionLeft = margin;
    for (ChainTile& tile : m_tiles) {
        right = arrangeTile(tile, right, captionLeft, cellsHeight) + gap;
        captionLeft = tile.shapes.isEmpty() ? tile.cells.left() : right;
    }
    return right + margin;
}

void ChainPicture::paint(QPainter& painter, const ChainTile& tile, const Marks& marks,
                         bool isHovered)
{
    const Theme& theme = currentTheme();
    painter.setFont(textFont());
    painter.setPen(theme.muted);
    painter.drawText(tile.beforeArea, Qt::AlignCenter, tile.before);
    painter.drawText(tile.titleArea, Qt::AlignRight | Qt::AlignVCenter,
                     shapeText(*tile.tile.values));
    if (!tile.shapes.isEmpty()) {
        const int width = painter.fontMetrics().horizontalAdvance(tile.shapes);
        const int left = std::min(tile.cells.left(), tile.titleArea.right() + 1 - width);
        painter.drawText(
            QRect(left, tile.cells.bottom() + 4, width + 1, painter.fontMetrics().height()),
            Qt::AlignLeft, tile.shapes);
    }
    painter.setFont(titleFont());
    painter.setPen(tile.isPinned ? theme.warning : theme.text);
    painter.drawText(tile.titleArea, Qt::AlignLeft | Qt::AlignVCenter, tile.title);
    if (!tile.pinArea.isEmpty() && (tile.isPinned || isHovered)) {
        const QRect icon(tile.pinArea.left(), tile.pinArea.center().y() - pinSize / 2, pinSize,
                         pinSize);
        if (tile.isPinned)
            painter.fillRect(icon.adjusted(-1, -1, 1, 1), theme.hover);
        themedIcon(QStringLiteral("pin")).paint(&painter, icon);
    }
    paintTile(painter, tile.cells, tile.tile,
              m_images.image(tile.tile, tilePixels(painter, tile.cells)), marks, tileFont());
    if (tile.isPinned) {
        painter.setPen(QPen(theme.warning, 1, Qt::DashLine));
        painter.drawRect(tile.cells.adjusted(-2, -2, 1, 1));
    }
}

const ChainTile* ChainPicture::find(const std::string& tensor) const
{
    for (const ChainTile& tile : m_tiles) {
        if (tile.chain.tensor == tensor)
            return &tile;
    }
    return nullptr;
}

const ChainTile* ChainPicture::tileAt(QPoint place) const
{
    for (const ChainTile& tile : m_tiles) {
        if (tile.titleArea.contains(place) || tile.cells.contains(place)
            || tile.pinArea.contains(place))
            return &tile;
    }
    return nullptr;
}

std::optional<CellRef> ChainPicture::hitAt(QPoint place) const
{
    const ChainTile* tile = tileAt(place);
    if (!tile || !tile->cells.contains(place) || tile->tile.values->size() == 0)
        return std::nullopt;
    return cellAt(tile->tile, tile->cells, place);
}

QRect ChainPicture::cellRect(const CellRef& cell) const
{
    const ChainTile* tile = find(cell.tensor);
    return tile ? blockRect(tile->tile, tile->cells, {cell.tensor, cell.row, cell.column})
                : QRect();
}

} // namespace headlight
