#include "ui/views/number_delegate.h"

#include "ui/models/matrix_table_model.h"
#include "ui/style/theme.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace headlight {
namespace {

void paintMark(QPainter& painter, const QRect& cell, int mark)
{
    if (mark == MatrixTableModel::NotMarked)
        return;
    QColor color = currentTheme().selection;
    color.setAlphaF(mark == MatrixTableModel::Far ? 0.45F : 0.9F);
    QPen pen(color, mark == MatrixTableModel::Far ? 1 : 2);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(cell.adjusted(1, 1, -1, -1));
}

} // namespace

QWidget* NumberDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                      const QModelIndex&) const
{
    auto* editor = new QLineEdit(parent);
    editor->setObjectName(QStringLiteral("cellEditor"));
    editor->setAccessibleName(tr("Number"));
    editor->setToolTip(tr("A number, or = and a formula such as =row/col, which is computed once"));
    editor->setFrame(false);
    editor->setAlignment(Qt::AlignRight);
    editor->setFont(numberFont());
    return editor;
}

void NumberDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* line = static_cast<QLineEdit*>(editor);
    // The view calls this again whenever the model changes; what is being typed stays.
    if (line->isModified())
        return;
    line->setText(index.data(Qt::EditRole).toString());
    line->selectAll();
}

void NumberDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                  const QModelIndex& index) const
{
    model->setData(index, static_cast<QLineEdit*>(editor)->text(), Qt::EditRole);
}

void NumberDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                          const QModelIndex& index) const
{
    // Wide enough for 17 digits, over the neighbours, but never out of the table.
    const QFontMetrics metrics(numberFont());
    const int wanted
        = metrics.horizontalAdvance(index.data(Qt::EditRole).toString() + QStringLiteral("000"));
    QRect rect = option.rect;
    rect.setLeft(qMax(0, rect.right() - qMax(rect.width(), wanted)));
    rect.setWidth(qMax(rect.width(), wanted));
    editor->setGeometry(rect.intersected(editor->parentWidget()->rect()));
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const Theme& theme = currentTheme();
    painter->save();
    painter->fillRect(option.rect, theme.cell);
    const QVariant tint = index.data(Qt::BackgroundRole);
    if (tint.isValid())
        painter->fillRect(option.rect, tint.value<QColor>());
    if (option.state & QStyle::State_Selected) {
        QColor veil = theme.accent;
        veil.setAlphaF(0.22F);
        painter->fillRect(option.rect, veil);
    }
    painter->setFont(numberFont());
    painter->setPen(theme.text);
    const QRect inside = option.rect.adjusted(4, 0, -6, 0);
    const QString text = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                           inside.width());
    painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, text);
    paintMark(*painter, option.rect, index.data(MatrixTableModel::markRole).toInt());
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (view && view->currentIndex() == index && view->hasFocus()) {
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

bool NumberDelegate::eventFilter(QObject* object, QEvent* event)
{
    auto* editor = qobject_cast<QLineEdit*>(object);
    if (!editor || event->type() != QEvent::KeyPress)
        return QStyledItemDelegate::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter)
        return QStyledItemDelegate::eventFilter(object, event);
    emit commitData(editor);
    emit closeEditor(editor, NoHint);
    // As in a spreadsheet: Enter goes down a row.
    auto* view = qobject_cast<QAbstractItemView*>(editor->parentWidget()->parentWidget());
    if (view) {
        const QModelIndex current = view->currentIndex();
        const QModelIndex below = current.siblingAtRow(current.row() + 1);
        if (below.isValid())
            view->setCurrentIndex(below);
    }
    return true;
}

} // namespace headlight
