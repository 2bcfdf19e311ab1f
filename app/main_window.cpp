#include "app/main_window.h"

#include "app/document_file.h"
#include "app/examples.h"
#include "app/lesson_runner.h"
#include "core/document/non_finite.h"
#include "core/document/tensor_path.h"
#include "ui/session/number_text.h"
#include "ui/style/accessible_areas.h"
#include "ui/style/theme.h"
#include "ui/views/head_figure.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"
#include "ui/views/model_bar.h"
#include "ui/views/pipeline_strip.h"
#include "ui/views/pipeline_view.h"
#include "ui/views/sentence_bar.h"
#include "ui/views/stage_page.h"
#include "ui/views/token_chips.h"
#include "ui/views/why_panel.h"

#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <climits>

namespace headlight {
namespace {

constexpr int messageMilliseconds = 12'000;

Document firstDocument()
{
    const Result<Document> document = loadExample(QStringLiteral("birds-eat-seeds"));
    Q_ASSERT(document);
    return *document;
}

/// "W_K[2,1] is NaN; 24 computed cells depend on it, …"
QString describe(const Document& document, const NonFiniteCell& cell)
{
    const std::string index
        = "[" + std::to_string(cell.row + 1) + "," + std::to_string(cell.column + 1) + "]";
    const std::optional<TensorPath> path = parsePath(cell.tensor);
    const bool isGiven = !isActivation(*path) || document.pins.contains(cell.tensor);
    const QString sentence = isGiven
        ? MainWindow::tr("%1 is %2; %n computed cell(s) that depend on it are no finite numbers. "
                         "They are marked.",
                         nullptr, int(std::min<std::int64_t>(cell.spread, INT_MAX)))
        : MainWindow::tr("%1 is %2: the numbers it is computed from are too large. Make them "
                         "smaller; %n cell(s) are no finite numbers now.",
                         nullptr, int(std::min<std::int64_t>(cell.spread, INT_MAX)));
    return sentence.arg(QString::fromStdString(displayName(document.config, *path, index)),
                        numberText(cell.value));
}

/// What the settings say, unless that is no theme.
ThemeChoice rememberedTheme()
{
    const int number = QSettings().value(QStringLiteral("theme"), 0).toInt();
    const bool isTheme = number >= 0 && number <= int(ThemeChoice::Dark);
    return isTheme ? ThemeChoice(number) : ThemeChoice::System;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_session(firstDocument())
    , m_autosaver(m_session, [this] { return describeForRecovery(); })
{
    setObjectName(QStringLiteral("mainWindow"));
    makeAreasSafeToRead();
    QApplication::setFont(textFont()); // before exec() only widgets made afterwards take it
    setFont({});
    setAcceptDrops(true);
    setMinimumSize(720, 480);
    const QSize screen = QGuiApplication::primaryScreen()->availableSize();
    resize(QSize(1320, 820).boundedTo(screen - QSize(0, 40)));
    createViews();
    createStatusBar();
    createMenus();
    connectSession();
    connectViews();
    connectEditor();
    connectChain();
    connectWhy();
    connectLessons();
    connectRecovery();
    setTheme(rememberedTheme());
    m_defaultLayout = saveState();
    m_sentence->line()->setFocus();
    showLook(m_look);
    m_notedSentence = m_session.document().sentence;
    showDocument();
    m_attention->setNote(QString::fromStdString(m_session.document().note));
}

/// An editor that is still open would write into a session that is gone.
MainWindow::~MainWindow()
{
    commitEditors();
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::closing, this, &MainWindow::commitEditors);
    connect(&m_session, &Session::documentChanged, this, &MainWindow::showDocument);
    connect(&m_session, &Session::snapshotChanged, this, &MainWindow::showSnapshot);
    connect(&m_session, &Session::weightsChanged, m_attention, &AttentionView::setSnapshot);
    connect(&m_session, &Session::editRefused, this, &MainWindow::showRefusal);
    connect(&m_session, &Session::computationFailed, this, &MainWindow::showRefusal);
    connect(&m_session, &Session::computingSlowly, this, &MainWindow::showProgress);
    connect(&m_session, &Session::computingFinished, this, &MainWindow::hideProgress);
    connect(m_session.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
}

void MainWindow::connectViews()
{
    connect(m_sentence, &SentenceBar::typingBegun, this,
            [this] { m_typingGesture = m_session.newGesture(); });
    connect(m_sentence, &SentenceBar::sentenceTyped, this, [this](const QString& text) {
        m_session.edit(SetSentence{text.toStdString()}, m_typingGesture);
    });
    connect(m_sentence->chips(), &TokenChips::tokenClicked, this, [this](int token) {
        const auto keys = Index(keyTokens(m_session.document()).size());
        CellRef cell{heatPath({m_layer, m_head}), token, std::min<Index>(token, keys - 1)};
        if (m_selected && m_selected->tensor == cell.tensor)
            cell.column = m_selected->column;
        selectCell(cell);
    });
    connect(m_modelBar, &ModelBar::placeChosen, this, &MainWindow::showPlace);
    connect(m_modelBar, &ModelBar::configWanted, this, &MainWindow::changeConfig);
    connect(m_modelBar, &ModelBar::lookChosen, this, &MainWindow::showLook);
    connect(m_modelBar, &ModelBar::customScaleWanted, this, &MainWindow::askForCustomScale);
    connect(m_modelBar, &ModelBar::handRangeWanted, this, &MainWindow::askForHandRange);
    connect(m_attention, &AttentionView::headChosen, this,
            [this](const HeadPlace& place) { showPlace(place.layer, place.head); });
    connect(m_attention, &AttentionView::cellMarked, this, [this](const HeatCell& cell) {
        selectCell(CellRef{heatPath({m_layer, m_head}), cell.query, cell.key});
    });
    connect(m_attention, &AttentionView::cellHovered, this,
            [this](const HeadPlace& place, const HeatCell& cell) {
                hoverCell(CellRef{heatPath(place), cell.query, cell.key});
            });
    connect(m_attention, &AttentionView::hoverLeft, this, [this] { hoverCell(std::nullopt); });
    connect(m_attention, &AttentionView::stageChosen, this, [this](Stage stage) {
        Look look = m_look;
        look.stage = stage;
        showLook(look);
    });
}

/// What tables wish for: the same from the editor and from the large matrix.
template <class Tables>
void MainWindow::connectTables(Tables* tables)
{
    connect(tables, &Tables::cellEdited, this,
            [this](const std::string& path, int row, int column, double value, int gesture) {
                m_session.edit(SetCell{path, row, column, value}, gesture);
            });
    connect(tables, &Tables::matrixEdited, this,
            [this](const std::string& path, const Matrix& matrix) {
                m_session.edit(SetTensor{path, matrix});
            });
    connect(tables, &Tables::resizeWanted, this,
            [this](const ResizeTensor& edit) { m_session.edit(edit); });
    connect(tables, &Tables::pinWanted, this,
            [this](const std::string& path, const Matrix& matrix) {
                m_session.edit(SetPin{path, matrix});
            });
    connect(tables, &Tables::unpinWanted, this,
            [this](const std::string& path) { m_session.edit(RemovePin{path}); });
    connect(tables, &Tables::editRefused, this, &MainWindow::showRefusal);
    connect(tables, &Tables::cellSelected, this,
            [this](const std::string& path, int row, int column) {
                if (row >= 0 && column >= 0)
                    selectCell(CellRef{path, row, column});
            });
    connect(tables, &Tables::cellHovered, this,
            [this](const std::string& path, int row, int column) {
                hoverCell(row < 0 ? std::nullopt : std::optional(CellRef{path, row, column}));
            });
}

void MainWindow::connectEditor()
{
    connectTables(m_editor);
    connect(m_editor, &MatrixEditor::gestureBegun, this,
            [this] { m_editor->setGesture(m_session.newGesture()); });
}

void MainWindow::connectStage()
{
    connectTables(m_stage->pane());
    MatrixView* large = m_stage->pane()->view();
    connect(large, &MatrixView::gestureBegun, this,
            [this, large] { large->setGesture(m_session.newGesture()); });
    connect(m_stage, &StagePage::closeWanted, this, [this] { showPage(Page::Heatmaps); });
}

void MainWindow::showDocument()
{
    const Document& document = m_session.document();
    const HeadPlace place = nearestPlace({m_layer, m_head}, document.config);
    m_layer = place.layer;
    m_head = place.head;
    m_sentence->setDocument(document);
    m_modelBar->setConfig(document.config);
    spreadPlace();
    m_editor->setDocument(document);
    if (m_stage)
        m_stage->pane()->setDocument(document);
    if (!isRecording())
        m_chain->setDocument(document);
    m_message->clear();
    if (document.sentence != m_notedSentence) // a note speaks of the sentence it was written for
        m_attention->setNote({});
    updateMenus();
    updateTitle();
}

void MainWindow::showSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    m_attention->setSnapshot(snapshot);
    m_editor->setSnapshot(snapshot);
    if (m_stage)
        m_stage->pane()->setSnapshot(snapshot);
    if (!snapshot->document->recorded)
        m_chain->setSnapshot(snapshot);
    forgetLostCell();
    m_why->setSnapshot(snapshot);
    if (!snapshot->document->recorded)
        showInLabs(snapshot);
    if (const std::optional<NonFiniteCell>& cell = m_session.firstNonFinite())
        m_message->setText(describe(*snapshot->document, *cell));
}

/// The nearest head that there is: who chose it may have seen the picture of a larger model.
void MainWindow::showPlace(int layer, int head)
{
    const HeadPlace place = nearestPlace({layer, head}, m_session.document().config);
    m_layer = place.layer;
    m_head = place.head;
    spreadPlace();
    updateMenus();
}

/// Every view hears of it at once, also where no picture will ever come of the document that
/// brought it about, so that all of them show the same head when one comes.
void MainWindow::spreadPlace()
{
    m_modelBar->setPlace(m_layer, m_head);
    m_editor->setPlace(m_layer, m_head);
    if (m_stage)
        m_stage->pane()->setPlace({m_layer, m_head});
    m_attention->setPlace(m_layer, m_head);
    if (isRecording()) // the others still have the model of before
        return;
    m_chain->setPlace(m_layer, m_head);
    showPlaceInLabs();
}

/// The chosen head, or the nearest one of the snapshot: the document may be ahead of it.
HeadPlace MainWindow::picturedPlace() const
{
    return nearestPlace({m_layer, m_head}, m_snapshot->document->config);
}

/// The tensor that the heatmap of a head shows.
std::string MainWindow::heatPath(const HeadPlace& place) const
{
    return toString(TensorPath{place.layer, place.head, stageTensor(m_look.stage)});
}

void MainWindow::showProgress(int done, int total)
{
    m_progress->setRange(0, total);
    m_progress->setValue(done);
    m_progress->show();
    m_cancel->show();
    m_message->setText(tr("Computing head %1 of %2…").arg(done + 1).arg(total));
}

void MainWindow::hideProgress(bool cancelled)
{
    const bool wasShown = m_progress->isVisible();
    m_progress->hide();
    m_cancel->hide();
    if (cancelled) {
        if (m_snapshot)
            m_attention->setSnapshot(m_snapshot); // it may show weights of the pass that has ended
        m_message->setText(tr("Cancelled: the picture shows the document as it was before."));
    } else if (wasShown && !m_session.firstNonFinite()) { // which stays said
        m_message->clear();
    }
}

void MainWindow::showRefusal(const QString& reason)
{
    QPalette colors = m_message->palette();
    colors.setColor(QPalette::WindowText, currentTheme().warning);
    m_message->setPalette(colors);
    m_message->setText(reason);
    m_message->setToolTip(QString());
    QApplication::beep();
    QTimer::singleShot(messageMilliseconds, this, [this, reason] {
        if (m_message->text() == reason)
            m_message->clear();
    });
    // What was refused is still in the line or the combo box: show the document again.
    m_sentence->setDocument(m_session.document());
    m_modelBar->setConfig(m_session.document().config);
}

void MainWindow::commitEditors()
{
    m_editor->commitEditor();
    if (m_stage)
        m_stage->pane()->view()->commitEditor();
    m_chain->strip()->commitEditor();
}

void MainWindow::changeConfig(const Config& config)
{
    commitEditors();
    if (config != m_session.document().config)
        m_session.edit(SetConfig{config});
}

void MainWindow::askForCustomScale()
{
    Config config = m_session.document().config;
    bool accepted = false;
    const QString typed
        = QInputDialog::getText(this, tr("Scale"), tr("Multiply the scores by:"), QLineEdit::Normal,
                                numberText(scoreFactor(config)), &accepted);
    m_modelBar->setConfig(config);
    if (!accepted)
        return;
    const Result<double> factor = parseNumber(typed);
    if (!factor)
        return showRefusal(QString::fromStdString(factor.error().message));
    config.scaleKind = ScaleKind::Custom;
    config.customScale = *factor;
    changeConfig(config);
}

} // namespace headlight
