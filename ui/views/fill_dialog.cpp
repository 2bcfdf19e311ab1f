#include "ui/views/fill_dialog.h"

#include "core/lesson/cell_name.h"
#include "ui/models/matrix_table_model.h"
#include "ui/models/typed_cell.h"
#include "ui/style/theme.h"
#include "ui/views/number_delegate.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>

#include <algorithm>

namespace headlight {
namespace {

constexpr Index previewRows = 6;
constexpr Index previewColumns = 6;
const QString formulaKey = QStringLiteral("fillFormula");
const QString firstFormula = QStringLiteral("sin((row-1) / 10000^(2*(col-1)/d))");

QString listed(const std::vector<std::string>& names)
{
    QStringList texts;
    for (const std::string& name : names)
        texts += QString::fromStdString(name);
    return texts.join(u' ');
}

/// Without ligatures, which would draw == as one long sign.
QFont formulaFont()
{
    QFont font = numberFont();
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.1);
    return font;
}

QLabel* wrappedLabel(const char* name, const char* role)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setProperty("role", QLatin1String(role));
    return label;
}

/// What a formula may be made of: how it is written, and what that is.
QGridLayout* makeHelp()
{
    const std::pair<QString, QString> lines[] = {
        {QStringLiteral("row, col"), FillDialog::tr("the cell, counted from 1")},
        {QStringLiteral("n, d"), FillDialog::tr("how many rows and columns the matrix has")},
        {QStringLiteral("value"), FillDialog::tr("the number that stands in the cell now")},
        {QStringLiteral("W_Q(row, col)"),
         FillDialog::tr("a number of a matrix: %1").arg(listed(matrixNames()))},
        {QStringLiteral("a == b ? 1 : 0"), FillDialog::tr("1 where a is b, else 0")},
        {QStringLiteral("+ - * / ^"),
         FillDialog::tr("pi, e and the functions %1").arg(listed(formulaFunctions()))},
    };
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (const auto& [written, meaning] : lines) {
        auto* name = new QLabel(written);
        name->setFont(formulaFont());
        QLabel* text = wrappedLabel("fillHelp", "muted");
        text->setText(meaning);
        const int row = grid->rowCount();
        grid->addWidget(name, row, 0, Qt::AlignTop);
        grid->addWidget(text, row, 1);
    }
    return grid;
}

} // namespace

FillDialog::FillDialog(const MatrixTableModel& model, const CellRange& range, QWidget* parent)
    : QDialog(parent)
    , m_matrix(model.matrix())
    , m_range(range)
    , m_context(model.context())
    , m_formula(new QLineEdit)
    , m_preview(new MatrixTableModel(this))
    , m_note(wrappedLabel("fillNote", "muted"))
    , m_complaint(wrappedLabel("fillComplaint", "warning"))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName(QStringLiteral("fillDialog"));
    setWindowTitle(tr("Fill %1 × %2 Numbers with a Formula").arg(range.rows).arg(range.columns));
    build();
    setHeadings(model);
    connect(m_formula, &QLineEdit::textChanged, this, &FillDialog::showPreview);
    m_formula->setText(QSettings().value(formulaKey, firstFormula).toString());
    m_formula->selectAll();
    showPreview();
}

void FillDialog::build()
{
    m_formula->setObjectName(QStringLiteral("fillFormula"));
    m_formula->setAccessibleName(tr("Formula"));
    m_formula->setFont(formulaFont());
    auto* label = new QLabel(tr("&Formula  ="));
    label->setBuddy(m_formula);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(label);
    line->addWidget(m_formula, 1);
    for (QLabel* text : {m_note, m_complaint})
        text->setMinimumHeight(2 * fontMetrics().height()); // nothing moves when one takes turns
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("F&ill"));
    connect(m_buttons, &QDialogButtonBox::accepted, this, &FillDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &FillDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(line);
    layout->addWidget(makeTable());
    layout->addWidget(m_note);
    layout->addWidget(m_complaint);
    layout->addLayout(makeHelp());
    layout->addWidget(m_buttons);
    setMinimumWidth(560);
}

QTableView* FillDialog::makeTable()
{
    auto* table = new QTableView;
    table->setObjectName(QStringLiteral("fillPreview"));
    table->setAccessibleName(tr("First numbers"));
    table->setModel(m_preview);
    table->setItemDelegate(new NumberDelegate(table));
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus);
    table->horizontalHeader()->setDefaultSectionSize(
        QFontMetrics(numberFont()).horizontalAdvance(QStringLiteral("-0.00022")) + 14);
    table->verticalHeader()->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    const int lineHeight = fontMetrics().height() + 11;
    table->verticalHeader()->setDefaultSectionSize(lineHeight);
    table->horizontalHeader()->setFixedHeight(lineHeight);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int rows = int(std::min(m_range.rows, previewRows));
    table->setFixedHeight((1 + rows) * lineHeight + 2 * table->frameWidth());
    m_preview->setEditable(false);
    m_preview->setTints(currentTheme().cellTint, currentTheme().cellTintNegative);
    return table;
}

void FillDialog::setHeadings(const MatrixTableModel& model)
{
    const auto headings = [&](Qt::Orientation orientation, Index first, Index count) {
        QStringList texts;
        for (Index i = first; i < first + count; ++i)
            texts += model.headerData(int(i), orientation, Qt::DisplayRole).toString();
        return texts;
    };
    m_preview->setHeadings(
        headings(Qt::Vertical, m_range.row, std::min(m_range.rows, previewRows)),
        headings(Qt::Horizontal, m_range.column, std::min(m_range.columns, previewColumns)));
}

/// The first numbers of the range.
Result<Matrix> FillDialog::compute(Index rows, Index columns) const
{
    Result<CellFormula> formula
        = parseFormula(m_formula->text(), {m_matrix.rows(), m_matrix.cols()}, m_context);
    if (!formula)
        return formula.error();
    Matrix numbers(rows, columns);
    for (Index r = 0; r < rows; ++r) {
        for (Index c = 0; c < columns; ++c) {
            const Index row = m_range.row + r;
            const Index column = m_range.column + c;
            const Result<double> number = formula->at(row, column, m_matrix(row, column));
            if (!number)
                return number.error();
            numbers(r, c) = *number;
        }
    }
    return numbers;
}

void FillDialog::showPreview()
{
    const Index rows = std::min(m_range.rows, previewRows);
    const Index columns = std::min(m_range.columns, previewColumns);
    const Result<Matrix> numbers = compute(rows, columns);
    m_preview->setMatrix(numbers ? *numbers : Matrix());
    if (!numbers)
        return showComplaint(QString::fromStdString(numbers.error().message));
    showComplaint({});
    const bool isPart = rows < m_range.rows || columns < m_range.columns;
    QString note = isPart ? tr("The first %1 × %2 of %3 × %4 numbers.")
                                .arg(rows)
                                .arg(columns)
                                .arg(m_range.rows)
                                .arg(m_range.columns)
                          : tr("All %1 × %2 numbers.").arg(rows).arg(columns);
    note += u' ' + tr("They are computed once; the formula is not kept.");
    if (!numbers->allFinite())
        note += u' ' + tr("Some are NaN or infinite.");
    m_note->setText(note);
}

/// Shows a complaint, or the note when there is none.
void FillDialog::showComplaint(const QString& complaint)
{
    m_complaint->setText(complaint);
    m_complaint->setVisible(!complaint.isEmpty());
    m_note->setVisible(complaint.isEmpty());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(complaint.isEmpty());
}

void FillDialog::accept()
{
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    const Result<Matrix> numbers = compute(m_range.rows, m_range.columns);
    QGuiApplication::restoreOverrideCursor();
    if (!numbers)
        return showComplaint(QString::fromStdString(numbers.error().message));
    m_numbers = *numbers;
    QSettings().setValue(formulaKey, m_formula->text());
    QDialog::accept();
}

} // namespace headlight
