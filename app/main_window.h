#pragma once

#include "core/lesson/lesson.h"
#include "core/math/histogram.h"
#include "ui/session/autosaver.h"
#include "ui/session/file_watch.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"
#include "ui/views/attention_view.h"
#include "ui/views/look.h"
#include "ui/views/marks.h"
#include "ui/views/step_page.h"

#include <QHash>
#include <QMainWindow>

#include <functional>

class QDockWidget;
class QLabel;
class QMenu;
class QPrinter;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace headlight {

class ContextLab;
class DistanceLab;
class HeadsLab;
class LessonPanel;
class LessonRunner;
class MatrixEditor;
class ModelBar;
class OrderLab;
class PipelineView;
class ScalingLab;
class SentenceBar;
class StagePage;
class StartPage;
class StepView;
class WhyPanel;
struct ExportChoice;
struct Figure;
struct LessonPage;
struct FoundVectors;
struct Recipe;
struct RecordedArray;
struct RecordingFile;
struct Report;
enum class Paper;
enum class ReportFormat;

/// Assembles the window: views show what the session says, and what they wish for goes back to the
/// session from here.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    Session& session() { return m_session; }

    void openFile(const QString& path);
    void openExample(const QString& name);
    void openLesson(const QString& name);
    void openLessonFile(const QString& path);
    /// The matrix of the editor, to or from a .csv, .tsv, .npy or .npz file.
    void saveMatrixTo(const QString& path);
    void loadMatrixFrom(const QString& path);
    /// Embeddings of the document's words from a text file in GloVe's format.
    void loadWordVectorsFrom(const QString& path);
    bool saveTo(const QString& path);
    /// Size, docks, theme and colours of the last time.
    void restoreFromSettings();
    /// Asks about what programs that crashed have left unsaved, if there is something.
    void offerRecovery();
    /// Removes what saves that were killed have left on the disk.
    static void sweepTemporaryFiles();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// What the middle of the window shows; all but the last two have a tab.
    enum class Page { Heatmaps, Steps, Context, Order, Scaling, Heads, Distance, Stage, Start };

    // main_window.cpp
    void connectSession();
    void connectViews();
    template <class Tables>
    void connectTables(Tables* tables);
    void connectEditor();
    void connectStage();
    void showDocument();
    void showSnapshot(const SnapshotPtr& snapshot);
    void showPlace(int layer, int head);
    void spreadPlace();
    HeadPlace picturedPlace() const;
    void showLook(const Look& look);
    std::string heatPath(const HeadPlace& place) const;
    void showProgress(int done, int total);
    void hideProgress(bool cancelled);
    void showRefusal(const QString& reason);
    void askForCustomScale();
    void askForHandRange();
    Histogram shownHistogram() const;
    void askForLeftOut();
    void rememberLook() const;
    void restoreLook();
    void changeConfig(const Config& config);
    void commitEditors();

    // main_window_layout.cpp
    void createViews();
    void createDocks();
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* widget,
                         Qt::DockWidgetArea area);
    void createStatusBar();

    // main_window_pages.cpp
    void createPages();
    void makePage(Page page);
    template <class Lab>
    void makeLab(Page page, Lab*& lab);
    void makeStage();
    void makeStartPage();
    void putPage(Page page, QWidget* widget);
    template <class Visitor>
    void forEachLab(Visitor&& visit);
    void showInLabs(const SnapshotPtr& snapshot);
    void showPlaceInLabs();
    void showPage(Page page);
    Page shownPage() const;
    void giveRoomToLab(bool isLab);
    void showStartPage(bool shown);

    // main_window_learning.cpp
    void connectChain();
    void connectWhy();
    void connectLab(StepView* steps);
    void connectLab(OrderLab* order);
    void connectLab(HeadsLab* heads);
    void connectLab(QWidget*) { } // the others only show
    void connectLessons();
    LessonPanel& lessonPanel();
    void selectCell(const std::optional<CellRef>& cell);
    void hoverCell(const std::optional<CellRef>& cell);
    void markTensor(const std::string& tensor);
    void forgetLostCell();
    void updateMarks();
    Marks marksOf(const std::optional<CellRef>& cell) const;
    void openStage(const std::string& path);
    void showStep(std::int64_t step);
    void exportSteps();
    void writeStepPictures(StepPage page, const std::vector<std::int64_t>& steps,
                           const QString& path);
    void startLessons();
    void runLesson(Lesson lesson);
    void showLessonPage(const LessonPage& page);
    void showLessonView();
    void showChainForLesson();
    void makeExercise();
    void openLessonWanted();

    // main_window_files.cpp
    bool mayReplaceDocument();
    /// `known`: FileWatch::fingerprint() of the file.
    void replaceDocument(Document document, const QString& path, const QByteArray& known = {});
    void newDocumentWanted();
    void openWanted();
    bool save();
    bool saveAs();
    void saveMatrix();
    void loadMatrix();
    void exportPicture();
    void copyPicture();
    Figure shownFigure() const;
    void report(const QString& title, const QString& path, const Result<Ok>& written);
    void showExplanation(const QString& title, const QString& sentence);
    void updateTitle();
    QString documentName() const;
    QString suggestedPath() const;

    // main_window_recovery.cpp
    void connectRecovery();
    Autosaver::Description describeForRecovery() const;
    void openRecovered(std::unique_ptr<RecoveryFile> file);
    void askAboutChangedFile();
    void askToReload();
    void askWhoseChanges();
    void reload();
    bool mayOverwrite();

    // main_window_pictures.cpp
    void exportFigure(const SnapshotPtr& snapshot, Figure figure,
                      const std::vector<HeadPlace>& places, const ExportChoice& choice);
    void exportEachHead(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places,
                        const ExportChoice& choice);
    void openPicture(const QString& path);
    bool takePicture(const Recipe& recipe);

    // main_window_recordings.cpp
    bool isRecording() const { return m_session.document().recorded.has_value(); }
    void openRecording(const QString& path);
    std::optional<std::vector<RecordedArray>> readArrays(const QString& path, RecordingFile& file);
    void makeRoomForRecording(bool shown);
    void loadWordVectors();
    bool mayWiden(const QString& path, Index width);
    void reportWordVectors(const QString& path, const FoundVectors& found, bool widened);

    // main_window_paper.cpp
    void makeReport();
    void saveReport(const Report& report, ReportFormat format, Paper paper);
    Figure pageFigure() const;
    void printPicture();
    void previewPicture();
    void printPages(const std::function<void(QPrinter&)>& print);
    void previewPages(const std::function<void(QPrinter&)>& print);

    // main_window_menus.cpp
    void createMenus();
    void createFileMenu();
    void createEditMenu();
    void createModelMenu();
    void createViewMenu();
    void createLearnMenu();
    void createHelpMenu();
    void createCorner();
    void fillRecentMenu();
    QAction* addCommand(QMenu* menu, const QString& name, const QString& text,
                        const QKeySequence& shortcut, const QString& tip,
                        const std::function<void()>& run);
    void commitEditorsBefore(QAction* action, void (QUndoStack::*step)());
    void updateMenus();
    void editSizes();
    void moveHead(int by);
    void moveLayer(int by);
    void setTheme(ThemeChoice choice);
    void resetLayout();
    void showAbout();
    void showShortcuts();

    Session m_session;
    Autosaver m_autosaver;
    FileWatch m_watch; // of the open file
    SnapshotPtr m_snapshot;
    QString m_path; // of the open file; empty when it has none yet
    std::optional<RecoveryNote> m_recovered; // what a crash left of it, until it is saved
    int m_layer = 0;
    int m_head = 0;
    Look m_look;
    std::optional<CellRef> m_selected;
    std::optional<CellRef> m_hovered;
    std::optional<CellBlock> m_pointedTensor; // by the formula
    std::vector<CellBlock> m_noted; // by a lesson
    int m_typingGesture = 0;
    std::string m_notedSentence; // the sentence that the shown note speaks of
    QByteArray m_defaultLayout;
    bool m_chainIsAside = false; // while a lab is in front
    std::optional<bool> m_chainBeforeRecording; // whether it was shown, while a recording is open
    QByteArray m_layoutBeforeStart; // while the start page covers everything

    SentenceBar* m_sentence;
    ModelBar* m_modelBar;
    MatrixEditor* m_editor;
    AttentionView* m_attention;
    StartPage* m_start = nullptr; // pages are made when they are shown first: see makePage()
    StagePage* m_stage = nullptr;
    StepView* m_steps = nullptr;
    ContextLab* m_context = nullptr;
    OrderLab* m_order = nullptr;
    ScalingLab* m_scaling = nullptr;
    HeadsLab* m_heads = nullptr;
    DistanceLab* m_distance = nullptr;
    PipelineView* m_chain;
    WhyPanel* m_why;
    LessonPanel* m_lessons = nullptr; // made when its dock is shown first
    LessonRunner* m_runner;
    QStackedWidget* m_pages;
    QTabBar* m_tabs;
    QToolBar* m_sentenceArea;
    QDockWidget* m_editorDock;
    QDockWidget* m_chainDock;
    QDockWidget* m_whyDock;
    QDockWidget* m_lessonDock;
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QMenu* m_recentMenu = nullptr;
    QHash<QString, QAction*> m_commands; // by name
};

} // namespace headlight
