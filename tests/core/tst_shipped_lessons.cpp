#include "core/lesson/apply_step.h"
#include "core/lesson/lesson.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

using namespace headlight;

namespace {

std::filesystem::path lessonFolder()
{
    return std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "resources" / "lessons";
}

std::string textOf(const std::string& name)
{
    std::ifstream file(lessonFolder() / (name + ".md"), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lessonNames()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(lessonFolder()))
        names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// Read once, as every example is opened by many steps.
const Document& example(const std::string& name)
{
    static std::map<std::string, Document> documents;
    const auto known = documents.find(name);
    return known != documents.end() ? known->second
                                    : documents.emplace(name, shippedExample(name)).first->second;
}

Result<Document> documentAt(const Lesson& lesson, std::size_t step)
{
    const std::size_t first = openingStep(lesson, step);
    Document document = example(lesson.steps[first].open);
    for (std::size_t s = first; s <= step; ++s) {
        const Result<std::vector<Edit>> edits = stepEdits(document, lesson.steps[s]);
        if (!edits)
            return edits.error();
        for (const Edit& edit : *edits)
            applyEdit(document, edit);
    }
    return document;
}

/// Everything a step names, as cells of the document.
Result<Ok> checkCells(const LessonStep& step, const Document& document)
{
    std::vector<CellName> names = step.marks;
    names.insert(names.end(), step.exercise.begin(), step.exercise.end());
    if (step.select)
        names.push_back(*step.select);
    for (const CellName& name : names) {
        if (const Result<CellBlock> block = resolveBlock(name, document, placeOf(step)); !block)
            return block.error();
    }
    return Ok{};
}

/// The statements that do not hold, each with what it is instead.
QString brokenExpects(const LessonStep& step, const SnapshotPtr& snapshot)
{
    QString broken;
    for (const Expect& expect : step.expects) {
        const Result<Check> check = checkExpect(expect, snapshot, placeOf(step));
        const QString statement = QString::fromStdString(toString(expect));
        if (!check)
            broken += statement + ": " + QString::fromStdString(check.error().message) + "\n";
        else if (!check->holds)
            broken += statement + ", but it is " + QString::number(check->value, 'g', 12) + "\n";
    }
    return broken;
}

/// The numbers with a decimal point in a text, without their sign.
std::set<std::string> decimalsOf(const std::string& text)
{
    static const std::regex decimal(R"(\d+\.\d+)");
    return {std::sregex_token_iterator(text.begin(), text.end(), decimal),
            std::sregex_token_iterator()};
}

/// The first number in the text of a step that no `expect` of the step checks.
std::string uncheckedNumber(const LessonStep& step)
{
    std::string checked;
    for (const Expect& expect : step.expects)
        checked += toString(expect) + "\n";
    const std::set<std::string> known = decimalsOf(checked);
    for (const std::string& number : decimalsOf(step.body)) {
        if (!known.contains(number))
            return number;
    }
    return {};
}

} // namespace

class ShippedLessonsTest : public QObject {
    Q_OBJECT

private slots:
    void thereAreLessons();
    void everyStepHoldsWhatItSays_data();
    void everyStepHoldsWhatItSays();
    void writtenLessonsReadBackTheSame();
};

void ShippedLessonsTest::thereAreLessons()
{
    QVERIFY(lessonNames().size() >= 9);
}

void ShippedLessonsTest::everyStepHoldsWhatItSays_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("index");
    for (const std::string& name : lessonNames()) {
        const Result<Lesson> lesson = readLesson(textOf(name));
        QVERIFY2(lesson, (name + ": " + (lesson ? "" : lesson.error().message)).c_str());
        for (std::size_t s = 0; s < lesson->steps.size(); ++s)
            QTest::newRow((name + ", " + lesson->steps[s].title).c_str())
                << QString::fromStdString(name) << int(s);
    }
}

void ShippedLessonsTest::everyStepHoldsWhatItSays()
{
    QFETCH(QString, name);
    QFETCH(int, index);
    const Lesson lesson = *readLesson(textOf(name.toStdString()));
    const LessonStep& step = lesson.steps[std::size_t(index)];
    const Result<Document> document = documentAt(lesson, std::size_t(index));
    QVERIFY2(document, document ? "" : document.error().message.c_str());
    const Result<Ok> cells = checkCells(step, *document);
    QVERIFY2(cells, cells ? "" : cells.error().message.c_str());
    const SnapshotPtr snapshot = computeSnapshot(std::make_shared<const Document>(*document));
    const QString broken = brokenExpects(step, snapshot);
    QVERIFY2(broken.isEmpty(), qPrintable(broken));
    const std::string unchecked = uncheckedNumber(step);
    QVERIFY2(unchecked.empty(), ("no expect checks " + unchecked).c_str());
    QVERIFY(!step.body.empty());
}

void ShippedLessonsTest::writtenLessonsReadBackTheSame()
{
    for (const std::string& name : lessonNames()) {
        const Lesson lesson = *readLesson(textOf(name));
        const Result<Lesson> again = readLesson(writeLesson(lesson));
        QVERIFY2(again, name.c_str());
        QVERIFY2(*again == lesson, name.c_str());
    }
}

QTEST_GUILESS_MAIN(ShippedLessonsTest)
#include "tst_shipped_lessons.moc"
