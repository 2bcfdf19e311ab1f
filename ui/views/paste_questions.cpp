#include "ui/views/paste_questions.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace headlight {
namespace {

struct PasteTexts {
    Q_DECLARE_TR_FUNCTIONS(PasteTexts)
};

/// A question with Cancel, which Enter and Escape mean: nothing is guessed.
class Question : public QMessageBox {
public:
    Question(const QString& name, const QString& title, QWidget* parent)
        : QMessageBox(QMessageBox::Question, title, {}, QMessageBox::Cancel, parent)
    {
        setObjectName(name);
        setTextFormat(Qt::PlainText);
        setDefaultButton(QMessageBox::Cancel);
    }

    QPushButton* addAnswer(const char* name, const QString& text)
    {
        QPushButton* button = addButton(text, QMessageBox::ActionRole);
        button->setObjectName(QLatin1String(name));
        return button;
    }
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
    Question question(QStringLiteral("pasteMeaning"), PasteTexts::tr("Paste Numbers"), parent);
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

std::optional<CellRange> askTarget(const Matrix& matrix, const CellRange& range,
                                   const Matrix& block, QWidget* parent)
{
    const QString blockShape = shapeText(block.rows(), block.cols());
    const CellRange cropped = croppedTarget(matrix, range, block);
    const bool cuts = cropped.rows < block.rows() || cropped.columns < block.cols();
    const bool repeats
        = !range.isSingle() && (block.rows() < range.rows || block.cols() < range.columns);
    Question question(QStringLiteral("pasteShape"), PasteTexts::tr("Paste Numbers"), parent);
    question.setText(misfitText(matrix, range, blockShape));
    QStringList effects{
        PasteTexts::tr("The matrix stays %1, because its size follows from the model.")
            .arg(shapeText(matrix.rows(), matrix.cols())),
        cropText(cropped, blockShape, cuts)};
    const QAbstractButton* crop = question.addAnswer(
        "pasteCrop", cuts ? PasteTexts::tr("C&rop") : PasteTexts::tr("Write &Once"));
    const QAbstractButton* repeat = nullptr;
    if (repeats) {
        repeat = question.addAnswer("pasteRepeat", PasteTexts::tr("Re&peat"));
        effects += repeatText(range, blockShape);
    }
    question.setInformativeText(effects.join(QStringLiteral("\n\n")));
    question.exec();
    if (question.clickedButton() == crop)
        return cropped;
    return repeat && question.clickedButton() == repeat ? std::optional(range) : std::nullopt;
}

} // namespace headlight
