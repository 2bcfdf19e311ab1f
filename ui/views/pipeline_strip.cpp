#include "ui/views/pipeline_strip.h"

#include "core/document/edit.h"
#include "core/explain/why_text.h"
#include "ui/models/typed_cell.h"
#include "ui/session/number_text.h"
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

HeadPlace PipelineStrip::shownPlace() const
{
    return nearestPlace({m_layer, m_head}, m_snapshot->document->config);
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
    m_picture.setStep(step);
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
    if (!m_snapshot)
        return;
    m_stale = false;
    const HeadPlace place = shownPlace();
    m_picture.setChain(m_snapshot, place.layer, place.head, m_look);
    m_picture.setStep(m_step);
    arrange();
}

void PipelineStrip::arrange()
{
    setFixedSize(m_picture.arrange(m_height), m_height);
    update();
}

void PipelineStrip::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    for (const ChainTile& tile : m_picture.tiles()) {
        const QRect whole(tile.beforeArea.left(), 0,
                          tile.titleArea.right() - tile.beforeArea.left() + 4, height());
        const bool isHovered = m_hovered && m_hovered->tensor == tile.chain.tensor;
        if (whole.intersects(event->rect()))
            m_picture.paint(painter, tile, m_marks, isHovered);
    }
    if (isEmpty()) {
        painter.setPen(currentTheme().muted);
        painter.drawText(rect().adjusted(12, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("Type a sentence to see how it is computed."));
    } else if (hasFocus() && m_current) {
        painter.setPen(QPen(currentTheme().accent, 2));
        painter.drawRect(cellRect(*m_current).adjusted(1, 1, -1, -1));
    }
}

bool PipelineStrip::isEmpty() const
{
    return m_picture.tiles().empty() || m_snapshot->document->tokens.empty();
}

QRect PipelineStrip::cellRect(const CellRef& cell) const
{
    return m_picture.cellRect(cell);
}

QRect PipelineStrip::titleRect(const std::string& tensor) const
{
    const ChainTile* stage = m_picture.find(tensor);
    return stage ? stage->titleArea : QRect();
}

QRect PipelineStrip::pinRect(const std::string& tensor) const
{
    const ChainTile* stage = m_picture.find(tensor);
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

void PipelineStrip::togglePin(const ChainTile& stage)
{
    if (stage.isPinned)
        emit unpinWanted(stage.chain.tensor);
    else
        emit pinWanted(stage.chain.tensor, *stage.tile.values);
}

CellRef PipelineStrip::current() const
{
    const std::optional<CellRef>& chosen = m_current ? m_current : m_marks.cell;
    const ChainTile* stage = chosen ? m_picture.find(chosen->tensor) : nullptr;
    if (!stage)
        return {m_picture.tiles().front().chain.tensor, 0, 0};
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
    const ChainTile* stage = m_picture.tileAt(place);
    if (event->button() != Qt::LeftButton || !stage)
        return;
    closeEditor(true);
    const std::optional<CellRef> cell = m_picture.hitAt(place);
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
    const ChainTile* stage = m_picture.tileAt(place);
    std::optional<CellRef> cell = m_picture.hitAt(place);
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
    const std::optional<CellRef> cell = m_picture.hitAt(event->position().toPoint());
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
    const Matrix& values = *m_picture.find(cell.tensor)->tile.values;
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
    const int place = int(m_picture.find(from.tensor) - m_picture.tiles().data()) + by;
    if (place < 0 || place >= stageCount())
        return;
    const ChainTile& stage = m_picture.tiles()[std::size_t(place)];
    const Matrix& values = *stage.tile.values;
    select({stage.chain.tensor, std::min(from.row, values.rows() - 1),
            by > 0 ? 0 : values.cols() - 1});
}

void PipelineStrip::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty() || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)))
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
        if (const ChainTile* stage = m_picture.find(current().tensor); stage->isPinned)
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
    const ChainTile* stage = event->reason() == QContextMenuEvent::Keyboard && !isEmpty()
        ? m_picture.find(current().tensor)
        : m_picture.tileAt(event->pos());
    if (!stage)
        return;
    const std::string tensor = stage->chain.tensor;
    QMenu menu(this);
    menu.addAction(tr("Open &Large"), this, [this, tensor] { emit openWanted(tensor); });
    if (!stage->pinArea.isEmpty())
        menu.addAction(stage->isPinned ? tr("&Compute Again") : tr("&Pin These Numbers"), this,
                       [this, tensor] {
                           if (const ChainTile* pinned = m_picture.find(tensor))
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
    m_editedMatrix = m_picture.find(cell.tensor)->tile.values;
    m_editor = new QLineEdit(this);
    m_editor->setObjectName(QStringLiteral("stageCellEditor"));
    m_editor->setAccessibleName(tr("Number"));
    m_editor->setFont(numberFont());
    m_shownText = numberText((*m_editedMatrix)(cell.row, cell.column));
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
    const QString text = editor->text();
    if (editor->hasFocus())
        setFocus();
    editor->hide();
    editor->deleteLater();
    if (!commit || text == m_shownText)
        return;
    const Result<double> number
        = typedCell(text, *m_editedMatrix, m_edited.row, m_edited.column,
                    {m_edited.tensor, m_snapshot->document, m_snapshot, shownPlace()});
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
        const ChainTile* stage = m_picture.tileAt(place);
        QString text;
        if (const std::optional<CellRef> cell = m_picture.hitAt(place);
            cell && !m_marks.isCovered(*cell))
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
