#include "tests/app/monkey/scene.h"

#include "core/io/document_json.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/mutations.h"
#include "ui/session/safe_file.h"

#include <cstdio>

namespace headlight {

Scene::Scene()
{
    QVERIFY(m_folder.isValid());
    makeFiles();
    openWindow();
}

void Scene::openWindow()
{
    m_person = std::make_unique<Person>();
    m_history = std::make_unique<History>(window().session());
    m_cancelled = false;
    leavesOutTokens = false;
    QObject::connect(&window().session(), &Session::computingFinished, &window(),
                     [this](bool cancelled) { m_cancelled = cancelled; });
}

void Scene::replaceWindow()
{
    m_history.reset();
    m_person.reset();
    openWindow();
}

void Scene::reseed(const std::array<unsigned, 3>& numbers)
{
    std::seed_seq seeds(numbers.begin(), numbers.end());
    m_random.seed(seeds);
}

QStringList Scene::files() const
{
    return QDir(m_folder.path()).entryList(QDir::Files, QDir::Name);
}

void Scene::fail(const QString& what) const
{
    std::printf("FAILED %s\n", qPrintable(what));
    std::fflush(stdout);
    std::_Exit(1);
}

/// One of every kind that can be opened, and damaged ones.
void Scene::makeFiles()
{
    const auto write = [this](const char* name, const std::string& bytes) {
        QVERIFY(writeFileSafely(path(QLatin1String(name)), QByteArray::fromStdString(bytes)));
    };
    const std::string document = writeDocument(bankDocument());
    std::mt19937_64 damage(1);
    write("bank.headlight", document);
    write("damaged.headlight", mutated(document, damage));
    write("numbers.csv", "1,2\n3,4\n-0.5,1e3\n0,7\n");
    write("words.csv", "these,are\nno,numbers\n");
    write("vectors.txt", "bank 1 2 3 4\nbirds 0.5 0 0 1\neat 1 1 1 1\n");
    QFile recording(QStringLiteral(HEADLIGHT_TEST_DATA "/cross_attention.npz"));
    QVERIFY(recording.open(QIODevice::ReadOnly));
    const std::string bytes = recording.readAll().toStdString();
    write("recording.npz", bytes);
    write("damaged.npz", mutated(bytes, damage));
}

} // namespace headlight
