#include "app/main_window.h"

#include "app/document_file.h"
#include "app/examples.h"
#include "core/document/non_finite.h"
#include "core/document/tensor_path.h"
#include "ui/session/number_text.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/model_bar.h"
#include "ui/views/sentence_bar.h"
#include "ui/views/start_page.h"
#include "ui/views/token_chips.h"

#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

namespace headlight {
namespace {

constexpr int messageMilliseconds = 12'000;

Document firstDocument()
{
    const Result<Document> document = loadExample(QStringLiteral("birds-eat-seeds"));
    Q_ASSERT(document);
    return *document;
}

/// "W_K[2,1] is NaN; what depends on it is no number either."
QString describe(const Document& document, const NonFiniteCell& cell)
{
    const std::string index
        = "[" + std::to_string(cell.row + 1) + "," + std::to_string(cell.column + 1) + "]";
    const std::optional<TensorPath> path = parsePath(cell.tensor);
    return MainWindow::tr("%1 is %2; the marked cells that depend on it are no finite numbers.")
        .arg(QString::fromStdString(displayName(document.config, *path, index)),
             numberText(cell.value));
}

/// What is computed, with the options as they are: "softmax(QKᵀ/√d_k) · V · W_O + X".
QString formulaText(const Config& config)
{
    QString scores = QStringLiteral("QKᵀ");
    if (config.scaleKind == ScaleKind::KeyWidth)
        scores += QStringLiteral(" / √d_k");
    else if (config.scaleKind == ScaleKind::Custom)
        scores += QStringLiteral(" × %1").arg(shortNumber(config.customScale));
    if (config.mask == Mask::Causal)
        scores = QStringLiteral("mask(%1)").arg(scores);
    QString text = QStringLiteral("softmax(%1) · V").arg(scores);
    if (config.outputProjection)
        text += QStringLiteral(" · W_O");
    if (config.residual)
        text += QStringLiteral(" + X");
    return text;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_session(firstDocument())
{
    setObjectName(QStringLiteral("mainWindow"));
    setTheme(ThemeChoice(QSettings().value(QStringLiteral("theme"), 0).toInt()));
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
    m_defaultLayout = saveState();
    m_sentence->line()->setFocus();
    showLook(m_look);
    m_notedSentence = m_session.document().sentence;
    showDocument();
    m_attention->setNote(QString::fromStdString(m_session.document().note));
}

void MainWindow::createViews()
{
    m_modelBar = new ModelBar(this);
    addToolBar(Qt::TopToolBarArea, m_modelBar);
    addToolBarBreak(Qt::TopToolBarArea);

    m_sentence = new SentenceBar;
    m_sentenceArea = new QToolBar(tr("Sentence"));
    m_sentenceArea->setObjectName(QStringLiteral("sentenceArea"));
    m_sentenceArea->setMovable(false);
    m_sentenceArea->setStyleSheet(QStringLiteral("QToolBar { padding: 0 }"));
    m_sentenceArea->addWidget(m_sentence);
    addToolBar(Qt::TopToolBarArea, m_sentenceArea);

    m_attention = new AttentionView;
    m_start = new StartPage(exampleList());
    m_pages = new QStackedWidget;
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->addWidget(m_attention);
    m_pages->addWidget(m_start);
    setCentralWidget(m_pages);

    m_editor = new MatrixEditor;
    m_editor->setMinimumWidth(340);
    m_editorDock = new QDockWidget(tr("Matrices"));
    m_editorDock->setObjectName(QStringLiteral("editorDock"));
    m_editorDock->setWidget(m_editor);
    addDockWidget(Qt::LeftDockWidgetArea, m_editorDock);
    resizeDocks({m_editorDock}, {350}, Qt::Horizontal);
}

void MainWindow::createStatusBar()
{
    m_message = new QLabel;
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setMinimumWidth(1);
    m_facts = new QLabel;
    m_facts->setObjectName(QStringLiteral("facts"));
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setContentsMargins(0, 0, 12, 0);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("progress"));
    m_progress->setAccessibleName(tr("Heads computed"));
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setObjectName(QStringLiteral("cancelComputation"));
    m_cancel->setToolTip(tr("Stop computing; the picture stays as it was"));
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(12, 0, 0, 0);
    statusBar()->addWidget(m_message, 1);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_cancel);
    statusBar()->addPermanentWidget(m_facts);
    m_progress->hide();
    m_cancel->hide();
    connect(m_cancel, &QPushButton::clicked, &m_session, &Session::cancelComputation);
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::documentChanged, this, &MainWindow::showDocument);
    connect(&m_session, &Session::snapshotChanged, this, &MainWindow::showSnapshot);
    connect(&m_session, &Session::editRefused, this, &MainWindow::showRefusal);
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
        const int key = m_marked ? m_marked->key : token;
        showMarked(HeatCell{token, key});
    });
    connect(m_modelBar, &ModelBar::placeChosen, this, &MainWindow::showPlace);
    connect(m_modelBar, &ModelBar::configWanted, this, &MainWindow::changeConfig);
    connect(m_modelBar, &ModelBar::lookChosen, this, &MainWindow::showLook);
    connect(m_modelBar, &ModelBar::customScaleWanted, this, &MainWindow::askForCustomScale);
    connect(m_attention, &AttentionView::headChosen, this,
            [this](int head) { showPlace(m_layer, head); });
    connect(m_attention, &AttentionView::cellMarked, this,
            [this](const HeatCell& cell) { showMarked(cell); });
    connect(m_attention, &AttentionView::stageChosen, this, [this](Stage stage) {
        Look look = m_look;
        look.stage = stage;
        showLook(look);
    });
    connect(m_start, &StartPage::exampleChosen, this, &MainWindow::openExample);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_start, &StartPage::emptyWanted, this, &MainWindow::newDocumentWanted);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::openWanted);
}

void MainWindow::connectEditor()
{
    connect(m_editor, &MatrixEditor::gestureBegun, this,
            [this] { m_editor->setGesture(m_session.newGesture()); });
    connect(m_editor, &MatrixEditor::cellEdited, this,
            [this](const std::string& path, int row, int column, double value, int gesture) {
                m_session.edit(SetCell{path, row, column, value}, gesture);
            });
    connect(m_editor, &MatrixEditor::matrixEdited, this,
            [this](const std::string& path, const Matrix& matrix) {
                m_session.edit(SetTensor{path, matrix});
            });
    connect(m_editor, &MatrixEditor::pinWanted, this,
            [this](const std::string& path, const Matrix& matrix) {
                m_session.edit(SetPin{path, matrix});
            });
    connect(m_editor, &MatrixEditor::unpinWanted, this,
            [this](const std::string& path) { m_session.edit(RemovePin{path}); });
    connect(m_editor, &MatrixEditor::editRefused, this, &MainWindow::showRefusal);
}

void MainWindow::showDocument()
{
    const Document& document = m_session.document();
    m_layer = std::min(m_layer, document.config.layers - 1);
    m_head = std::min(m_head, document.config.heads - 1);
    m_sentence->setDocument(document);
    m_modelBar->setConfig(document.config);
    m_modelBar->setPlace(m_layer, m_head);
    m_editor->setPlace(m_layer, m_head);
    m_editor->setDocument(document);
    m_message->clear();
    if (document.sentence != m_notedSentence) // a note speaks of the sentence it was written for
        m_attention->setNote({});
    m_facts->setText(formulaText(document.config));
    updateMenus();
    updateTitle();
}

void MainWindow::showSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    const int tokens = int(snapshot->document->tokens.size());
    if (m_marked && (m_marked->query >= tokens || m_marked->key >= tokens))
        showMarked(std::nullopt);
    m_attention->setSnapshot(snapshot);
    m_editor->setSnapshot(snapshot);
    if (const std::optional<NonFiniteCell> cell = firstNonFinite(*snapshot->document))
        m_message->setText(describe(*snapshot->document, *cell));
}

void MainWindow::showPlace(int layer, int head)
{
    m_layer = layer;
    m_head = head;
    m_modelBar->setPlace(layer, head);
    m_editor->setPlace(layer, head);
    m_attention->setPlace(layer, head);
    updateMenus();
}

void MainWindow::showLook(const Look& look)
{
    m_look = look;
    m_modelBar->setLook(look);
    m_attention->setLook(look);
    updateMenus();
}

void MainWindow::showMarked(std::optional<HeatCell> cell)
{
    m_marked = cell;
    m_attention->setMarked(cell);
    m_sentence->chips()->setMarked(cell ? std::optional(cell->query) : std::nullopt,
                                   cell ? std::optional(cell->key) : std::nullopt);
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
    if (cancelled)
        m_message->setText(tr("Cancelled: the picture shows the document as it was before."));
    else if (wasShown)
        m_message->clear();
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
    m_modelBar->setConfig(m_session.document().config);
}

void MainWindow::showStartPage(bool shown)
{
    if (shown)
        m_start->setRecentFiles(recentFiles());
    m_pages->setCurrentWidget(shown ? static_cast<QWidget*>(m_start) : m_attention);
    m_sentenceArea->setVisible(!shown);
    m_modelBar->setVisible(!shown);
    m_editorDock->setVisible(!shown);
}

void MainWindow::changeConfig(const Config& config)
{
    m_editor->commitEditor();
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
