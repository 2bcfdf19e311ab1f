#include "ui/session/file_watch.h"

#include "tests/support/quiet.h"
#include "ui/session/safe_file.h"

#include <QSignalSpy>

using namespace headlight;

class TestFileWatch : public QObject {
    Q_OBJECT

private slots:
    void init();

    void aChangeInPlaceIsNoticed();
    void everyReplacementIsNoticed();
    void aFileThatComesBackIsNoticed();
    void ownSavesAndTheSameContentAreNoChange();
    void nothingIsWatchedWithoutAFile();

private:
    void put(const QByteArray& bytes) const
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void follow(FileWatch& watch) const { watch.follow(m_path, FileWatch::fingerprint(m_path)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void TestFileWatch::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("doc"));
    put("first");
}

void TestFileWatch::aChangeInPlaceIsNoticed()
{
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed);
    follow(watch);
    QVERIFY(!watch.hasChanged());
    put("other"); // of the same length
    QVERIFY(watch.hasChanged());
    QVERIFY(changed.wait());
    follow(watch);
    QVERIFY(!watch.hasChanged());
}

/// Most programs put a new file in the place of the old one, which ends the watching of that.
void TestFileWatch::everyReplacementIsNoticed()
{
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed);
    follow(watch);
    for (const char* bytes : {"second", "third", "fourth"}) {
        changed.clear();
        QVERIFY(writeFileSafely(m_path, bytes));
        QVERIFY(changed.wait());
        follow(watch);
    }
}

void TestFileWatch::aFileThatComesBackIsNoticed()
{
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed);
    follow(watch);
    QVERIFY(QFile::remove(m_path));
    QVERIFY(!changed.wait(1000));
    QVERIFY(!watch.hasChanged()); // there is nothing that saving could destroy
    put("back");
    QVERIFY(changed.wait());
    QVERIFY(watch.hasChanged());
}

void TestFileWatch::ownSavesAndTheSameContentAreNoChange()
{
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed);
    follow(watch);
    QVERIFY(writeFileSafely(m_path, "own"));
    follow(watch);
    QVERIFY(writeFileSafely(m_path, "own"));
    QVERIFY(!changed.wait(1000));
    QVERIFY(writeFileSafely(m_path, "theirs"));
    QVERIFY(changed.wait());
}

void TestFileWatch::nothingIsWatchedWithoutAFile()
{
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed);
    follow(watch);
    watch.follow({}, {});
    put("other");
    QVERIFY(!watch.hasChanged());
    QVERIFY(!changed.wait(1000));
}

HEADLIGHT_TEST_MAIN(TestFileWatch)
#include "tst_file_watch.moc"
