#include "ui/views/paste_questions.h"

#include "core/document/edit.h"
#include "core/document/tensor_sizes.h"
#include "ui/views/question.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct PasteTexts {
    Q_DECLARE_TR_FUNCTIONS(PasteTexts)
};

QString shapeText(Index rows, Index columns)
{
    return QStringLiteral("%1 × %2").arg(rows).arg(columns);
}

QString span(Index first, Index count)
{
    return count == 1 ? QString::number(first + 1)
                      : QStringLiteral("%1–%2").arg(first + 1).arg(first + count);
}

QString placeText(const CellRange& range)
{
    return PasteTexts::tr("rows %1, columns %2")
        .arg(span(range.row, range.rows), span(range.column, range.columns));
}

QString misfitText(const Matrix& matrix, const CellRange& range, const QString& blockShape)
{
    if (!range.isSingle())
        return PasteTexts::tr("%1 numbers do not fill the %2 selected cells.")
            .arg(blockShape, shapeText(range.rows, range.columns));
    return PasteTexts::tr("%1 numbers do not fit from row %2, column %3 of a %4 matrix.")
        .arg(blockShape)
        .arg(range.row + 1)
        .arg(range.column + 1)
        .arg(shapeText(matrix.rows(), matrix.cols()));
}

/// What cropping does, to the letter.
QString cropText(const CellRange& target, const QString& blockShape, bool cuts)
{
    if (!cuts)
        return PasteTexts::tr("Write Once puts the %1 numbers into %2; the other selected cells "
                              "stay as they are.")
            .arg(blockShape, placeText(target));
    return PasteTexts::tr("Crop puts the first %1 of the %2 numbers into %3 and leaves the others "
                          "out.")
        .arg(shapeText(target.rows, target.columns), blockShape, placeText(target));
}

QString repeatText(const CellRange& range, const QString& blockShape)
{
    return PasteTexts::tr("Repeat puts the %1 numbers into %2 again and again, cut off at the edge "
                          "of the selection.")
        .arg(blockShape, placeText(range));
}

/// What the matrix has to be for the block: as large as the block when all of it is selected, else
/// large enough to hold it from the first selected cell on.
Shape wantedShape(const Matrix& matrix, const CellRange& range, const Matrix& block)
{
    if (range.rows == matrix.rows() && range.columns == matrix.cols())
        return {block.rows(), block.cols()};
    return {std::max(matrix.rows(), range.row + block.rows()),
            std::max(matrix.cols(), range.column + block.cols())};
}

/// What else changes with the sizes of the model, a sentence for each.
QStringList sizeTexts(const Config& before, const Config& after)
{
    QStringList texts;
    if (after.modelWidth != before.modelWidth)
        texts += PasteTexts::tr("d_model becomes %1: X and the embeddings get %1 columns, W_Q, W_K "
                                "and W_V of every head %1 rows.")
                     .arg(after.modelWidth);
    if (after.keyWidth != before.keyWidth)
        texts += PasteTexts::tr("d_k becomes %1: W_Q, W_K, Q and K of every head get %1 columns.")
                     .arg(after.keyWidth);
    if (after.keyWidth != before.keyWidth && after.scaleKind == ScaleKind::KeyWidth)
        texts += PasteTexts::tr("The scores are divided by √%1.").arg(after.keyWidth);
    if (after.valueWidth != before.valueWidth)
        texts += PasteTexts::tr("d_v becomes %1: W_V, V and Z of every head get %1 columns%2.")
                     .arg(after.valueWidth)
                     .arg(after.outputProjection
                              ? PasteTexts::tr(", W_O %1 rows for each head").arg(after.valueWidth)
                              : QString());
    if (after.outputProjection && after.outputWidth != before.outputWidth)
        texts += PasteTexts::tr("W_O and the output get %1 columns.").arg(after.outputWidth);
    return texts;
}

bool getsSmaller(const Shape& shape, const Matrix& matrix)
{
    return shape.rows < matrix.rows() || shape.columns < matrix.cols();
}

/// A shape the matrix can be given for the block, and what that does; or why it keeps its own.
struct ResizeOffer {
    std::optional<Shape> shape = {};
    QString text = {};
};

ResizeOffer offerResize(const Matrix& matrix, const CellRange& range, const Matrix& block,
                        const MatrixContext& context)
{
    const Shape shape = wantedShape(matrix, range, block);
    const QString stays
        = PasteTexts::tr("The matrix stays %1.").arg(shapeText(matrix.rows(), matrix.cols()));
    if (!context.document || shape == Shape{matrix.rows(), matrix.cols()})
        return {{}, stays};
    const Document& document = *context.document;
    const Result<Ok> allowed
        = checkEdit(document, ResizeTensor{context.path, shape, range.row, range.column, block});
    if (!allowed)
        return {{}, stays + u' ' + QString::fromStdString(allowed.error().message)};
    QStringList texts{PasteTexts::tr("Resize makes the matrix %1, so that all numbers fit.")
                          .arg(shapeText(shape.rows, shape.columns))};
    texts += sizeTexts(document.config, *sizedFor(document, context.path, shape));
    texts += getsSmaller(shape, matrix)
        ? PasteTexts::tr("Numbers outside of the new sizes are dropped; Undo brings them back.")
        : PasteTexts::tr("New numbers elsewhere come from the seed.");
    return {shape, texts.join(u' ')};
}

struct MeaningButton {
    const char* name;
    QString text;
};

MeaningButton buttonFor(const Reading& reading)
{
    const QString example = QString::fromStdString(reading.example);
    switch (reading.meaning) {
    case MarkMeaning::Decimal:
        return {"meaningDecimal", PasteTexts::tr("&Decimal mark: %1").arg(example)};
    case MarkMeaning::Thousands:
        return {"meaningThousands", PasteTexts::tr("&Thousands: %1").arg(example)};
    case MarkMeaning::Separator:
        break;
    }
    return {"meaningSeparator", PasteTexts::tr("&Separate cells: %1").arg(example)};
}

} // namespace

std::optional<Matrix> askMeaning(const Ambiguity& ambiguity, QWidget* parent)
{
    Question question(QStringLiteral("pasteMeaning"), PasteTexts::tr("Paste Numbers"),
                      QMessageBox::Cancel, parent);
    question.setText(PasteTexts::tr("“%1” can be read in more than one way.")
                         .arg(QString::fromStdString(ambiguity.text).left(40)));
    question.setInformativeText(
        PasteTexts::tr("The answer holds for all numbers that are pasted now."));
    std::vector<QAbstractButton*> buttons;
    for (const Reading& reading : ambiguity.readings) {
        const MeaningButton button = buttonFor(reading);
        buttons.push_back(question.addAnswer(button.name, button.text));
    }
    question.exec();
    for (std::size_t i = 0; i < buttons.size(); ++i) {
        if (question.clickedButton() == buttons[i])
            return ambiguity.readings[i].matrix;
    }
    return std::nullopt;
}

std::optional<PasteTarget> askTarget(const Matrix& matrix, const CellRange& range,
                                     const Matrix& block, const MatrixContext& context,
                                     QWidget* parent)
{
    const QString blockShape = shapeText(block.rows(), block.cols());
    const CellRange cropped = croppedTarget(matrix, range, block);
    const bool cuts = cropped.rows < block.rows() || cropped.columns < block.cols();
    const bool repeats
        = !range.isSingle() && (block.rows() < range.rows || block.cols() < range.columns);
    const ResizeOffer offer = offerResize(matrix, range, block, context);
    Question question(QStringLiteral("pasteShape"), PasteTexts::tr("Paste Numbers"),
                      QMessageBox::Cancel, parent);
    question.setText(misfitText(matrix, range, blockShape));
    QStringList effects{offer.text, cropText(cropped, blockShape, cuts)};
    const QAbstractButton* resize = nullptr;
    if (offer.shape)
        resize = question.addAnswer("pasteResize", PasteTexts::tr("Resi&ze"));
    const QAbstractButton* crop = question.addAnswer(
        "pasteCrop", cuts ? PasteTexts::tr("C&rop") : PasteTexts::tr("Write &Once"));
    const QAbstractButton* repeat = nullptr;
    if (repeats) {
        repeat = question.addAnswer("pasteRepeat", PasteTexts::tr("Re&peat"));
        effects += repeatText(range, blockShape);
    }
    question.setInformativeText(effects.join(QStringLiteral("\n\n")));
    question.exec();
    const QAbstractButton* clicked = question.clickedButton();
    if (resize && clicked == resize)
        return PasteTarget{{range.row, range.column, block.rows(), block.cols()}, offer.shape};
    if (clicked == crop)
        return PasteTarget{cropped};
    return repeat && clicked == repeat ? std::optional(PasteTarget{range}) : std::nullopt;
}

} // namespace headlight
