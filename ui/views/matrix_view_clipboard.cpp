#include "core/dialects/dialect.h"
#include "ui/models/matrix_table_model.h"
#include "ui/views/copy_dialog.h"
#include "ui/views/matrix_view.h"
#include "ui/views/paste_questions.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

// Copy and paste.

namespace headlight {
namespace {

/// Our own copy of the numbers beside the text: pasted back, nothing in it can be ambiguous.
const QString ownFormat = QStringLiteral("application/x-headlight-matrix");

/// Text and, for programs that take one, a table.
std::unique_ptr<QMimeData> textAndTable(const QString& text, const QString& table)
{
    auto data = std::make_unique<QMimeData>();
    data->setText(text);
    if (!table.isEmpty())
        data->setHtml(QStringLiteral("<meta charset=\"utf-8\">\n") + table);
    return data;
}

/// The numbers of text that keeps its cells apart by tabs, else of a table, else of any text.
Result<Pasted> readClipboard(const QMimeData& data)
{
    const QString text = data.text();
    if (!text.contains(u'\t') && data.hasHtml()) {
        Result<Pasted> table = readAnyMatrix(data.html().toStdString());
        if (text.isEmpty() || (table && table->dialect == Dialect::Html))
            return table;
    }
    return readAnyMatrix(text.toStdString());
}

/// The numbers on the clipboard; none when the person was asked what they mean and cancelled.
Result<std::optional<Matrix>> clipboardNumbers(QWidget* parent)
{
    const QMimeData* data = QApplication::clipboard()->mimeData();
    if (!data)
        return Error{MatrixView::tr("The clipboard is empty. Copy numbers first.").toStdString()};
    if (data->hasFormat(ownFormat)) {
        if (const Result<Matrix> own
            = readMatrix(data->data(ownFormat).toStdString(), Dialect::Json))
            return std::optional(*own);
    }
    Result<Pasted> read = readClipboard(*data);
    if (!read)
        return read.error();
    return read->ambiguity ? askMeaning(*read->ambiguity, parent)
                           : std::optional(std::move(read->matrix));
}

std::vector<std::string> headings(const MatrixTableModel& model, Qt::Orientation orientation,
                                  Index first, Index count)
{
    std::vector<std::string> texts;
    for (Index i = first; i < first + count; ++i)
        texts.push_back(
            model.headerData(int(i), orientation, Qt::DisplayRole).toString().toStdString());
    return texts;
}

} // namespace

void MatrixView::copyCells()
{
    const Matrix cells = cellsIn(m_model->matrix(), selectedRange());
    std::unique_ptr<QMimeData> copied
        = textAndTable(QString::fromStdString(writeMatrix(cells, Dialect::Tsv)),
                       QString::fromStdString(writeMatrix(cells, Dialect::Html)));
    copied->setData(ownFormat, QByteArray::fromStdString(writeMatrix(cells, Dialect::Json)));
    QApplication::clipboard()->setMimeData(copied.release()); // which takes it over
}

void MatrixView::copyCellsAs()
{
    const CellRange range = selectedRange();
    CopyDialog dialog(cellsIn(m_model->matrix(), range),
                      headings(*m_model, Qt::Vertical, range.row, range.rows),
                      headings(*m_model, Qt::Horizontal, range.column, range.columns), this);
    if (dialog.exec() == QDialog::Accepted)
        QApplication::clipboard()->setMimeData(
            textAndTable(dialog.text(), dialog.table()).release());
}

void MatrixView::cutCells()
{
    copyCells();
    clearCells();
}

void MatrixView::pasteCells()
{
    const Matrix matrix = m_model->matrix(); // while a question is open, another may come
    const CellRange range = selectedRange();
    if (matrix.size() == 0) {
        emit editRefused(tr("There are no cells to paste into. Type a sentence first."));
        return;
    }
    const Result<std::optional<Matrix>> block = clipboardNumbers(this);
    if (!block) {
        emit editRefused(QString::fromStdString(block.error().message));
        return;
    }
    if (!*block)
        return;
    const MatrixContext context = m_model->context();
    const std::optional<CellRange> fitting = fittingTarget(matrix, range, **block);
    const std::optional<PasteTarget> target
        = fitting ? PasteTarget{*fitting} : askTarget(matrix, range, **block, context, this);
    if (!target)
        return;
    if (target->shape) {
        emit resizeWanted(
            {context.path, *target->shape, target->cells.row, target->cells.column, **block});
        return;
    }
    const Matrix result = pasted(matrix, target->cells, **block);
    if (!sameBits(result, matrix))
        emit matrixEdited(result);
}

} // namespace headlight
