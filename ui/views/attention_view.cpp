#include "ui/views/attention_view.h"

#include "core/document/tensor_path.h"
#include "ui/figure/figure_widget.h"
#include "ui/session/number_text.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/views/head_figure.h"
#include "ui/views/head_grid.h"
#include "ui/views/model_overview.h"
#include "ui/views/model_page.h"
#include "ui/views/still_line.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace headlight {
namespace {

QToolButton* makeModeButton(const QString& name, const QString& text, const QString& icon)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(text);
    button->setIcon(themedIcon(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setProperty("tab", true);
    return button;
}

QLabel* makePlainLabel(const QString& name)
{
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// Two token names, the weight, and what it came from.
QString describeCell(const SnapshotPtr& snapshot, const HeadPlace& place, const HeatCell& cell)
{
    const Document& document = *snapshot->document;
    const HeadTrace& trace
        = snapshot->trace.layers[std::size_t(place.layer)].heads[std::size_t(place.head)];
    const std::shared_ptr<const Matrix> weights = headMatrix(snapshot, place, Look());
    QString text = AttentionView::tr("%1 → %2    weight %3")
                       .arg(QString::fromStdString(document.tokens[std::size_t(cell.query)]),
                            QString::fromStdString(keyTokens(document)[std::size_t(cell.key)]),
                            numberText((*weights)(cell.query, cell.key)));
    if (const auto scores = scoresOfCell(*snapshot, place, cell.query, cell.key))
        text += AttentionView::tr("    score %1    scaled %2")
                    .arg(numberText(scores->score), numberText(scores->scaled));
    const std::vector<Index>& hiddenRows = trace.hiddenRows;
    if (std::find(hiddenRows.begin(), hiddenRows.end(), Index(cell.query)) != hiddenRows.end())
        text += AttentionView::tr("    this query may see no key: all its weights are 0");
    return text;
}

} // namespace

AttentionView::AttentionView(QWidget* parent)
    : QWidget(parent)
    , m_title(makePlainLabel(QStringLiteral("attentionTitle")))
    , m_hint(makePlainLabel(QStringLiteral("attentionHint")))
    , m_stage(new QComboBox)
    , m_gridButton(
          makeModeButton(QStringLiteral("gridButton"), tr("All heads"), QStringLiteral("grid")))
    , m_singleButton(
          makeModeButton(QStringLiteral("singleButton"), tr("One head"), QStringLiteral("single")))
    , m_modelButton(
          makeModeButton(QStringLiteral("modelButton"), tr("All layers"), QStringLiteral("layers")))
    , m_stack(new QStackedWidget)
    , m_grid(new HeadGrid)
    , m_single(new FigureWidget)
    , m_model(new ModelPage)
    , m_note(makePlainLabel(QStringLiteral("note")))
    , m_readout(makePlainLabel(QStringLiteral("readout")))
{
    setObjectName(QStringLiteral("attentionView"));
    setAccessibleName(tr("Attention heatmaps"));
    m_single->setObjectName(QStringLiteral("singleHead"));
    m_single->setAccessibleName(tr("Heatmap of one head"));
    m_stack->addWidget(m_grid);
    m_stack->addWidget(m_single);
    m_stack->addWidget(m_model);
    m_readout->setContentsMargins(16, 4, 16, 8);
    m_readout->setAccessibleName(tr("Numbers of the cell"));
    m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(16, 0, 16, 4);
    m_note->setProperty("role", QStringLiteral("muted"));
    m_note->hide();
    setAutoFillBackground(true);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(m_note);
    layout->addWidget(m_stack, 1);
    layout->addWidget(new StillLine(m_readout));
    connectViews();
    connectOverview();
    applyTheme();
    setMode(Mode::Single);
}

QWidget* AttentionView::makeHeader()
{
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_hint->setText(tr("query ↓   key →"));
    m_hint->setProperty("role", QStringLiteral("muted"));
    m_stage->setObjectName(QStringLiteral("stage"));
    m_stage->setAccessibleName(tr("Matrix that is shown"));
    for (const Stage stage : {Stage::Pattern, Stage::Scores, Stage::Scaled, Stage::Masked})
        m_stage->addItem(stageTitle(stage), int(stage));

    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 8, 16, 4);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addWidget(m_hint);
    row->addStretch(1);
    row->addWidget(m_stage);
    row->addWidget(m_gridButton);
    row->addWidget(m_singleButton);
    row->addWidget(m_modelButton);
    return header;
}

void AttentionView::connectViews()
{
    connect(m_gridButton, &QToolButton::clicked, this, [this] { setMode(Mode::Grid); });
    connect(m_singleButton, &QToolButton::clicked, this, [this] { setMode(Mode::Single); });
    connect(m_stage, &QComboBox::activated, this,
            [this](int index) { emit stageChosen(Stage(m_stage->itemData(index).toInt())); });

    connect(m_grid, &HeadGrid::headActivated, this, [this](int head) {
        openHead({m_layer, head});
    });
    connect(m_grid, &HeadGrid::currentChanged, this, [this](int head) {
        emit headChosen({m_layer, head});
    });
    connect(m_grid, &HeadGrid::cellClicked, this,
            [this](int, const FigureCell& cell) { emit cellMarked(m_shown.cell(cell)); });
    connect(m_grid, &HeadGrid::cellHovered, this, [this](int head, const FigureCell& cell) {
        hover({m_layer, head}, m_shown.cell(cell));
    });
    connect(m_grid, &HeadGrid::hoverLeft, this, &AttentionView::unhover);

    connect(m_single, &FigureWidget::clicked, this,
            [this](const FigureHit& hit) { emit cellMarked(m_shown.cell(hit.cell)); });
    connect(m_single, &FigureWidget::hovered, this, [this](const FigureHit& hit) {
        hover({m_layer, m_head}, m_shown.cell(hit.cell));
    });
    connect(m_single, &FigureWidget::hoverLeft, this, &AttentionView::unhover);
}

void AttentionView::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    takePlace();
    if ((m_hoveredPlace && !isInside(*m_hoveredPlace)) || (m_hovered && !isInside(*m_hovered))) {
        m_hovered.reset();
        m_hoveredPlace.reset();
    }
    m_stage->setVisible(!snapshot->document->recorded); // which holds the weights alone
    refreshIfVisible();
}

void AttentionView::setPlace(int layer, int head)
{
    m_wanted = {layer, head};
    if (takePlace())
        refreshIfVisible();
}

/// Whether another head is shown now. The snapshot may be older than what is wanted.
bool AttentionView::takePlace()
{
    const HeadPlace place
        = m_snapshot ? nearestPlace(m_wanted, m_snapshot->document->config) : m_wanted;
    const bool isAnother = place != HeadPlace{m_layer, m_head};
    m_layer = place.layer;
    m_head = place.head;
    return isAnother;
}

void AttentionView::setLook(const Look& look)
{
    m_look = look;
    m_stage->setCurrentIndex(m_stage->findData(int(look.stage)));
    refreshIfVisible();
}

void AttentionView::setMarks(const Marks& marks)
{
    if (marks == m_marks)
        return;
    const Panel before = markedPanel();
    m_marks = marks;
    const Panel after = markedPanel();
    if (after.framed != before.framed || after.covered != before.covered) {
        refreshIfVisible();
        return;
    }
    m_grid->setMarked(markedPlace());
    m_single->setMarked(markedPlace());
    overview()->setMarks(markedPlace(), coveredCells());
    updateReadout();
}

/// The marked cell, when it is one of a query and a key.
std::optional<HeatCell> AttentionView::marked() const
{
    const std::optional<TensorPath> path
        = m_marks.cell ? parsePath(m_marks.cell->tensor) : std::nullopt;
    if (!path || !columnsAreTokens(*path))
        return std::nullopt;
    return HeatCell{int(m_marks.cell->row), int(m_marks.cell->column)};
}

/// Where it is shown; nowhere when one of its tokens is left out.
std::optional<FigureCell> AttentionView::markedPlace() const
{
    const std::optional<HeatCell> cell = marked();
    return cell ? m_shown.place(*cell) : std::nullopt;
}

std::string AttentionView::stagePath(int head) const
{
    return toString(TensorPath{m_layer, head, stageTensor(m_look.stage)});
}

/// What is framed and covered in the map of the chosen head: most marks are of other matrices.
Panel AttentionView::markedPanel() const
{
    Panel panel;
    const std::string path = stagePath(m_head);
    const auto frame = [&](const std::vector<CellBlock>& blocks) {
        for (const CellBlock& block : blocks) {
            if (block.tensor != path)
                continue;
            const FigureBlock shown = m_shown.block(
                {int(block.row), int(block.column), int(block.rows), int(block.columns)});
            if (shown.rows > 0 && shown.columns > 0)
                panel.framed.push_back(shown);
        }
    };
    frame(m_marks.direct);
    frame(m_marks.noted);
    for (const CellRef& cell : m_marks.covered) {
        const std::optional<FigureCell> shown = m_shown.place({int(cell.row), int(cell.column)});
        if (cell.tensor == path && shown)
            panel.covered.push_back(*shown);
    }
    return panel;
}

void AttentionView::applyMarks(Figure& figure) const
{
    Panel& panel = figure.panels[m_mode == Mode::Grid ? std::size_t(m_head) : 0];
    Panel marked = markedPanel();
    panel.framed = std::move(marked.framed);
    panel.covered = std::move(marked.covered);
    figure.marked = markedPlace();
}

void AttentionView::setMode(Mode mode)
{
    const bool changed = mode != m_mode;
    m_mode = mode;
    m_gridButton->setChecked(mode == Mode::Grid);
    m_singleButton->setChecked(mode == Mode::Single);
    m_modelButton->setChecked(mode == Mode::Model);
    m_stack->setCurrentIndex(int(mode));
    refreshIfVisible();
    if (changed)
        emit modeChanged(mode);
}

void AttentionView::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void AttentionView::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void AttentionView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale || m_mode == Mode::Model) // the overview keeps nothing while it is hidden
        refresh();
}

/// Only the shown one of the views is brought up to date.
void AttentionView::refresh()
{
    if (!m_snapshot)
        return;
    m_stale = false;
    m_shown = shownCells(*m_snapshot, m_look);
    if (m_mode == Mode::Model)
        return refreshOverview();
    const bool grid = m_mode == Mode::Grid;
    Figure figure = headFigure(m_snapshot, m_layer,
                               grid ? allHeads(*m_snapshot) : std::vector<int>{m_head}, m_look);
    figure.style = screenStyle();
    figure.labelsNeedRoom = grid;
    applyMarks(figure);
    if (grid) {
        m_grid->setFigure(figure);
        m_grid->setCurrent(m_head);
    } else {
        m_single->setFigure(figure);
    }
    updateHeader();
    updateReadout();
}

void AttentionView::updateHeader()
{
    const Config& config = m_snapshot->document->config;
    QString title = stageTitle(m_look.stage);
    if (m_mode == Mode::Single && config.heads > 1)
        title += tr(" · head %1").arg(m_head + 1);
    if (m_mode == Mode::Model)
        title += tr(" · whole model");
    else if (config.layers > 1)
        title += tr(" · layer %1").arg(m_layer + 1);
    m_title->setText(title);
}

void AttentionView::openHead(const HeadPlace& place)
{
    m_openedFrom = m_mode;
    emit headChosen(place);
    setMode(Mode::Single);
    m_single->setFocus();
}

void AttentionView::hover(const HeadPlace& place, const std::optional<HeatCell>& cell)
{
    m_hovered = cell;
    m_hoveredPlace = place;
    if (cell)
        emit cellHovered(place, *cell);
    else
        emit hoverLeft();
    updateReadout();
}

void AttentionView::unhover()
{
    m_hovered.reset();
    m_hoveredPlace.reset();
    emit hoverLeft();
    updateReadout();
}

/// The head whose numbers are read out.
HeadPlace AttentionView::readPlace() const
{
    return m_hoveredPlace.value_or(HeadPlace{m_layer, m_head});
}

/// Whether an exercise asks for a number of this query and key.
bool AttentionView::isCovered(const HeatCell& cell) const
{
    const HeadPlace place = readPlace();
    const std::string prefix = toString(TensorPath{place.layer, place.head, ""});
    return std::any_of(m_marks.covered.begin(), m_marks.covered.end(), [&](const CellRef& covered) {
        return covered.tensor.starts_with(prefix) && covered.row == cell.query
            && covered.column == cell.key;
    });
}

bool AttentionView::isInside(const HeatCell& cell) const
{
    const Document& document = *m_snapshot->document;
    return cell.query < int(document.tokens.size()) && cell.key < int(keyTokens(document).size());
}

bool AttentionView::isInside(const HeadPlace& place) const
{
    const Config& config = m_snapshot->document->config;
    return place.layer < config.layers && place.head < config.heads;
}

QString AttentionView::readout() const
{
    return m_readout->text();
}

QString AttentionView::readoutText(const std::optional<HeatCell>& cell) const
{
    if (m_snapshot && m_snapshot->document->tokens.empty())
        return {};
    if (!m_snapshot || !cell || !isInside(*cell))
        return tr("Point at a cell to read its numbers.");
    if (isCovered(*cell))
        return tr("The exercise asks for this number.");
    return describeCell(m_snapshot, readPlace(), *cell);
}

void AttentionView::updateReadout()
{
    const std::optional<HeatCell> cell = m_hoveredPlace ? m_hovered : marked();
    QString text = readoutText(cell);
    if (m_mode == Mode::Model)
        text = overviewReadout(text, cell.has_value());
    if (text == m_readout->text())
        return;
    m_readout->setText(text);
    emit readoutChanged(cell ? text : QString());
}

void AttentionView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_hint->setVisible(width() > 740); // the title and the buttons come first
    m_title->setVisible(width() > 540); // the box beside it says the same
}

void AttentionView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void AttentionView::applyTheme()
{
    overview()->setStyle(screenStyle());
    QPalette canvas = palette();
    if (canvas.color(QPalette::Window) != currentTheme().canvas) {
        canvas.setColor(QPalette::Window, currentTheme().canvas);
        setPalette(canvas); // comes back as another PaletteChange
    }
    refreshIfVisible();
}

void AttentionView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_mode == Mode::Single && m_snapshot
        && m_snapshot->document->config.heads > 1) {
        setMode(m_openedFrom);
        m_stack->currentWidget()->setFocus();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace headlight
