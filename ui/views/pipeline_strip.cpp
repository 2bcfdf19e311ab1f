#include "ui/views/pipeline_strip.h"

#include "core/document/edit.h"
#include "core/document/tensor_path.h"
#include "core/explain/why_text.h"
#include "ui/session/number_text.h"
#include "ui/style/icons.h"
#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace headlight {
namespace {

constexpr int margin = 12;
constexpr int gap = 5; // around what stands between two matrices
constexpr int highestCell = 24;
constexpr int widestTile = 320;
constexpr int widestPicture = 220; // of a tile without numbers
constexpr int pinSize = 16;

/// How a stage is called in the strip.
QString stageName(const TensorPath& path, const Config& config)
{
    const std::string& name = path.name;
    if (name == "resid_pre")
        return QStringLiteral("X");
    if (name == "embed")
        return PipelineStrip::tr("embeddings");
    if (name == "pos_embed")
        return PipelineStrip::tr("positions");
    if (name == "pattern")
        return PipelineStrip::tr("weights");
    if (name == "z")
        return config.heads > 1 ? PipelineStrip::tr("Z of head %1").arg(path.head + 1)
                                : QStringLiteral("Z");
    if (name == "concat")
        return PipelineStrip::tr("concatenation");
    if (name == "attn_out")
        return config.residual ? PipelineStrip::tr("attention output")
                               : PipelineStrip::tr("output");
    if (name == "resid_post")
        return PipelineStrip::tr("output");
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

PipelineStrip::PipelineStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("pipelineStrip"));
    setAccessibleName(tr("Every matrix of the computation"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void PipelineStrip::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refreshIfVisible();
}

void PipelineStrip::setPlace(int layer, int head)
{
    m_layer = layer;
    m_head = head;
    refreshIfVisible();
}

void PipelineStrip::setLook(const Look& look)
{
    m_look = look;
    refreshIfVisible();
}

void PipelineStrip::setMarks(const Marks& marks)
{
    m_marks = marks;
    update();
}

void PipelineStrip::setStep(std::optional<std::int64_t> step)
{
    m_step = step;
    updateEmptyCells();
    update();
}

void PipelineStrip::setAvailableHeight(int height)
{
    if (height == m_height)
        return;
    m_height = height;
    arrange();
}

void PipelineStrip::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void PipelineStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void PipelineStrip::refresh()
{
    m_stages.clear();
    if (!m_snapshot)
        return;
    m_stale = false;
    const Document& document = *m_snapshot->document;
    m_layer = std::min(m_layer, document.config.layers - 1);
    m_head = std::min(m_head, document.config.heads - 1);
    for (const ChainStage& chain : chainOf(document, m_layer, m_head))
        m_stages.push_back(makeStage(chain));
    m_plan = StepPlan(document, m_layer, m_head);
    updateEmptyCells();
    arrange();
}

PipelineStrip::Stage PipelineStrip::makeStage(const ChainStage& chain) const
{
    const TensorPath path = *parsePath(chain.tensor);
    Stage stage;
    stage.chain = chain;
    stage.tile = {chain.tensor, *sharedTensor(m_snapshot, chain.tensor), m_look.map, m_look.digits};
    stage.image = tileImage(stage.tile);
    stage.title = stageName(path, m_snapshot->document->config);
    stage.before = QString::fromStdString(chain.before);
    stage.shapes = QString::fromStdString(chain.shapes);
    stage.isPinned = m_snapshot->document->pins.contains(chain.tensor);
    if (isActivation(path))
        stage.pinArea = QRect(0, 0, pinSize, pinSize);
    return stage;
}

void PipelineStrip::updateEmptyCells()
{
    for (Stage& stage : m_stages) {
        stage.tile.isEmpty = {};
        const std::size_t number = m_plan.stageOf(stage.chain.tensor);
        if (!m_step || number == m_plan.stages().size())
            continue;
        const Index last = m_plan.stages()[number].parts - 1;
        stage.tile.isEmpty = [this, number, last](Index row, Index column) {
            return m_plan.stepOf({number, row, column, last}) > *m_step;
        };
    }
}

QSize PipelineStrip::cellsSize(const Stage& stage, int cellsHeight) const
{
    const int rows = std::max<int>(1, int(stage.tile.values->rows()));
    const int columns = std::max<int>(1, int(stage.tile.values->cols()));
    const int cellHeight = std::min(highestCell, cellsHeight / rows);
    const QFont font = tileFont();
    if (cellHeight >= QFontMetrics(font).height()) {
        const int width = columns * fittingCellWidth(stage.tile, font, highestCell);
        if (width <= widestTile)
            return {width, rows * cellHeight};
    }
    if (cellHeight < 1)
        return {std::min(columns, widestPicture), cellsHeight};
    return {std::clamp(columns * cellHeight, 1, widestPicture), rows * cellHeight};
}

/// Places one stage right of `left` and returns its right edge. The caption under a product may
/// begin at `captionLeft`, under what it multiplies.
int PipelineStrip::arrangeStage(Stage& stage, int left, int captionLeft, int cellsHeight) const
{
    const QFontMetrics title(titleFont());
    const QFontMetrics small(textFont());
    const int lineHeight = std::max(title.height(), pinSize);
    const QSize cells = cellsSize(stage, cellsHeight);
    const int before = stage.before.isEmpty() ? 0 : small.horizontalAdvance(stage.before);
    const int pin = stage.pinArea.isEmpty() ? 0 : pinSize + 4;
    const int heading = title.horizontalAdvance(stage.title) + 8 + pin
        + small.horizontalAdvance(shapeText(*stage.tile.values));
    int x = left + (before > 0 ? before + 2 * gap : 0);
    const int caption = small.horizontalAdvance(stage.shapes);
    const int width = std::max({cells.width(), heading, caption - (x - captionLeft)});
    stage.beforeArea = QRect(left + gap, margin + lineHeight + 4, before, highestCell * 2);
    stage.titleArea = QRect(x, margin, width, lineHeight);
    stage.cells = QRect(QPoint(x, margin + lineHeight + 4), cells);
    if (pin > 0)
        stage.pinArea
            = QRect(x + title.horizontalAdvance(stage.title) + 4, margin, pinSize, lineHeight);
    return x + width;
}

void PipelineStrip::arrange()
{
    const int lineHeight = std::max(QFontMetrics(titleFont()).height(), pinSize);
    const int caption = QFontMetrics(textFont()).height() + 4;
    const int cellsHeight = std::max(24, m_height - 2 * margin - lineHeight - 4 - caption);
    int right = margin;
    int captionLeft = margin;
    for (Stage& stage : m_stages) {
        right = arrangeStage(stage, right, captionLeft, cellsHeight) + gap;
        captionLeft = stage.shapes.isEmpty() ? stage.cells.left() : right;
    }
    setFixedSize(right + margin, m_height);
    update();
}

void PipelineStrip::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    for (const Stage& stage : m_stages) {
        const QRect whole(stage.beforeArea.left(), 0,
                          stage.titleArea.right() - stage.beforeArea.left() + 4, height());
        if (whole.intersects(event->rect()))
            paintStage(painter, stage);
    }
    if (m_stages.empty() || m_snapshot->document->tokens.empty()) {
        painter.setPen(currentTheme().muted);
        painter.drawText(rect().adjusted(margin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("Type a sentence to see how it is computed."));
    }
}

void PipelineStrip::paintStage(QPainter& painter, const Stage& stage) const
{
    const Theme& theme = currentTheme();
    painter.setFont(textFont());
    painter.setPen(theme.muted);
    painter.drawText(stage.beforeArea, Qt::AlignCenter, stage.before);
    painter.drawText(stage.titleArea, Qt::AlignRight | Qt::AlignVCenter,
                     shapeText(*stage.tile.values));
    if (!stage.shapes.isEmpty()) {
        const int width = painter.fontMetrics().horizontalAdvance(stage.shapes);
        const int left = std::min(stage.cells.left(), stage.titleArea.right() + 1 - width);
        painter.drawText(
            QRect(left, stage.cells.bottom() + 4, width + 1, painter.fontMetrics().height()),
            Qt::AlignLeft, stage.shapes);
    }
    painter.setFont(titleFont());
    painter.setPen(stage.isPinned ? theme.warning : theme.text);
    painter.drawText(stage.titleArea, Qt::AlignLeft | Qt::AlignVCenter, stage.title);
    const bool isHovered = m_hovered && m_hovered->tensor == stage.chain.tensor;
    if (!stage.pinArea.isEmpty() && (stage.isPinned || isHovered)) {
        const QRect icon(stage.pinArea.left(), stage.pinArea.center().y() - pinSize / 2, pinSize,
                         pinSize);
        if (stage.isPinned)
            painter.fillRect(icon.adjusted(-1, -1, 1, 1), theme.hover);
        themedIcon(QStringLiteral("pin")).paint(&painter, icon);
    }
    paintTile(painter, stage.cells, stage.tile, stage.image, m_marks, tileFont());
    if (stage.isPinned) {
        painter.setPen(QPen(theme.warning, 1, Qt::DashLine));
        painter.drawRect(stage.cells.adjusted(-2, -2, 1, 1));
    }
    if (hasFocus() && m_current && m_current->tensor == stage.chain.tensor) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(cellRect(*m_current).adjusted(1, 1, -1, -1));
    }
}

const PipelineStrip::Stage* PipelineStrip::find(const std::string& tensor) const
{
    for (const Stage& stage : m_stages) {
        if (stage.chain.tensor == tensor)
            return &stage;
    }
    return nullptr;
}

const PipelineStrip::Stage* PipelineStrip::stageAt(QPoint place) const
{
    for (const Stage& stage : m_stages) {
        if (stage.titleArea.contains(place) || stage.cells.contains(place)
            || stage.pinArea.contains(place))
            return &stage;
    }
    return nullptr;
}

std::optional<CellRef> PipelineStrip::hitAt(QPoint place) const
{
    const Stage* stage = stageAt(place);
    if (!stage || !stage->cells.contains(place) || stage->tile.values->size() == 0)
        return std::nullopt;
    return cellAt(stage->tile, stage->cells, place);
}

QRect PipelineStrip::cellRect(const CellRef& cell) const
{
    const Stage* stage = find(cell.tensor);
    return stage ? blockRect(stage->tile, stage->cells, {cell.tensor, cell.row, cell.column})
                 : QRect();
}

QRect PipelineStrip::titleRect(const std::string& tensor) const
{
    const Stage* stage = find(tensor);
    return stage ? stage->titleArea : QRect();
}

QRect PipelineStrip::pinRect(const std::string& tensor) const
{
    const Stage* stage = find(tensor);
    return stage ? stage->pinArea : QRect();
}

/// The path under which the numbers of a stage are typed over: X is the embeddings, for example.
std::optional<std::string> PipelineStrip::editPath(const std::string& tensor) const
{
    const std::pair<std::string, std::string> aliases[]
        = {{tensor, tensor}, {"layers.0.resid_pre", "X"}, {"pos_embed", "positions"}};
    for (const auto& [shown, edited] : aliases) {
        if (shown == tensor && editable(*m_snapshot->document, edited))
            return edited;
    }
    return std::nullopt;
}

void PipelineStrip::togglePin(const Stage& stage)
{
    if (stage.isPinned)
        emit unpinWanted(stage.chain.tensor);
    else
        emit pinWanted(stage.chain.tensor, *stage.tile.values);
}

CellRef PipelineStrip::current() const
{
    const std::optional<CellRef>& chosen = m_current ? m_current : m_marks.cell;
    const Stage* stage = chosen ? find(chosen->tensor) : nullptr;
    if (!stage)
        return {m_stages.front().chain.tensor, 0, 0};
    const Matrix& values = *stage->tile.values;
    return {chosen->tensor, std::min(chosen->row, values.rows() - 1),
            std::min(chosen->column, values.cols() - 1)};
}

void PipelineStrip::select(const CellRef& cell)
{
    m_current = cell;
    setAccessibleDescription(QString::fromStdString(cellTitle(*m_snapshot->document, cell)));
    emit inSightWanted(cellRect(cell).adjusted(-40, 0, 40, 0));
    emit cellSelected(cell);
    update();
}

void PipelineStrip::mousePressEvent(QMouseEvent* event)
{
    const QPoint place = event->position().toPoint();
    const Stage* stage = stageAt(place);
    if (event->button() != Qt::LeftButton || !stage)
        return;
    closeEditor(true);
    const std::optional<CellRef> cell = hitAt(place);
    if (stage->pinArea.contains(place))
        return togglePin(*stage);
    if (!cell)
        return emit openWanted(stage->chain.tensor);
    select(*cell);
    if (editPath(cell->tensor)) {
        m_scrubbed = *cell;
        m_scrub.emplace((*stage->tile.values)(cell->row, cell->column), place);
        m_scrubbing = false;
    }
}

void PipelineStrip::scrubTo(QMouseEvent* event)
{
    const QPoint place = event->position().toPoint();
    if (!m_scrubbing) {
        if (!m_scrub->begins(place, QApplication::startDragDistance()))
            return;
        m_scrubbing = true;
        emit gestureBegun();
    }
    const double value = m_scrub->valueAt(place, event->modifiers() & Qt::ShiftModifier,
                                          event->modifiers() & Qt::ControlModifier);
    if (const std::optional<std::string> path = editPath(m_scrubbed.tensor))
        emit cellEdited(*path, int(m_scrubbed.row), int(m_scrubbed.column), value, m_gesture);
}

void PipelineStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_scrub)
        return scrubTo(event);
    const QPoint place = event->position().toPoint();
    const Stage* stage = stageAt(place);
    std::optional<CellRef> cell = hitAt(place);
    const bool onTitle = stage && !cell;
    setCursor(onTitle                              ? Qt::PointingHandCursor
                  : cell && editPath(cell->tensor) ? Qt::SizeHorCursor
                                                   : Qt::ArrowCursor);
    std::optional<CellRef> hovered = cell;
    if (onTitle)
        hovered = CellRef{stage->chain.tensor, -1, -1};
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    if (cell)
        emit cellHovered(*cell);
    else
        emit hoverLeft();
    update();
}

void PipelineStrip::mouseReleaseEvent(QMouseEvent*)
{
    m_scrub.reset();
    m_scrubbing = false;
}

void PipelineStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_scrub.reset();
    const std::optional<CellRef> cell = hitAt(event->position().toPoint());
    if (cell)
        openEditor(*cell, {});
}

void PipelineStrip::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_hovered.reset();
    emit hoverLeft();
    update();
}

void PipelineStrip::moveBy(int rows, int columns)
{
    CellRef cell = current();
    const Matrix& values = *find(cell.tensor)->tile.values;
    if (cell.column + columns < 0 || cell.column + columns >= values.cols())
        return moveStage(columns);
    cell.row = std::clamp<Index>(cell.row + rows, 0, values.rows() - 1);
    cell.column += columns;
    select(cell);
}

/// To the nearest cell of the next or previous matrix.
void PipelineStrip::moveStage(int by)
{
    const CellRef from = current();
    const int place = int(find(from.tensor) - m_stages.data()) + by;
    if (place < 0 || place >= stageCount())
        return;
    const Stage& stage = m_stages[std::size_t(place)];
    const Matrix& values = *stage.tile.values;
    select({stage.chain.tensor, std::min(from.row, values.rows() - 1),
            by > 0 ? 0 : values.cols() - 1});
}

void PipelineStrip::keyPressEvent(QKeyEvent* event)
{
    if (m_stages.empty() || m_snapshot->document->tokens.empty()
        || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)))
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveBy(0, -1);
    case Qt::Key_Right:
        return moveBy(0, 1);
    case Qt::Key_Up:
        return moveBy(-1, 0);
    case Qt::Key_Down:
        return moveBy(1, 0);
    case Qt::Key_PageUp:
        return moveStage(-1);
    case Qt::Key_PageDown:
        return moveStage(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2:
        if (editPath(current().tensor))
            return openEditor(current(), {});
        return emit openWanted(current().tensor);
    case Qt::Key_Delete:
        if (const Stage* stage = find(current().tensor); stage->isPinned)
            return togglePin(*stage);
        break;
    default:
        break;
    }
    const QString text = event->text();
    if (!text.isEmpty() && text[0].isPrint() && !text[0].isSpace() && editPath(current().tensor))
        return openEditor(current(), text);
    QWidget::keyPressEvent(event);
}

void PipelineStrip::contextMenuEvent(QContextMenuEvent* event)
{
    const Stage* stage = event->reason() == QContextMenuEvent::Keyboard && !m_stages.empty()
        ? find(current().tensor)
        : stageAt(event->pos());
    if (!stage)
        return;
    const std::string tensor = stage->chain.tensor;
    QMenu menu(this);
    menu.addAction(tr("Open &Large"), this, [this, tensor] { emit openWanted(tensor); });
    if (!stage->pinArea.isEmpty())
        menu.addAction(stage->isPinned ? tr("&Compute Again") : tr("&Pin These Numbers"), this,
                       [this, tensor] {
                           if (const Stage* pinned = find(tensor))
                               togglePin(*pinned);
                       });
    menu.exec(event->globalPos());
}

/// Opens a line over the cell: with `text`, or with the number as it is.
void PipelineStrip::openEditor(const CellRef& cell, const QString& text)
{
    closeEditor(true);
    const std::optional<std::string> path = editPath(cell.tensor);
    if (!path) {
        const Result<Ok> reason = editable(*m_snapshot->document, cell.tensor);
        return emit editRefused(QString::fromStdString(reason.error().message));
    }
    m_edited = {*path, cell.row, cell.column};
    m_editor = new QLineEdit(this);
    m_editor->setObjectName(QStringLiteral("stageCellEditor"));
    m_editor->setAccessibleName(tr("Number"));
    m_editor->setFont(numberFont());
    const double value = (*find(cell.tensor)->tile.values)(cell.row, cell.column);
    m_shownText = numberText(value);
    m_editor->setText(text.isEmpty() ? m_shownText : text);
    const int width = std::max(96, cellRect(cell).width());
    const QRect where(cellRect(cell).left(), cellRect(cell).top() - 2, width,
                      m_editor->sizeHint().height());
    m_editor->setGeometry(where);
    if (text.isEmpty())
        m_editor->selectAll();
    connect(m_editor, &QLineEdit::editingFinished, this, [this] { closeEditor(true); });
    m_editor->installEventFilter(this);
    m_editor->show();
    m_editor->setFocus();
}

void PipelineStrip::closeEditor(bool commit)
{
    if (!m_editor)
        return;
    QLineEdit* editor = m_editor;
    m_editor = nullptr; // closing makes it lose the focus, which would commit again
    const Result<double> number = parseNumber(editor->text());
    const bool isTyped = editor->text() != m_shownText;
    if (editor->hasFocus())
        setFocus();
    editor->hide();
    editor->deleteLater();
    if (!commit || !isTyped)
        return;
    if (number)
        emit cellEdited(m_edited.tensor, int(m_edited.row), int(m_edited.column), *number, 0);
    else
        emit editRefused(QString::fromStdString(number.error().message));
}

void PipelineStrip::commitEditor()
{
    closeEditor(true);
}

bool PipelineStrip::eventFilter(QObject* watched, QEvent* event)
{
    const bool isEscape = event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (!isEscape)
        return QWidget::eventFilter(watched, event);
    closeEditor(false);
    return true;
}

bool PipelineStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const QPoint place = static_cast<QHelpEvent*>(event)->pos();
        const Stage* stage = stageAt(place);
        QString text;
        if (const std::optional<CellRef> cell = hitAt(place); cell && !m_marks.isCovered(*cell))
            text = QStringLiteral("%1 = %2").arg(
                QString::fromStdString(cellTitle(*m_snapshot->document, *cell)),
                numberText((*stage->tile.values)(cell->row, cell->column)));
        else if (stage && stage->pinArea.contains(place))
            text = stage->isPinned ? tr("Compute this matrix again")
                                   : tr("Use numbers of your own instead of the computed ones");
        else if (stage && !cell)
            text = tr("Open this matrix large");
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), text.isEmpty() ? QString() : plainToolTip(text),
                           this);
        return true;
    }
    return QWidget::event(event);
}

void PipelineStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refreshIfVisible();
}

} // namespace headlight
