#include "app/document_file.h"
#include "app/examples.h"
#include "app/lessons.h"
#include "app/main_window.h"
#include "app/memory_setting.h"
#include "core/kernels/kernels.h"
#include "ui/style/chord.h"
#include "ui/style/icons.h"
#include "ui/style/plain_text.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"
#include "ui/views/model_bar.h"
#include "ui/views/model_overview.h"
#include "ui/views/sizes_dialog.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>

// Menus, and the small commands behind them.

namespace headlight {
namespace {

/// In the order of ThemeChoice.
constexpr const char* themeCommands[] = {"themeSystem", "themeLight", "themeDark"};

} // namespace

QAction* MainWindow::addCommand(QMenu* menu, const QString& name, const QString& text,
                                const QKeySequence& shortcut, const QString& tip,
                                const std::function<void()>& run)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(name);
    m_commands[name] = action;
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    action->setToolTip(shortcut.isEmpty() ? tip
                                          : QStringLiteral("%1 (%2)").arg(
                                              tip, shortcut.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, run);
    return action;
}

void MainWindow::createMenus()
{
    createFileMenu();
    createEditMenu();
    createModelMenu();
    createViewMenu();
    createLearnMenu();
    createHelpMenu();
    createCorner();
}

void MainWindow::createFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    addCommand(menu, QStringLiteral("newDocument"), tr("&New"), QKeySequence::New,
               tr("Start with an empty sentence"), [this] { newDocumentWanted(); })
        ->setIcon(themedIcon(QStringLiteral("new")));
    QMenu* examples = menu->addMenu(tr("New from &Example"));
    examples->setObjectName(QStringLiteral("exampleMenu"));
    int place = 0;
    for (const ExampleInfo& example : exampleList())
        addCommand(examples, QStringLiteral("new_") + example.name, withoutMnemonic(example.title),
                   chord(Qt::Key(Qt::Key_1 + place++)), example.note,
                   [this, name = example.name] { openExample(name); });
    addCommand(menu, QStringLiteral("startPage"), tr("S&tart Page"), Qt::ALT | Qt::Key_Home,
               tr("Show the examples and recent files"),
               [this] { showStartPage(shownPage() != Page::Start); })
        ->setIcon(themedIcon(QStringLiteral("start")));
    menu->addSeparator();
    addCommand(menu, QStringLiteral("open"), tr("&Open…"), QKeySequence::Open,
               tr("Open a Headlight document, a recording of attention or an exported picture"),
               [this] { openWanted(); })
        ->setIcon(themedIcon(QStringLiteral("open")));
    m_recentMenu = menu->addMenu(tr("Open &Recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    menu->addSeparator();
    addCommand(menu, QStringLiteral("save"), tr("&Save"), QKeySequence::Save,
               tr("Save the document"), [this] { save(); })
        ->setIcon(themedIcon(QStringLiteral("save")));
    addCommand(menu, QStringLiteral("saveAs"), tr("Save &As…"),
               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
               tr("Save the document under another name"), [this] { saveAs(); });
    menu->addSeparator();
    QAction* exportAction = addCommand(
        menu, QStringLiteral("exportPicture"), tr("&Export Picture…"), Qt::CTRL | Qt::Key_E,
        tr("Save the heatmaps as PNG, SVG or PDF"), [this] { exportPicture(); });
    exportAction->setIcon(themedIcon(QStringLiteral("export")));
    addCommand(menu, QStringLiteral("copyPicture"), tr("&Copy Picture"),
               Qt::CTRL | Qt::SHIFT | Qt::Key_C, tr("Put the shown heatmaps on the clipboard"),
               [this] { copyPicture(); })
        ->setIcon(themedIcon(QStringLiteral("copy")));
    menu->addSeparator();
    addCommand(menu, QStringLiteral("makeReport"), tr("&Report…"), chord(Qt::Key_B),
               tr("Write the whole computation down as PDF or web page"), [this] { makeReport(); });
    addCommand(menu, QStringLiteral("print"), tr("&Print…"), QKeySequence(Qt::CTRL | Qt::Key_P),
               tr("Print the shown heatmaps"), [this] { printPicture(); });
    addCommand(menu, QStringLiteral("printPreview"), tr("Print Pre&view…"), chord(Qt::Key_Y),
               tr("See the shown heatmaps as they come out on paper"),
               [this] { previewPicture(); });
    menu->addSeparator();
    addCommand(menu, QStringLiteral("saveMatrix"), tr("Save &Matrix…"), chord(Qt::Key_M),
               tr("Save the numbers of the shown matrix for NumPy or a spreadsheet"),
               [this] { saveMatrix(); });
    addCommand(menu, QStringLiteral("loadMatrix"), tr("&Load Matrix…"), chord(Qt::Key_U),
               tr("Take the numbers of the shown matrix from a file"), [this] { loadMatrix(); });
    addCommand(menu, QStringLiteral("loadWordVectors"), tr("Embeddings from &Word Vectors…"),
               chord(Qt::Key_J),
               tr("Take the embeddings of the sentence's words from a file in GloVe's format"),
               [this] { loadWordVectors(); });
    menu->addSeparator();
    addCommand(menu, QStringLiteral("quit"), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q),
               tr("Close the window"), [this] { close(); });
}

/// The commands one looks for first, in sight however narrow the window is.
void MainWindow::createCorner()
{
    auto* corner = new QWidget;
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 4, 0);
    row->setSpacing(6);
    const struct {
        const char* name;
        QString text;
        const char* command;
    } buttons[] = {{"startButton", tr("Start"), "lessons"},
                   {"stepButton", tr("Step"), "stepByStep"},
                   {"exportButton", tr("Export"), "exportPicture"}};
    for (const auto& [name, text, command] : buttons) {
        auto* action = findChild<QAction*>(QLatin1String(command));
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(name));
        button->setText(text);
        button->setAccessibleName(action->statusTip());
        button->setToolTip(action->toolTip());
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::enabledChanged, button, &QToolButton::setEnabled);
        row->addWidget(button);
    }
    corner->findChild<QToolButton*>(QStringLiteral("exportButton"))->setProperty("primary", true);
    menuBar()->setCornerWidget(corner);
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const QString& path : recentFiles())
        addCommand(m_recentMenu, QStringLiteral("recent"), withoutMnemonic(path), {}, path,
                   [this, path] { openFile(path); });
    if (m_recentMenu->isEmpty())
        m_recentMenu->addAction(tr("No files yet"))->setEnabled(false);
}

void MainWindow::createEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = m_session.undoStack()->createUndoAction(this, tr("&Undo"));
    QAction* redo = m_session.undoStack()->createRedoAction(this, tr("&Redo"));
    commitEditorsBefore(undo, &QUndoStack::undo);
    commitEditorsBefore(redo, &QUndoStack::redo);
    undo->setObjectName(QStringLiteral("undo"));
    redo->setObjectName(QStringLiteral("redo"));
    undo->setShortcuts(QKeySequence::Undo);
    redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    undo->setStatusTip(tr("Take the last change back"));
    redo->setStatusTip(tr("Make the change again"));
    undo->setIcon(themedIcon(QStringLiteral("undo")));
    redo->setIcon(themedIcon(QStringLiteral("redo")));
    menu->addActions({undo, redo});
    menu->addSeparator();
    // The same actions as in the context menu of the table; they act on the table above.
    for (QAction* action : m_editor->mainPane()->view()->cellActions())
        menu->addAction(action);
    connect(menu, &QMenu::aboutToShow, m_editor->mainPane()->view(), &MatrixView::updateActions);
    QAction* first = m_modelBar->actions().first();
    m_modelBar->insertActions(first, {undo, redo});
    m_modelBar->insertSeparator(first);
}

void MainWindow::createModelMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Model"));
    addCommand(menu, QStringLiteral("sizes"), tr("&Sizes and Parts…"), Qt::CTRL | Qt::Key_M,
               tr("Change layers, heads, widths, W_O and the residual connection"),
               [this] { editSizes(); })
        ->setIcon(themedIcon(QStringLiteral("layers")));
    const auto resize = [this](int layers, int heads) {
        Config config = m_session.document().config;
        config.layers += layers;
        config.heads += heads;
        changeConfig(config);
    };
    addCommand(menu, QStringLiteral("addHead"), tr("Add &Head"), Qt::CTRL | Qt::SHIFT | Qt::Key_H,
               tr("One more head in every layer"), [resize] { resize(0, 1); });
    addCommand(menu, QStringLiteral("removeHead"), tr("Remove Last Head"), chord(Qt::Key_H),
               tr("One head fewer in every layer"), [resize] { resize(0, -1); });
    addCommand(menu, QStringLiteral("addLayer"), tr("Add &Layer"), Qt::CTRL | Qt::SHIFT | Qt::Key_L,
               tr("One more layer on top"), [resize] { resize(1, 0); });
    addCommand(menu, QStringLiteral("removeLayer"), tr("Remove Last Layer"), chord(Qt::Key_L),
               tr("Take the last layer away"), [resize] { resize(-1, 0); });
    menu->addSeparator();
    const auto toggle = [this, menu](const QString& name, const QString& text, Qt::Key key,
                                     const QString& tip, bool Config::*part) {
        addCommand(menu, name, text, chord(key), tip, [this, part] {
            Config config = m_session.document().config;
            config.*part = !(config.*part);
            changeConfig(config);
            updateMenus(); // a refused change leaves the tick as it was
        })->setCheckable(true);
    };
    toggle(QStringLiteral("toggleProjection"), tr("Multiply by W_&O"), Qt::Key_O,
           tr("Multiply the concatenated heads by W_O"), &Config::outputProjection);
    toggle(QStringLiteral("toggleResidual"), tr("&Residual Connection"), Qt::Key_R,
           tr("Add the input of a layer to its output"), &Config::residual);
    addCommand(menu, QStringLiteral("memoryLimit"), tr("&Memory Limit…"), chord(Qt::Key_9),
               tr("Choose how much memory a document may need"),
               [this] { askForMemoryLimit(this); });
    menu->addSeparator();
    addCommand(menu, QStringLiteral("newWeights"), tr("New Random &Weights"),
               Qt::CTRL | Qt::SHIFT | Qt::Key_R,
               tr("Draw all weights, and embeddings nobody edited, from the next seed"),
               [this] { m_session.edit(SetSeed{m_session.document().seed + 1}); })
        ->setIcon(themedIcon(QStringLiteral("dice")));
}

void MainWindow::createViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    addCommand(menu, QStringLiteral("allHeads"), tr("&All Heads"), Qt::CTRL | Qt::Key_1,
               tr("Show every head of the layer"),
               [this] {
                   showPage(Page::Heatmaps);
                   m_attention->setMode(AttentionView::Mode::Grid);
               })
        ->setIcon(themedIcon(QStringLiteral("grid")));
    addCommand(menu, QStringLiteral("oneHead"), tr("&One Head"), Qt::CTRL | Qt::Key_2,
               tr("Show the chosen head large"),
               [this] {
                   showPage(Page::Heatmaps);
                   m_attention->setMode(AttentionView::Mode::Single);
               })
        ->setIcon(themedIcon(QStringLiteral("single")));
    addCommand(menu, QStringLiteral("wholeModel"), tr("All La&yers"), chord(Qt::Key_K),
               tr("Show every head of every layer"),
               [this] {
                   showPage(Page::Heatmaps);
                   m_attention->setMode(AttentionView::Mode::Model);
                   m_attention->overview()->setFocus();
               })
        ->setIcon(themedIcon(QStringLiteral("layers")));
    menu->addSeparator();
    addCommand(menu, QStringLiteral("nextHead"), tr("Next &Head"), Qt::CTRL | Qt::Key_Right,
               tr("Go to the next head"), [this] { moveHead(1); });
    addCommand(menu, QStringLiteral("previousHead"), tr("Previous Head"), Qt::CTRL | Qt::Key_Left,
               tr("Go to the previous head"), [this] { moveHead(-1); });
    addCommand(menu, QStringLiteral("nextLayer"), tr("Next &Layer"), Qt::CTRL | Qt::Key_Down,
               tr("Go to the next layer"), [this] { moveLayer(1); });
    addCommand(menu, QStringLiteral("previousLayer"), tr("Previous Layer"), Qt::CTRL | Qt::Key_Up,
               tr("Go to the previous layer"), [this] { moveLayer(-1); });
    menu->addSeparator();
    QAction* values
        = addCommand(menu, QStringLiteral("showValues"), tr("&Numbers in Cells"),
                     Qt::CTRL | Qt::Key_D, tr("Write the numbers where they fit"), [this] {
                         Look look = m_look;
                         look.values = !look.values;
                         showLook(look);
                     });
    values->setCheckable(true);
    addCommand(menu, QStringLiteral("leaveOut"), tr("Lea&ve Out Tokens…"), chord(Qt::Key_Q),
               tr("Choose tokens that heatmaps shall not show"), [this] { askForLeftOut(); });
    QMenu* themes = menu->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    constexpr Qt::Key themeKeys[] = {Qt::Key_S, Qt::Key_W, Qt::Key_D};
    const QString texts[] = {tr("As the &System"), tr("&Light"), tr("&Dark")};
    for (int i = 0; i < 3; ++i) {
        QAction* action
            = addCommand(themes, QLatin1String(themeCommands[i]), texts[i], chord(themeKeys[i]),
                         tr("Colours of the window"), [this, i] { setTheme(ThemeChoice(i)); });
        action->setCheckable(true);
        group->addAction(action);
    }
    menu->addSeparator();
    const struct {
        QDockWidget* dock;
        const char* name;
        QString text;
        Qt::Key key;
        QString tip;
    } docks[] = {
        {m_editorDock, "showMatrices", tr("&Matrices"), Qt::Key_F9,
         tr("Show or hide the matrix editor")},
        {m_chainDock, "showChain", tr("&Chain"), Qt::Key_F8,
         tr("Show or hide the chain of all matrices")},
        {m_whyDock, "showWhy", tr("&Why This Number?"), Qt::Key_F7,
         tr("Show or hide how the selected number comes about")},
        {m_lessonDock, "showLessons", tr("L&essons"), Qt::Key_F6, tr("Show or hide the lessons")},
    };
    for (const auto& [dock, name, text, key, tip] : docks) {
        QAction* toggle = dock->toggleViewAction();
        toggle->setObjectName(QLatin1String(name));
        m_commands[QLatin1String(name)] = toggle;
        toggle->setText(text);
        toggle->setShortcut(key);
        toggle->setStatusTip(tip);
        menu->addAction(toggle);
    }
    addCommand(menu, QStringLiteral("resetLayout"), tr("&Reset Layout"), chord(Qt::Key_0),
               tr("Put bars and docks where they were at first"), [this] { resetLayout(); });
    addCommand(menu, QStringLiteral("fullScreen"), tr("&Full Screen"), Qt::Key_F11,
               tr("Use the whole screen"),
               [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::createLearnMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Learn"));
    addCommand(menu, QStringLiteral("lessons"), tr("&Lessons"), Qt::CTRL | Qt::Key_L,
               tr("Learn attention step by step, with the real program"),
               [this] { startLessons(); })
        ->setIcon(themedIcon(QStringLiteral("start")));
    QMenu* all = menu->addMenu(tr("&Start Lesson"));
    int place = 0;
    for (const LessonInfo& lesson : lessonList())
        addCommand(all, QStringLiteral("start_") + lesson.name, withoutMnemonic(lesson.title),
                   QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + place++)), lesson.summary,
                   [this, name = lesson.name] { openLesson(name); });
    addCommand(menu, QStringLiteral("openLesson"), tr("&Open Lesson…"), chord(Qt::Key_P),
               tr("Open a lesson that somebody saved"), [this] { openLessonWanted(); });
    addCommand(menu, QStringLiteral("makeExercise"), tr("Make an &Exercise…"), chord(Qt::Key_E),
               tr("Cover numbers of this document and save it as a lesson"),
               [this] { makeExercise(); });
    menu->addSeparator();
    const struct {
        Page page;
        const char* name;
        QString text;
        QString tip;
    } pages[] = {
        {Page::Steps, "stepByStep", tr("Step by S&tep"),
         tr("Walk the computation as one does it by hand")},
        {Page::Context, "contextLab", tr("&Context Shift"), tr("How the vectors of words move")},
        {Page::Order, "orderLab", tr("O&rder of Words"),
         tr("What changes when words change places")},
        {Page::Scaling, "scalingLab", tr("Why √&d_k"), tr("What dividing the scores is for")},
        {Page::Heads, "headsLab", tr("&Heads and Their Blend"),
         tr("What each head adds; switch heads off")},
        {Page::Distance, "distanceLab", tr("D&istance in Steps"),
         tr("How far tokens are apart, for attention and for a chain")},
    };
    Qt::Key key = Qt::Key_3;
    for (const auto& [page, name, text, tip] : pages) {
        addCommand(menu, QLatin1String(name), text, QKeySequence(Qt::CTRL | key), tip,
                   [this, page = page] { showPage(page); });
        key = Qt::Key(key + 1);
    }
    addCommand(menu, QStringLiteral("exportSteps"), tr("Save Steps as &Pages…"), chord(Qt::Key_G),
               tr("Save steps as numbered PNG pages or one PDF"), [this] { exportSteps(); });
}

void MainWindow::createHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    addCommand(menu, QStringLiteral("shortcuts"), tr("&Keyboard Shortcuts"),
               Qt::CTRL | Qt::Key_Question, tr("List what the keyboard can do"),
               [this] { showShortcuts(); });
    addCommand(menu, QStringLiteral("about"), tr("&About Headlight"), chord(Qt::Key_A),
               tr("Version and licence"), [this] { showAbout(); });
}

void MainWindow::updateMenus()
{
    const Config& config = m_session.document().config;
    const auto action = [this](const char* name) { return m_commands[QLatin1String(name)]; };
    for (const char* name :
         {"loadMatrix", "loadWordVectors", "sizes", "addHead", "addLayer", "toggleProjection",
          "toggleResidual", "newWeights", "makeExercise", "stepByStep", "contextLab", "orderLab",
          "scalingLab", "headsLab", "distanceLab", "exportSteps", "showChain"})
        action(name)->setEnabled(!isRecording()); // they need a model
    action("toggleProjection")->setChecked(config.outputProjection);
    action("toggleResidual")->setChecked(config.residual);
    action("removeHead")->setEnabled(config.heads > 1 && !isRecording());
    action("removeLayer")->setEnabled(config.layers > 1 && !isRecording());
    action("nextHead")->setEnabled(m_head + 1 < config.heads);
    action("previousHead")->setEnabled(m_head > 0);
    action("nextLayer")->setEnabled(m_layer + 1 < config.layers);
    action("previousLayer")->setEnabled(m_layer > 0);
    action("showValues")->setChecked(m_look.values);
    action("newWeights")
        ->setText(tr("New Random &Weights (seed is %1)").arg(m_session.document().seed));
}

/// What is being typed is the last change: undo takes that back first.
void MainWindow::commitEditorsBefore(QAction* action, void (QUndoStack::*step)())
{
    disconnect(action, &QAction::triggered, m_session.undoStack(), nullptr);
    connect(action, &QAction::triggered, this, [this, step] {
        commitEditors();
        (m_session.undoStack()->*step)();
    });
}

void MainWindow::editSizes()
{
    commitEditors();
    SizesDialog dialog(m_session.document().config, this);
    if (dialog.exec() == QDialog::Accepted)
        changeConfig(dialog.config());
}

void MainWindow::moveHead(int by)
{
    showPlace(m_layer, m_head + by);
}

void MainWindow::moveLayer(int by)
{
    showPlace(m_layer + by, m_head);
}

void MainWindow::setTheme(ThemeChoice choice)
{
    QSettings().setValue(QStringLiteral("theme"), int(choice));
    m_commands[QLatin1String(themeCommands[int(choice)])]->setChecked(true);
    applyTheme(*qApp, choice);
}

void MainWindow::resetLayout()
{
    restoreState(m_defaultLayout);
    showStartPage(false);
    makeRoomForRecording(isRecording());
}

void MainWindow::showAbout()
{
    QMessageBox::about(
        this, tr("About Headlight"),
        tr("<h3>Headlight %1</h3><p>Edit embeddings and weights, watch attention change.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later. Built with "
           "Qt "
           "%2, QCustomPlot, Eigen, nlohmann-json and muParser.</p><p>Computing with %3.</p>")
            .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()),
                 QLatin1String(headlight_kernels()->level)));
}

void MainWindow::showShortcuts()
{
    QString rows;
    for (const QAction* action : findChildren<QAction*>()) {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        if (!keys.isEmpty() && action->parent() != m_editor->inputPane()->view())
            rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(QString(action->text()).remove(u'&').toHtmlEscaped(),
                             keys.toHtmlEscaped());
    }
    QMessageBox box(QMessageBox::NoIcon, tr("Keyboard Shortcuts"),
                    QStringLiteral("<table>%1</table>").arg(rows), QMessageBox::Close, this);
    box.exec();
}

} // namespace headlight
