#pragma once

#include "ui/session/session.h"
#include "ui/style/theme.h"
#include "ui/views/attention_view.h"
#include "ui/views/look.h"

#include <QMainWindow>

class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace headlight {

class MatrixEditor;
class ModelBar;
class SentenceBar;
class StartPage;
struct Figure;

/// Assembles the window: views show what the session says, and what they wish for goes back to the
/// session from here.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);

    Session& session() { return m_session; }

    void openFile(const QString& path);
    void openExample(const QString& name);
    bool saveTo(const QString& path);
    /// Size, docks, theme and colours of the last time.
    void restoreFromSettings();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp
    void createViews();
    void createStatusBar();
    void connectSession();
    void connectViews();
    void connectEditor();
    void showDocument();
    void showSnapshot(const SnapshotPtr& snapshot);
    void showPlace(int layer, int head);
    void showLook(const Look& look);
    void showMarked(std::optional<HeatCell> cell);
    void showProgress(int done, int total);
    void hideProgress(bool cancelled);
    void showRefusal(const QString& reason);
    void showStartPage(bool shown);
    void askForCustomScale();
    void changeConfig(const Config& config);

    // main_window_files.cpp
    bool mayReplaceDocument();
    void replaceDocument(Document document, const QString& path);
    void newDocumentWanted();
    void openWanted();
    bool save();
    bool saveAs();
    void exportPicture();
    void copyPicture();
    Figure shownFigure() const;
    void updateTitle();
    QString documentName() const;

    // main_window_menus.cpp
    void createMenus();
    void createFileMenu();
    void createEditMenu();
    void createModelMenu();
    void createViewMenu();
    void createHelpMenu();
    void fillRecentMenu();
    QAction* addCommand(QMenu* menu, const QString& name, const QString& text,
                        const QKeySequence& shortcut, const QString& tip,
                        const std::function<void()>& run);
    void updateMenus();
    void editSizes();
    void moveHead(int by);
    void moveLayer(int by);
    void setTheme(ThemeChoice choice);
    void resetLayout();
    void showAbout();
    void showShortcuts();

    Session m_session;
    SnapshotPtr m_snapshot;
    QString m_path; // of the open file; empty when it has none yet
    int m_layer = 0;
    int m_head = 0;
    Look m_look;
    std::optional<HeatCell> m_marked;
    int m_typingGesture = 0;
    std::string m_notedSentence; // the sentence that the shown note speaks of
    QByteArray m_defaultLayout;

    SentenceBar* m_sentence;
    ModelBar* m_modelBar;
    MatrixEditor* m_editor;
    AttentionView* m_attention;
    StartPage* m_start;
    QStackedWidget* m_pages;
    QToolBar* m_sentenceArea;
    QDockWidget* m_editorDock;
    QLabel* m_message;
    QLabel* m_facts;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QMenu* m_recentMenu = nullptr;
};

} // namespace headlight
