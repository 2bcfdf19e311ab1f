#pragma once

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

/// What a newcomer sees on asking for it: the examples with what to look at, and recent files.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(const QList<ExampleInfo>& examples, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);

signals:
    void exampleChosen(const QString& name);
    void fileChosen(const QString& path);
    void emptyWanted();
    void openWanted();

private:
    QWidget* makeCard(const ExampleInfo& example);

    QVBoxLayout* m_recent;
};

} // namespace headlight
