#pragma once

#include "ui/views/lesson_panel.h"

#include <QList>
#include <QWidget>

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

signals:
    void lessonChosen(const QString& name);
    void exampleChosen(const QString& name);
    void fileChosen(const QString& path);
    void emptyWanted();
    void openWanted();

private:
    QWidget* makeLessonCard(const LessonInfo& lesson);
    QWidget* makeExampleCard(const ExampleInfo& example);

    QVBoxLayout* m_recent;
};

} // namespace headlight
