#include "app/examples.h"
#include "app/lessons.h"
#include "core/io/document_json.h"
#include "tests/app/monkey/skills.h"
#include "tests/core/support/documents.h"
#include "ui/session/safe_file.h"

#include <csignal>

// Documents come and go, and files with them.

namespace headlight {
namespace {

using Numbers = std::array<unsigned, 3>;

void openExample(Scene& scene, const Numbers&)
{
    const QList<ExampleInfo> examples = exampleList();
    scene.window().openExample(scene.pick(examples).name);
}

void newDocument(Scene& scene, const Numbers&)
{
    scene.person().find<QAction>("newDocument")->trigger();
}

void openLesson(Scene& scene, const Numbers&)
{
    const QList<LessonInfo> lessons = lessonList();
    scene.window().openLesson(scene.pick(lessons).name);
}

void openFile(Scene& scene, const Numbers&)
{
    const QStringList files = scene.files();
    scene.window().openFile(scene.path(scene.pick(files)));
}

void save(Scene& scene, const Numbers&)
{
    scene.person().find<QAction>("save")->trigger();
}

void saveMatrix(Scene& scene, const Numbers&)
{
    const char* suffixes[] = {"npy", "npz", "csv", "tsv"};
    scene.window().saveMatrixTo(
        scene.path(QStringLiteral("matrix.") + QLatin1String(scene.pick(suffixes))));
}

void loadMatrix(Scene& scene, const Numbers&)
{
    const QStringList files = scene.files();
    if (!scene.document().recorded)
        scene.window().loadMatrixFrom(scene.path(scene.pick(files)));
}

void loadVectors(Scene& scene, const Numbers&)
{
    const char* files[] = {"vectors.txt", "words.csv", "damaged.npz"};
    if (!scene.document().recorded)
        scene.window().loadWordVectorsFrom(scene.path(QLatin1String(scene.pick(files))));
}

void exportPicture(Scene& scene, const Numbers&)
{
    scene.person().find<QAction>("exportPicture")->trigger();
}

/// Another program writes into the open file.
void changeFileFromOutside(Scene& scene, const Numbers& numbers)
{
    const QString path = scene.window().windowFilePath();
    if (path.isEmpty())
        return;
    RandomDocuments documents(numbers[0]);
    if (!writeFileSafely(path, QByteArray::fromStdString(writeDocument(documents.next()))))
        scene.fail(QStringLiteral("%1 was not written").arg(path));
}

void closeWindow(Scene& scene, const Numbers&)
{
    if (scene.window().close())
        scene.replaceWindow();
}

/// What a crash looks like, for the test of what finds and shrinks one.
void die(Scene&, const Numbers&)
{
    std::raise(SIGSEGV);
}

} // namespace

const std::vector<Skill>& fileSkills()
{
    static const std::vector<Skill> skills = {
        {"openExample", 3, openExample},
        {"newDocument", 1, newDocument},
        {"openLesson", 2, openLesson},
        {"openFile", 2, openFile},
        {"save", 2, save},
        {"saveMatrix", 1, saveMatrix},
        {"loadMatrix", 2, loadMatrix},
        {"loadVectors", 1, loadVectors},
        {"exportPicture", 1, exportPicture},
        {"changeFileFromOutside", 1, changeFileFromOutside},
        {"closeWindow", 1, closeWindow},
        {"die", 0, die},
    };
    return skills;
}

} // namespace headlight
