#include "ui/views/exercise_dialog.h"

#include "core/document/tensor_path.h"
#include "core/explain/chain.h"
#include "ui/models/matrix_table_model.h"
#include "ui/style/theme.h"
#include "ui/views/matrix_view.h"
#include "ui/views/token_texts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

namespace headlight {
namespace {

constexpr std::size_t mostCells = 24; // one can answer by hand

} // namespace

ExerciseDialog::ExerciseDialog(const SnapshotPtr& snapshot, int layer, int head, QWidget* parent)
    : QDialog(parent)
    , m_snapshot(snapshot)
    , m_title(new QLineEdit(tr("Compute these numbers")))
    , m_text(new QPlainTextEdit)
    , m_matrix(new QComboBox)
    , m_table(new MatrixView)
    , m_tolerance(new QDoubleSpinBox)
    , m_facts(new QLabel)
{
    setObjectName(QStringLiteral("exerciseDialog"));
    setWindowTitle(tr("Make an Exercise"));
    m_title->setObjectName(QStringLiteral("exerciseTitle"));
    m_title->setAccessibleName(tr("Title"));
    m_text->setObjectName(QStringLiteral("exerciseText"));
    m_text->setAccessibleName(tr("What the learner reads"));
    m_text->setPlaceholderText(tr("What is to be found, and a hint. Markdown, if you like."));
    m_text->setTabChangesFocus(true);
    m_text->setMaximumHeight(96);
    m_matrix->setObjectName(QStringLiteral("exerciseMatrix"));
    m_matrix->setAccessibleName(tr("Matrix"));
    for (const ChainStage& stage : chainOf(*snapshot->document, layer, head)) {
        const TensorPath path = *parsePath(stage.tensor);
        if (isActivation(path))
            m_matrix->addItem(QString::fromStdString(displayName(snapshot->document->config, path)),
                              QString::fromStdString(stage.tensor));
    }
    m_table->setObjectName(QStringLiteral("exerciseTable"));
    m_table->setAccessibleName(tr("Numbers of the matrix"));
    m_table->matrixModel()->setEditable(false);
    m_table->matrixModel()->setTints(currentTheme().cellTint, currentTheme().cellTintNegative);
    m_table->setMinimumHeight(140);
    m_tolerance->setObjectName(QStringLiteral("exerciseTolerance"));
    m_tolerance->setAccessibleName(tr("Tolerance"));
    m_tolerance->setDecimals(4);
    m_tolerance->setRange(0.0001, 10);
    m_tolerance->setSingleStep(0.005);
    m_tolerance->setValue(0.005);
    m_facts->setObjectName(QStringLiteral("exerciseFacts"));
    m_facts->setWordWrap(true);

    auto* cover = new QPushButton(tr("&Cover the Selected"));
    cover->setObjectName(QStringLiteral("coverCells"));
    auto* uncover = new QPushButton(tr("&Uncover All"));
    uncover->setObjectName(QStringLiteral("uncoverCells"));
    auto* row = new QHBoxLayout;
    row->addWidget(cover);
    row->addWidget(uncover);
    row->addStretch(1);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(8);
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("T&ext"), m_text);
    form->addRow(tr("&Matrix"), m_matrix);
    form->addRow(tr("&Cells"), m_table);
    form->addRow({}, row);
    form->addRow(tr("To&lerance"), m_tolerance);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setText(tr("Save…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_matrix, &QComboBox::currentIndexChanged, this, &ExerciseDialog::showMatrix);
    connect(cover, &QPushButton::clicked, this, &ExerciseDialog::coverSelected);
    connect(uncover, &QPushButton::clicked, this, &ExerciseDialog::uncoverAll);
    connect(m_title, &QLineEdit::textChanged, this, &ExerciseDialog::update);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_facts);
    layout->addWidget(buttons);
    resize(560, 560);
    // Scores are what one begins with.
    m_matrix->setCurrentIndex(std::max(
        0,
        m_matrix->findData(QString::fromStdString(toString(TensorPath{layer, head, "scores"})))));
    showMatrix();
    update();
}

void ExerciseDialog::showMatrix()
{
    const std::string path = m_matrix->currentData().toString().toStdString();
    const std::shared_ptr<const Matrix> values = *sharedTensor(m_snapshot, path);
    MatrixTableModel* model = m_table->matrixModel();
    model->setMatrix(*values);
    const QStringList tokens = tokenTexts(m_snapshot->document->tokens);
    QStringList columns;
    for (Index c = 0; c < values->cols(); ++c)
        columns += QString::number(c + 1);
    model->setHeadings(tokens, columnsAreTokens(*parsePath(path)) ? tokens : columns);
    update();
}

void ExerciseDialog::coverSelected()
{
    const std::string path = m_matrix->currentData().toString().toStdString();
    for (const QModelIndex& index : m_table->selectionModel()->selectedIndexes()) {
        const CellRef cell{path, index.row(), index.column()};
        if (std::find(m_cells.begin(), m_cells.end(), cell) == m_cells.end())
            m_cells.push_back(cell);
    }
    update();
}

void ExerciseDialog::uncoverAll()
{
    m_cells.clear();
    update();
}

void ExerciseDialog::update()
{
    const std::string path = m_matrix->currentData().toString().toStdString();
    std::vector<CellRange> covered;
    for (const CellRef& cell : m_cells) {
        if (cell.tensor == path)
            covered.push_back({cell.row, cell.column, 1, 1});
    }
    m_table->matrixModel()->setMarks({}, covered);
    const bool isReady
        = !m_cells.empty() && m_cells.size() <= mostCells && !m_title->text().trimmed().isEmpty();
    m_save->setEnabled(isReady);
    if (m_cells.size() > mostCells)
        m_facts->setText(tr("%1 cells are covered; more than %2 are too many to compute by hand.")
                             .arg(m_cells.size())
                             .arg(mostCells));
    else if (m_cells.empty())
        m_facts->setText(tr("Select cells and cover them: the learner is to find their numbers."));
    else
        m_facts->setText(tr("%n cell(s) covered.", nullptr, int(m_cells.size())));
}

ExerciseWish ExerciseDialog::wish() const
{
    return {m_title->text().trimmed(), m_text->toPlainText().trimmed(), m_cells,
            m_tolerance->value()};
}

} // namespace headlight
