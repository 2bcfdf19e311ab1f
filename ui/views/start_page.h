#pragma once

#include "ui/views/lesson_panel.h"

#include <QList>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace headlight {

/// A shipped example, as the start page and menus list it.
struct ExampleInfo {
    QString name; // "birds-eat-seeds"
    QString title;
    QString note;
};

/// What a newcomer sees on asking for it: lessons, the examples with what to look at, and recent
/// files.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(const QList<LessonInfo>& lessons, const QList<ExampleInfo>& examples,
              QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    /// Whether a crash left something that is still kept.
    void setRecoverable(bool recoverable);

signals:
    void lessonChosen(const QString& name);
    void exampleChosen(const QString& name);
    void fileChosen(const QString& path);
    void emptyWanted();
    void openWanted();
    void recoveryWanted();

private:
    QWidget* makeLessonCard(const LessonInfo& lesson);
    QWidget* makeExampleCard(const ExampleInfo& example);

    QPushButton* m_recover;
    QVBoxLayout* m_recent;
};

} // namespace headlight
