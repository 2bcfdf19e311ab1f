#include "core/io/document_json.h"
#include "tests/app/monkey/skills.h"
#include "tests/support/heap.h"
#include "ui/models/matrix_table_model.h"
#include "ui/session/safe_file.h"
#include "ui/views/head_figure.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/pipeline_strip.h"

#include <QClipboard>
#include <QComboBox>
#include <QPixmapCache>
#include <QUndoStack>

#include <cstring>
#include <map>

namespace headlight {
namespace {

using Numbers = std::array<unsigned, 3>;

constexpr int patience = 300'000; // milliseconds, for a pass on a very busy machine
constexpr qint64 largestFile = 1 << 28;

std::string textOf(Scene& scene)
{
    return writeDocument(scene.document());
}

/// What is typed belongs to the document from here on.
void finishTyping(Scene& scene)
{
    for (MatrixView* table : scene.window().findChildren<MatrixView*>())
        table->commitEditor();
    scene.person().find<PipelineStrip>("pipelineStrip")->commitEditor();
}

void settle(Scene& scene)
{
    const auto isSettled = [&] {
        const SnapshotPtr& shown = scene.person().snapshot;
        return !scene.window().session().isComputing() && (!shown || !shown->trace.isNudged);
    };
    if (!QTest::qWaitFor(isSettled, patience))
        scene.fail(QStringLiteral("the computation does not end"));
}

/// Every step back leads to where the history began, every step forth to where it ended, to the
/// byte.
void checkHistory(Scene& scene, const Numbers&)
{
    finishTyping(scene);
    QUndoStack& stack = *scene.window().session().undoStack();
    const int place = stack.index();
    const std::string now = textOf(scene);
    stack.setIndex(stack.count());
    const std::string end = textOf(scene);
    stack.setIndex(0);
    if (textOf(scene) != writeDocument(scene.firstOfHistory()))
        scene.fail(QStringLiteral("taking everything back is not the document of the beginning"));
    stack.setIndex(stack.count());
    if (textOf(scene) != end)
        scene.fail(QStringLiteral("doing everything again is another document than before"));
    stack.setIndex(place);
    if (textOf(scene) != now)
        scene.fail(QStringLiteral("going back to a step gives another document than before"));
}

void checkFile(Scene& scene, const Numbers&)
{
    finishTyping(scene);
    const QString path = scene.path(QStringLiteral("checked.headlight"));
    const std::string saved = textOf(scene);
    if (!scene.window().saveTo(path))
        scene.fail(QStringLiteral("the document is not saved"));
    const Result<QByteArray> bytes = readFile(path, largestFile);
    if (!bytes || bytes->toStdString() != saved)
        scene.fail(QStringLiteral("the file is not the document"));
    scene.window().openFile(path);
    if (textOf(scene) != saved)
        scene.fail(QStringLiteral("the document that was saved and opened is another one"));
}

bool sameBits(const Matrix& a, const Matrix& b)
{
    return a.rows() == b.rows() && a.cols() == b.cols()
        && (a.size() == 0
            || std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(double)) == 0);
}

void compareTrace(Scene& scene, const Snapshot& shown)
{
    const SnapshotPtr expected
        = computeSnapshot(std::make_shared<const Document>(scene.document()));
    std::map<std::string, const Matrix*> matrices;
    forEachActivation(expected->trace, [&](const std::string& path, const Matrix& matrix) {
        matrices[path] = &matrix;
    });
    forEachActivation(shown.trace, [&](const std::string& path, const Matrix& matrix) {
        if (!matrices.contains(path) || !sameBits(matrix, *matrices[path]))
            scene.fail(QStringLiteral("%1 is stale").arg(QString::fromStdString(path)));
    });
    if (shown.trace.layers.size() != expected->trace.layers.size())
        scene.fail(QStringLiteral("layers are missing"));
}

void compareHeatmap(Scene& scene, const Snapshot& shown)
{
    const auto* single = scene.person().find<FigureWidget>("singleHead");
    if (!single->isVisible() || scene.leavesOutTokens || shown.document->tokens.empty())
        return;
    const auto index = [&](const char* name) {
        return std::to_string(scene.person().find<QComboBox>(name)->currentIndex());
    };
    const Stage stage = shown.document->recorded
        ? Stage::Pattern
        : Stage(scene.person().find<QComboBox>("stage")->currentData().toInt());
    const std::string path
        = "layers." + index("layer") + ".head." + index("head") + "." + stageTensor(stage);
    const Result<Matrix> expected = tensor(shown, path);
    const Figure& figure = single->figure();
    if (!expected || figure.panels.size() != 1 || !sameBits(*figure.panels[0].values, *expected))
        scene.fail(QStringLiteral("the heatmap is not %1").arg(QString::fromStdString(path)));
}

void compareTables(Scene& scene, const Snapshot& shown)
{
    for (const MatrixPane* pane : scene.window().findChildren<MatrixPane*>()) {
        const Result<Matrix> expected = tensor(shown, pane->path());
        if (expected && pane->isVisible()
            && !sameBits(pane->view()->matrixModel()->matrix(), *expected))
            scene.fail(QStringLiteral("the table of %1 shows other numbers")
                           .arg(QString::fromStdString(pane->path())));
    }
}

/// When nothing is computed any more, what is shown is what the document says.
void checkPicture(Scene& scene, const Numbers&)
{
    finishTyping(scene);
    settle(scene);
    QCoreApplication::processEvents();
    const SnapshotPtr shown = scene.person().snapshot;
    if (scene.wasCancelled() || scene.window().session().isComputing())
        return;
    if (!shown || !sameDocument(*shown->document, scene.document()))
        scene.fail(QStringLiteral("the picture is of another document"));
    compareTrace(scene, *shown);
    compareHeatmap(scene, *shown);
    compareTables(scene, *shown);
    const auto* line = scene.person().find<QLineEdit>("sentence");
    if (!line->isReadOnly() && line->text().toStdString() != scene.document().sentence)
        scene.fail(QStringLiteral("the sentence is another one than the document's"));
}

/// The first number: by how many megabytes the heap may have grown since the second look, with
/// the same document open. By the second look everything was used once.
void checkMemory(Scene& scene, const Numbers& numbers)
{
    finishTyping(scene);
    scene.window().session().undoStack()->setClean(); // so that nobody asks
    scene.window().openExample(QStringLiteral("birds-eat-seeds"));
    scene.person().find<QAction>("oneHead")->trigger();
    settle(scene);
    QGuiApplication::clipboard()->clear();
    QPixmapCache::clear();
    QTest::qWait(200); // what is deleted later, and threads that are on their way
    scene.heapSizes.push_back(heapInUse());
    if (scene.heapSizes.size() > 2
        && scene.heapSizes.back() > scene.heapSizes[1] + numbers[0] * std::size_t(1'000'000))
        scene.fail(QStringLiteral("the heap grew from %1 to %2 bytes")
                       .arg(scene.heapSizes[1])
                       .arg(scene.heapSizes.back()));
}

} // namespace

const std::vector<Skill>& checks()
{
    static const std::vector<Skill> skills = {
        {"checkHistory", 0, checkHistory},
        {"checkFile", 0, checkFile},
        {"checkPicture", 0, checkPicture},
        {"checkMemory", 0, checkMemory},
    };
    return skills;
}

} // namespace headlight
