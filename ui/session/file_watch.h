#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace headlight {

/// Notices that another program changed the open file, also when it replaced it as a whole.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// The content of a file in short; empty when there is none.
    static QByteArray fingerprint(const QString& path);

    /// From now on `path` is watched (empty: nothing is), and `known` is the content that the user
    /// knows of.
    void follow(const QString& path, const QByteArray& known);

    /// Whether the file holds something else than what is known. A missing file holds nothing that
    /// could be lost, so that is no change.
    bool hasChanged() const;

    /// Looks again in a moment.
    void lookAgain() { m_settling.start(); }

signals:
    /// Comes again for every further change of the file, until follow().
    void changed();

private:
    void look();
    void watchAgain();

    QFileSystemWatcher m_watcher;
    QTimer m_settling; // a program that saves makes several changes in a row
    QString m_path;
    QByteArray m_known;
};

} // namespace headlight
