#include "app/document_file.h"
#include "app/examples.h"
#include "app/lesson_runner.h"
#include "app/lessons.h"
#include "app/main_window.h"
#include "ui/views/context_lab.h"
#include "ui/views/distance_lab.h"
#include "ui/views/heads_lab.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/model_bar.h"
#include "ui/views/order_lab.h"
#include "ui/views/pipeline_view.h"
#include "ui/views/scaling_lab.h"
#include "ui/views/sentence_bar.h"
#include "ui/views/stage_page.h"
#include "ui/views/start_page.h"
#include "ui/views/step_view.h"
#include "ui/views/why_panel.h"

#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QVBoxLayout>

// Which views there are and where they stand.

namespace headlight {
namespace {

constexpr int roomForChain = 700; // window height from which the chain is shown at first

} // namespace

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

    createPages();
    createDocks();
}

void MainWindow::createPages()
{
    m_attention = new AttentionView;
    m_steps = new StepView;
    m_context = new ContextLab;
    m_order = new OrderLab;
    m_scaling = new ScalingLab;
    m_heads = new HeadsLab;
    m_distance = new DistanceLab;
    m_stage = new StagePage;
    m_start = new StartPage(lessonList(), exampleList());
    m_pages = new QStackedWidget;
    m_pages->setObjectName(QStringLiteral("pages"));
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_attention, m_steps, m_context, m_order, m_scaling,
                                         m_heads, m_distance, m_stage, m_start})
        m_pages->addWidget(page); // in the order of Page

    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("pageTabs"));
    m_tabs->setAccessibleName(tr("What the middle shows"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (const QString& title : {tr("Heatmaps"), tr("Step by step"), tr("Context"), tr("Order"),
                                 tr("Why √d_k"), tr("Heads"), tr("Distance")})
        m_tabs->addTab(title);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (tab >= 0)
            showPage(Page(tab));
    });

    auto* middle = new QWidget;
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(m_pages, 1);
    setCentralWidget(middle);
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title);
    dock->setObjectName(name);
    dock->setWidget(widget);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::createDocks()
{
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea); // texts need the height
    m_editor = new MatrixEditor;
    m_editor->setMinimumWidth(340);
    auto* editorArea = new QScrollArea; // so that low windows have room for the chain
    editorArea->setObjectName(QStringLiteral("editorArea"));
    editorArea->setFocusPolicy(Qt::NoFocus);
    editorArea->setFrameShape(QFrame::NoFrame);
    editorArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    editorArea->setWidgetResizable(true);
    editorArea->setMinimumWidth(m_editor->minimumWidth());
    editorArea->setWidget(m_editor);
    m_editorDock
        = addDock(QStringLiteral("editorDock"), tr("Matrices"), editorArea, Qt::LeftDockWidgetArea);
    m_chain = new PipelineView;
    m_chainDock
        = addDock(QStringLiteral("chainDock"), tr("Chain"), m_chain, Qt::BottomDockWidgetArea);
    m_lessons = new LessonPanel(lessonList());
    m_runner = new LessonRunner(this);
    m_lessonDock
        = addDock(QStringLiteral("lessonDock"), tr("Lessons"), m_lessons, Qt::RightDockWidgetArea);
    m_why = new WhyPanel;
    m_whyDock = addDock(QStringLiteral("whyDock"), tr("Why this number?"), m_why,
                        Qt::RightDockWidgetArea);
    m_lessonDock->hide();
    m_chainDock->setVisible(height() >= roomForChain);
    resizeDocks({m_editorDock, m_whyDock}, {350, 300}, Qt::Horizontal);
    resizeDocks({m_chainDock}, {230}, Qt::Vertical);
}

void MainWindow::createStatusBar()
{
    m_message = new QLabel;
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setMinimumWidth(1);
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
    m_progress->hide();
    m_cancel->hide();
    connect(m_cancel, &QPushButton::clicked, &m_session, &Session::cancelComputation);
}

MainWindow::Page MainWindow::shownPage() const
{
    return Page(m_pages->currentIndex());
}

void MainWindow::showPage(Page page)
{
    m_pages->setCurrentIndex(int(page));
    const QSignalBlocker quiet(m_tabs);
    m_tabs->setVisible(page != Page::Start);
    m_tabs->setCurrentIndex(page < Page::Stage ? int(page) : 0);
    giveRoomToLab(page >= Page::Context && page <= Page::Distance);
    if (page != Page::Steps)
        showStep(-1);
}

/// Charts need the height, and what they show is not in the chain, so it steps aside for them.
void MainWindow::giveRoomToLab(bool isLab)
{
    if (isLab && !m_chainDock->isHidden() && !m_chainDock->isFloating()) {
        m_chainDock->hide();
        m_chainIsAside = true;
    } else if (!isLab && m_chainIsAside) {
        m_chainDock->show();
        m_chainIsAside = false;
    }
}

/// The start page has the window for itself.
void MainWindow::showStartPage(bool shown)
{
    if (shown == (shownPage() == Page::Start))
        return;
    if (shown) {
        m_start->setRecentFiles(recentFiles());
        m_start->setRecoverable(hasAbandonedFiles());
        m_layoutBeforeStart = saveState();
    }
    showPage(shown ? Page::Start : Page::Heatmaps);
    for (QWidget* part : std::initializer_list<QWidget*>{m_sentenceArea, m_modelBar, m_editorDock,
                                                         m_chainDock, m_whyDock, m_lessonDock})
        part->setVisible(!shown);
    if (!shown)
        restoreState(m_layoutBeforeStart);
}

} // namespace headlight
