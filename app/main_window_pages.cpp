#include "app/document_file.h"
#include "app/examples.h"
#include "app/lesson_runner.h"
#include "app/lessons.h"
#include "app/main_window.h"
#include "ui/views/context_lab.h"
#include "ui/views/distance_lab.h"
#include "ui/views/heads_lab.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/model_bar.h"
#include "ui/views/order_lab.h"
#include "ui/views/scaling_lab.h"
#include "ui/views/stage_page.h"
#include "ui/views/start_page.h"
#include "ui/views/step_view.h"

#include <QDockWidget>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

// What the middle of the window shows. Only the heatmaps are there from the start: most pages are
// never looked at, and making all of them took most of the time to the first picture.

namespace headlight {

void MainWindow::createPages()
{
    m_attention = new AttentionView;
    m_pages = new QStackedWidget;
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->addWidget(m_attention);
    for (int page = int(Page::Heatmaps) + 1; page <= int(Page::Start); ++page)
        m_pages->addWidget(new QWidget); // for makePage()

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

/// Makes a page, with all that it would know by now, unless it was made before.
void MainWindow::makePage(Page page)
{
    switch (page) {
    case Page::Heatmaps:
        break;
    case Page::Steps:
        makeLab(page, m_steps);
        break;
    case Page::Context:
        makeLab(page, m_context);
        break;
    case Page::Order:
        makeLab(page, m_order);
        break;
    case Page::Scaling:
        makeLab(page, m_scaling);
        break;
    case Page::Heads:
        makeLab(page, m_heads);
        break;
    case Page::Distance:
        makeLab(page, m_distance);
        break;
    case Page::Stage:
        makeStage();
        break;
    case Page::Start:
        makeStartPage();
        break;
    }
}

/// What asks a model for more than its weights.
template <class Lab>
void MainWindow::makeLab(Page page, Lab*& lab)
{
    if (lab)
        return;
    lab = new Lab;
    if (m_snapshot && !m_snapshot->document->recorded) {
        lab->setSnapshot(m_snapshot);
        lab->setPlace(m_layer, m_head);
    }
    connectLab(lab);
    putPage(page, lab);
}

void MainWindow::makeStage()
{
    if (m_stage)
        return;
    m_stage = new StagePage;
    connectStage();
    MatrixPane* pane = m_stage->pane();
    pane->setPlace({m_layer, m_head});
    pane->setDocument(m_session.document());
    if (m_snapshot)
        pane->setSnapshot(m_snapshot);
    putPage(Page::Stage, m_stage);
}

void MainWindow::makeStartPage()
{
    if (m_start)
        return;
    m_start = new StartPage(lessonList(), exampleList());
    connect(m_start, &StartPage::lessonChosen, this, &MainWindow::openLesson);
    connect(m_start, &StartPage::exampleChosen, this, &MainWindow::openExample);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_start, &StartPage::emptyWanted, this, &MainWindow::newDocumentWanted);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::openWanted);
    connect(m_start, &StartPage::recoveryWanted, this, &MainWindow::offerRecovery);
    putPage(Page::Start, m_start);
}

/// In the place that is kept for it.
void MainWindow::putPage(Page page, QWidget* widget)
{
    const std::unique_ptr<QWidget> empty(m_pages->widget(int(page)));
    m_pages->insertWidget(int(page), widget);
    m_pages->removeWidget(empty.get());
}

/// Those that were made.
template <class Visitor>
void MainWindow::forEachLab(Visitor&& visit)
{
    const auto visitMade = [&](auto* lab) {
        if (lab)
            visit(lab);
    };
    visitMade(m_steps);
    visitMade(m_context);
    visitMade(m_order);
    visitMade(m_scaling);
    visitMade(m_heads);
    visitMade(m_distance);
}

void MainWindow::showInLabs(const SnapshotPtr& snapshot)
{
    forEachLab([&](auto* lab) { lab->setSnapshot(snapshot); });
    m_runner->setSnapshot(snapshot);
}

void MainWindow::showPlaceInLabs()
{
    forEachLab([this](auto* lab) { lab->setPlace(m_layer, m_head); });
}

MainWindow::Page MainWindow::shownPage() const
{
    return Page(m_pages->currentIndex());
}

void MainWindow::showPage(Page page)
{
    makePage(page);
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
        makePage(Page::Start);
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
