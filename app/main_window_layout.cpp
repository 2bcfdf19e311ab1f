#include "app/lesson_runner.h"
#include "app/main_window.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/model_bar.h"
#include "ui/views/pipeline_view.h"
#include "ui/views/sentence_bar.h"
#include "ui/views/why_panel.h"

#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStatusBar>

// Which bars and docks there are and where they stand.

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

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title);
    dock->setObjectName(name);
    if (widget)
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
    m_runner = new LessonRunner(this);
    m_lessonDock
        = addDock(QStringLiteral("lessonDock"), tr("Lessons"), nullptr, Qt::RightDockWidgetArea);
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

} // namespace headlight
