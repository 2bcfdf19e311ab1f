#include "ui/views/matrix_pane.h"

#include "core/document/edit.h"
#include "core/document/tensor_path.h"
#include "core/explain/why.h"
#include "ui/models/matrix_table_model.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/views/matrix_view.h"
#include "ui/views/token_texts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {
namespace {

/// The letter that numbers the columns: "k" for W_K and K, as in k₁, k₂.
QString columnLetter(const std::string& name)
{
    if (name == "W_Q" || name == "q")
        return QStringLiteral("q");
    if (name == "W_K" || name == "k")
        return QStringLiteral("k");
    if (name == "W_V" || name == "v" || name == "z")
        return QStringLiteral("v");
    return name == "W_O" || name == "output" ? QStringLiteral("o") : QStringLiteral("x");
}

QString subscript(int number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

QStringList numberedHeadings(const QString& letter, Index count)
{
    QStringList headings;
    headings.reserve(count);
    for (int i = 1; i <= count; ++i)
        headings += letter + subscript(i);
    return headings;
}

QStringList numbers(Index count)
{
    QStringList headings;
    for (int i = 1; i <= count; ++i)
        headings += QString::number(i);
    return headings;
}

/// The document by itself, for tensors that need no computing.
Snapshot bare(const std::shared_ptr<const Document>& document)
{
    return {document, {}};
}

bool isWeight(const TensorPath& path)
{
    return path.layer >= 0 && !isActivation(path);
}

} // namespace

MatrixPane::MatrixPane(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_state(new QLabel(this))
    , m_pin(new QToolButton(this))
    , m_view(new MatrixView(this))
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(QStringLiteral("matrixTitle"));
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setObjectName(QStringLiteral("matrixState"));
    m_pin->setObjectName(QStringLiteral("pinButton"));
    m_pin->setCheckable(true);
    m_pin->setText(tr("Pin"));
    m_pin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pin->setIcon(themedIcon(QStringLiteral("pin")));
    m_pin->setAccessibleName(tr("Pin this matrix"));
    m_view->setObjectName(QStringLiteral("matrixTable"));

    auto* header = new QHBoxLayout;
    header->setSpacing(8);
    header->addWidget(m_title, 1);
    header->addWidget(m_pin);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addLayout(header);
    layout->addWidget(m_view);
    layout->addWidget(m_state);

    connect(m_view, &MatrixView::cellEdited, this,
            [this](int row, int column, double value, int gesture) {
                emit cellEdited(m_path, row, column, value, gesture);
            });
    connect(m_view, &MatrixView::matrixEdited, this,
            [this](const Matrix& matrix) { emit matrixEdited(m_path, matrix); });
    connect(m_view, &MatrixView::resizeWanted, this, &MatrixPane::resizeWanted);
    connect(m_view, &MatrixView::editRefused, this, &MatrixPane::editRefused);
    connect(m_view, &MatrixView::currentCellChanged, this,
            [this](int row, int column) { emit cellSelected(m_path, row, column); });
    connect(m_view, &MatrixView::cellHovered, this,
            [this](int row, int column) { emit cellHovered(m_path, row, column); });
    connect(m_pin, &QToolButton::clicked, this, &MatrixPane::togglePin);
    applyTheme();
}

void MatrixPane::setPath(const std::string& path)
{
    if (path == m_wanted)
        return;
    m_view->commitEditor();
    m_wanted = path;
    refresh();
}

/// The embeddings do nothing while other numbers are pinned in their place: those are X then.
std::string MatrixPane::shownPath() const
{
    const std::string pinnedX = "layers.0.resid_pre";
    const bool isPinnedX = m_wanted == "X" && m_document && m_document->pins.contains(pinnedX);
    return isPinnedX ? pinnedX : m_wanted;
}

void MatrixPane::setDocument(const Document& document)
{
    m_document = std::make_shared<const Document>(document);
    refresh();
}

void MatrixPane::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refresh();
}

void MatrixPane::setPlace(const HeadPlace& place)
{
    m_place = place;
    updateContext();
}

/// Tells the table what formulas may name.
void MatrixPane::updateContext()
{
    HeadPlace place = m_place;
    if (const std::optional<TensorPath> path = parsePath(m_path)) {
        place.layer = path->layer >= 0 ? path->layer : place.layer;
        place.head = path->head >= 0 ? path->head : place.head;
    }
    m_view->matrixModel()->setContext({m_path, m_document, m_snapshot, place});
}

void MatrixPane::refresh()
{
    m_path = shownPath();
    updateContext();
    const std::optional<TensorPath> path = parsePath(m_path);
    if (!m_document || !path)
        return;
    const bool isEditable = bool(editable(*m_document, m_path));
    const bool fromDocument = isEditable || isWeight(*path);
    const Document& document = fromDocument || !m_snapshot ? *m_document : *m_snapshot->document;
    Matrix matrix;
    if (const auto pin = m_document->pins.find(m_path); pin != m_document->pins.end())
        matrix = *pin->second;
    else if (isEditable && (path->name == "X" || path->name == "embed"))
        matrix = embeddedTokens(*m_document);
    else if (const Result<Matrix> found = fromDocument ? tensor(bare(m_document), m_path)
                 : m_snapshot                          ? tensor(*m_snapshot, m_path)
                                                       : Result<Matrix>(Matrix()))
        matrix = *found;

    MatrixTableModel* model = m_view->matrixModel();
    model->setEditable(isEditable);
    model->setMatrix(matrix);
    const QStringList tokens = tokenTexts(document.tokens);
    model->setHeadings(rowsAreTokens(*path) ? tokens : numbers(matrix.rows()),
                       columnsAreTokens(*path)
                           ? tokenTexts(keyTokens(document))
                           : numberedHeadings(columnLetter(path->name), matrix.cols()));
    m_view->setMaximumHeight(std::max(m_view->fittingHeight(), 60));
    m_view->updateGeometry();
    m_title->setText(QStringLiteral("%1 · %2 × %3")
                         .arg(QString::fromStdString(displayName(document.config, *path)))
                         .arg(matrix.rows())
                         .arg(matrix.cols()));
    m_view->setAccessibleName(m_title->text());
    showState(isEditable);
    showMarks();
}

void MatrixPane::setMarks(const Marks& marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    showMarks();
}

/// Hands the marks of this tensor to the table.
void MatrixPane::showMarks()
{
    if (!m_document)
        return;
    const std::string path = canonicalPath(m_document->config, m_path);
    std::vector<MatrixTableModel::MarkedRange> ranges;
    const auto add = [&](const CellBlock& block, MatrixTableModel::Mark mark) {
        if (block.tensor == path)
            ranges.push_back({{block.row, block.column, block.rows, block.columns}, mark});
    };
    if (const auto far = m_marks.reach.find(path); far != m_marks.reach.end())
        add(far->second, MatrixTableModel::Far);
    for (const CellBlock& block : m_marks.direct)
        add(block, MatrixTableModel::Near);
    for (const CellBlock& block : m_marks.noted)
        add(block, MatrixTableModel::Near);
    if (m_marks.cell)
        add({m_marks.cell->tensor, m_marks.cell->row, m_marks.cell->column},
            MatrixTableModel::Chosen);
    std::vector<CellRange> covered;
    for (const CellRef& cell : m_marks.covered) {
        if (cell.tensor == path)
            covered.push_back({cell.row, cell.column, 1, 1});
    }
    m_view->matrixModel()->setMarks(ranges, covered);
}

/// Speaks of the document as it is now: the snapshot may still be of other sizes.
void MatrixPane::showState(bool isEditable)
{
    const Document& document = *m_document;
    const std::optional<TensorPath> path = parsePath(m_path);
    const bool pinned = document.pins.contains(m_path);
    m_pin->setVisible(isActivation(*path) && !document.recorded);
    m_pin->setChecked(pinned);
    m_pin->setText(pinned ? tr("Pinned") : tr("Pin"));
    m_pin->setToolTip(pinned ? tr("Compute this matrix again")
                             : tr("Use numbers of your own instead of the computed ones"));
    if (pinned && !document.recorded)
        m_state->setText(tr("Pinned: these numbers are used instead of computed ones."));
    else if (isEditable)
        m_state->setText(
            tr("Drag a number sideways to change it; type to replace it. = begins a formula."));
    else
        m_state->setText(QString::fromStdString(editable(document, m_path).error().message));
    m_state->setVisible(pinned || !isEditable || !m_hintHidden);
}

void MatrixPane::togglePin()
{
    if (m_pin->isChecked())
        emit pinWanted(m_path, m_view->matrixModel()->matrix());
    else
        emit unpinWanted(m_path);
}

void MatrixPane::applyTheme()
{
    const Theme& theme = currentTheme();
    m_view->matrixModel()->setTints(theme.cellTint, theme.cellTintNegative);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.muted);
    m_state->setPalette(muted);
}

void MatrixPane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

} // namespace headlight
