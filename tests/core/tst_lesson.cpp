#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "core/lesson/apply_step.h"
#include "core/lesson/lesson.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <random>

using namespace headlight;

namespace {

/// A lesson that uses every key, with its document inside.
std::string everyKey()
{
    return "# Query, key, value\n"
           "minutes: 8\n"
           "summary: One sentence.\n"
           "\n"
           "## First\n"
           "open: this\n"
           "sentence: a b: c\n"
           "seed: 18446744073709551615\n"
           "option: mask=causal\n"
           "option: scale=0.5\n"
           "set: W_K[1,2] = -0.25\n"
           "set: X[2,1] = 8\n"
           "place: layer 1, head 1\n"
           "show: attention\n"
           "stage: weights\n"
           "select: weights[2,1]\n"
           "mark: Q[1,*], K@1[*,2], W_Q@1.1[*,*]\n"
           "expect: sum(weights[2,*]) = 1\n"
           "expect: X[2,1] > 7.5\n"
           "exercise: scores[2,1], scores[2,2]\n"
           "tolerance: 0.01\n"
           "\n"
           "Text with **bold** words.\n"
           "\n"
           "- a list\n"
           "\n"
           "## Second\n"
           "\n"
           "Goes on.\n"
           "\n"
           "```headlight\n"
        + writeDocument(newDocument("a b c")) + "```\n";
}

/// A lesson of one step with `line` among its keys, as line 5.
std::string withKey(const std::string& line)
{
    return "# Title\n\n## Step\nopen: birds-eat-seeds\n" + line + "\n\nText.\n";
}

QString errorOf(const std::string& text)
{
    const Result<Lesson> lesson = readLesson(text);
    return lesson ? QString() : QString::fromStdString(lesson.error().message);
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

LessonStep stepWith(const std::string& keys)
{
    return readLesson("# Title\n\n## Step\nopen: birds-eat-seeds\n" + keys)->steps.front();
}

Document afterStep(Document document, const LessonStep& step)
{
    const Result<std::vector<Edit>> edits = stepEdits(document, step);
    if (!edits)
        qFatal("%s", edits.error().message.c_str());
    for (const Edit& edit : *edits)
        applyEdit(document, edit);
    return document;
}

QString stepError(const std::string& keys)
{
    const Result<std::vector<Edit>> edits
        = stepEdits(shippedExample("birds-eat-seeds"), stepWith(keys));
    return edits ? QString() : QString::fromStdString(edits.error().message);
}

/// Does with a lesson what the program does, whatever comes of it.
void useEverything(const Lesson& lesson, const SnapshotPtr& snapshot)
{
    for (const LessonStep& step : lesson.steps) {
        (void)stepEdits(*snapshot->document, step);
        for (const Expect& expect : step.expects)
            (void)checkExpect(expect, snapshot, placeOf(step));
        for (const CellName& name : step.marks)
            (void)resolveBlock(name, *snapshot->document, placeOf(step));
    }
}

/// Changes, removes, doubles or inserts a few stretches of a text.
class Mutator {
public:
    std::string mutated(std::string text)
    {
        for (std::size_t i = upTo(4); i > 0 && !text.empty(); --i)
            mutate(text);
        return text;
    }

private:
    std::size_t upTo(std::size_t most)
    {
        return std::uniform_int_distribution<std::size_t>(0, most)(m_random);
    }

    void mutate(std::string& text)
    {
        static const std::string pieces[]
            = {"\n", "\r",   "\n\n", "## ", "# ", "```", "```headlight",
               ":",  "[",    "]",    ",",   "*",  "@",   "1",
               "0",  "-",    ".",    "=",   "(",  ")",   "9",
               " ",  "\xFF", "é"};
        const std::size_t at = upTo(text.size() - 1);
        const std::size_t length = 1 + upTo(std::min<std::size_t>(text.size() - at - 1, 12));
        const std::size_t what = upTo(3);
        if (what == 0)
            text[at] = char(upTo(255));
        else if (what == 1)
            text.erase(at, length);
        else if (what == 2)
            text.insert(upTo(text.size()), std::string(text.substr(at, length)));
        else
            text.insert(at, pieces[upTo(std::size(pieces) - 1)]);
    }

    std::mt19937_64 m_random{1};
};

} // namespace

class LessonTest : public QObject {
    Q_OBJECT

private slots:
    void everyKeyIsRead();
    void whatIsNotSaidIsEmpty();
    void lineEndsAndByteOrderMarksAreFree();
    void errorsNameTheLine_data();
    void errorsNameTheLine();
    void keysThatCannotBeReadAreExplained_data();
    void keysThatCannotBeReadAreExplained();
    void documentsInsideAreChecked();
    void writtenLessonsReadBackTheSame();
    void bodiesKeepLinesThatLookLikeSteps();
    void openingStepIsTheNearestBefore();
    void editsComeInTheirOrder();
    void numbersGoWhereTheyCanBeTyped();
    void stepsThatDoNotFitAreExplained();
    void randomChangesNeverCrash();
};

void LessonTest::everyKeyIsRead()
{
    const Result<Lesson> lesson = readLesson(everyKey());
    QVERIFY2(lesson, lesson ? "" : lesson.error().message.c_str());
    QCOMPARE(lesson->title, std::string("Query, key, value"));
    QCOMPARE(lesson->minutes, 8);
    QCOMPARE(lesson->summary, std::string("One sentence."));
    QCOMPARE(lesson->steps.size(), std::size_t(2));
    QVERIFY(readDocument(lesson->document));
    const LessonStep& step = lesson->steps[0];
    QCOMPARE(step.open, std::string("this"));
    QCOMPARE(*step.sentence, std::string("a b: c"));
    QCOMPARE(*step.seed, ~std::uint64_t(0));
    QVERIFY((step.options == std::vector<LessonOption>{{"mask", "causal"}, {"scale", "0.5"}}));
    QVERIFY((step.sets
             == std::vector<LessonSet>{{{"W_K", 0, 0, 1, 2}, -0.25}, {{"X", 0, 0, 2, 1}, 8}}));
    QVERIFY((*step.place == HeadPlace{0, 0}));
    QVERIFY(*step.show == LessonView::Attention && *step.stage == LessonStage::Weights);
    QVERIFY((*step.select == CellName{"weights", 0, 0, 2, 1}));
    QVERIFY((step.marks
             == std::vector<CellName>{{"Q", 0, 0, 1, 0}, {"K", 0, 1, 0, 2}, {"W_Q", 1, 1, 0, 0}}));
    QVERIFY((step.expects
             == std::vector<Expect>{{"sum(weights[2,*])", '=', "1"}, {"X[2,1]", '>', "7.5"}}));
    QCOMPARE(step.exercise.size(), std::size_t(2));
    QCOMPARE(step.tolerance, 0.01);
    QCOMPARE(step.body, std::string("Text with **bold** words.\n\n- a list"));
    QCOMPARE(lesson->steps[1].body, std::string("Goes on."));
}

void LessonTest::whatIsNotSaidIsEmpty()
{
    const Result<Lesson> lesson = readLesson("# T\n## S\nopen: apple-pie");
    QVERIFY(lesson);
    Lesson expected;
    expected.title = "T";
    expected.steps.resize(1);
    expected.steps[0].title = "S";
    expected.steps[0].open = "apple-pie";
    QVERIFY(*lesson == expected);
    QVERIFY(placeOf(lesson->steps[0]) == HeadPlace{});
}

void LessonTest::lineEndsAndByteOrderMarksAreFree()
{
    const Lesson lesson = *readLesson(everyKey());
    QVERIFY(*readLesson("\xEF\xBB\xBF" + everyKey()) == lesson);
    QVERIFY(*readLesson(replaced(everyKey(), "\n", "\r\n")) == lesson);
    QVERIFY(*readLesson(replaced(everyKey(), "\n", "\r")) == lesson);
}

void LessonTest::errorsNameTheLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("begin");
    const QString step = "# T\n\n## S\nopen: apple-pie\n";
    QTest::newRow("empty") << ""
                           << "Line 1: A lesson begins with its title";
    QTest::newRow("no title") << "\nHello\n"
                              << "Line 2: A lesson begins with its title";
    QTest::newRow("empty title") << "# \n"
                                 << "Line 1: The title is missing";
    QTest::newRow("no steps") << "# T\n"
                              << "Line 2: A lesson has at least one step";
    QTest::newRow("text before steps") << "# T\n\nHello\n"
                                       << "Line 3: Text stands in a step";
    QTest::newRow("key of the lesson")
        << "# T\nminuts: 8\n"
        << "Line 2: There is no key \"minuts\"; the keys of a lesson are";
    QTest::newRow("minutes") << "# T\nminutes: 0\n"
                             << "Line 2: The minutes are a whole number";
    QTest::newRow("step without title") << "# T\n\n## \n"
                                        << "Line 3: The title is missing";
    QTest::newRow("nothing opened") << "# T\n\n## S\n\nHello\n"
                                    << "Line 3: The first step has to open a document";
    QTest::newRow("no document") << "# T\n\n## S\nopen: this\n"
                                 << "Line 3: This step opens \"this\", but";
    QTest::newRow("document without end") << step + "\n```headlight\n{}\n"
                                          << "Line 6: The document that begins here has no end";
    QTest::newRow("bytes") << QString() << "Line 3: These bytes are not UTF-8";
}

void LessonTest::errorsNameTheLine()
{
    QFETCH(QString, text);
    QFETCH(QString, begin);
    const std::string bytes = text.isNull() ? "# T\n\n## \xFF\n" : text.toStdString();
    QVERIFY2(errorOf(bytes).startsWith(begin), qPrintable(errorOf(bytes)));
}

void LessonTest::keysThatCannotBeReadAreExplained_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("begin");
    QTest::newRow("unknown") << "shw: chain"
                             << "There is no key \"shw\"; the keys of a step are";
    QTest::newRow("no key") << "Some text."
                            << "Below a heading stand keys";
    QTest::newRow("no value") << "show:"
                              << "The key show has no value.";
    QTest::newRow("twice") << "open: apple-pie"
                           << "The key open is given twice.";
    QTest::newRow("open") << "sentence: x\nopen: ../x"
                          << "";
    QTest::newRow("seed") << "seed: -1"
                          << "A seed is a whole number";
    QTest::newRow("option") << "option: mask"
                            << "An option is written as in";
    QTest::newRow("option name") << "option: msk=none"
                                 << "There is no option \"msk\"";
    QTest::newRow("option value") << "option: mask=all"
                                  << "The option mask is none or causal, not \"all\".";
    QTest::newRow("option number") << "option: heads=97"
                                   << "The option heads is a whole number";
    QTest::newRow("scale") << "option: scale=inf"
                           << "The option scale is on, off or a number";
    QTest::newRow("set") << "set: X[1,1]"
                         << "A number is set as in";
    QTest::newRow("set number") << "set: X[1,1] = nan"
                                << "Behind \"=\" should stand one number";
    QTest::newRow("set a row") << "set: X[1,*] = 1"
                               << "X[1,*] is more than one cell";
    QTest::newRow("place") << "place: head 1"
                           << "A place is written as in";
    QTest::newRow("place number") << "place: layer 0, head 1"
                                  << "A place is written as in";
    QTest::newRow("show") << "show: chains"
                          << "There is no view \"chains\"";
    QTest::newRow("stage") << "stage: pattern"
                           << "There is no stage \"pattern\"";
    QTest::newRow("select") << "select: X"
                            << "Cells are written as";
    QTest::newRow("mark") << "mark: X[1,*], Y[1,1]"
                          << "There is no matrix \"Y\"";
    QTest::newRow("expect") << "expect: X[1,1]"
                            << "\"X[1,1]\" states nothing";
    QTest::newRow("expression") << "expect: 1 + = 2"
                                << "The expression ends where";
    QTest::newRow("exercise") << "exercise: scores[1,*]"
                              << "scores[1,*] is more than one cell";
    QTest::newRow("tolerance") << "tolerance: 0"
                               << "A tolerance is a number above 0";
}

void LessonTest::keysThatCannotBeReadAreExplained()
{
    QFETCH(QString, line);
    QFETCH(QString, begin);
    const QString error = errorOf(withKey(line.toStdString()));
    const QString expected = begin.isEmpty() ? "Line 6: The key open is given" : "Line 5: " + begin;
    QVERIFY2(error.startsWith(expected), qPrintable(error));
    QVERIFY(errorOf("# T\n## S\nopen: ../x\n").startsWith("Line 3: \"../x\" is not the name"));
}

void LessonTest::documentsInsideAreChecked()
{
    const std::string broken = replaced(everyKey(), "\"mask\": \"none\"", "\"mask\": \"nune\"");
    const auto wrong = broken.begin() + std::ptrdiff_t(broken.find("\"nune\""));
    const auto line = 1 + std::count(broken.begin(), wrong, '\n');
    const QString begin = QString("Line %1: ").arg(line);
    QVERIFY2(errorOf(broken).startsWith(begin), qPrintable(errorOf(broken)));
    QVERIFY(errorOf(everyKey() + "\nMore.\n").contains("Nothing may follow the document"));
}

void LessonTest::writtenLessonsReadBackTheSame()
{
    const Lesson lesson = *readLesson(everyKey());
    const std::string text = writeLesson(lesson);
    QVERIFY(*readLesson(text) == lesson);
    QCOMPARE(text, everyKey());
}

void LessonTest::bodiesKeepLinesThatLookLikeSteps()
{
    Lesson lesson = *readLesson(everyKey());
    lesson.title = "Two\nlines";
    lesson.steps[1].body = "Before\n## Not a step\n```headlight\n```\nAfter";
    const Result<Lesson> again = readLesson(writeLesson(lesson));
    QVERIFY(again);
    QCOMPARE(again->title, std::string("Two lines"));
    QCOMPARE(again->steps.size(), std::size_t(2));
    QCOMPARE(again->steps[1].body,
             std::string("Before\n ## Not a step\n ```headlight\n```\nAfter"));
}

void LessonTest::openingStepIsTheNearestBefore()
{
    const Lesson lesson = *readLesson("# T\n## A\nopen: a\n\n## B\n\n## C\nopen: c\n\n## D\n");
    QCOMPARE(openingStep(lesson, 0), std::size_t(0));
    QCOMPARE(openingStep(lesson, 1), std::size_t(0));
    QCOMPARE(openingStep(lesson, 2), std::size_t(2));
    QCOMPARE(openingStep(lesson, 3), std::size_t(2));
}

void LessonTest::editsComeInTheirOrder()
{
    const LessonStep step = stepWith("set: K@2[1,1] = 5\nset: X[4,4] = 7\noption: heads=2\n"
                                     "option: mask=causal\nseed: 9\nsentence: cats eat mice too\n");
    const Document birds = shippedExample("birds-eat-seeds");
    QVERIFY(!stepEdits(birds, step)); // K is computed
    LessonStep typed = step;
    typed.sets.front().cell.matrix = "W_K";
    const Result<std::vector<Edit>> edits = stepEdits(birds, typed);
    QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
    QCOMPARE(edits->size(), std::size_t(5));
    QVERIFY(std::holds_alternative<SetSentence>((*edits)[0]));
    QVERIFY(std::holds_alternative<SetSeed>((*edits)[1]));
    QCOMPARE(std::get<SetConfig>((*edits)[2]).config.heads, 2);
    QVERIFY(std::get<SetConfig>((*edits)[2]).config.mask == Mask::Causal);
    QCOMPARE(std::get<SetCell>((*edits)[3]).tensor, std::string("layers.0.head.1.W_K"));
    QCOMPARE(std::get<SetCell>((*edits)[4]).tensor, std::string("embed"));
    const Document after = afterStep(birds, typed);
    QCOMPARE(tensorOf(after, "layers.0.head.1.W_K")(0, 0), 5.0);
    QCOMPARE(tensorOf(after, "X")(3, 3), 7.0);
    QVERIFY(stepEdits(birds, stepWith(""))->empty());
}

void LessonTest::numbersGoWhereTheyCanBeTyped()
{
    const Document fourHeads = shippedExample("four-heads"); // with a table of positions
    const LessonStep step = stepWith("set: positions[2,3] = 4\nset: embeddings[1,1] = 6\n");
    const Document after = afterStep(fourHeads, step);
    QCOMPARE((*after.positions)(1, 2), 4.0);
    QCOMPARE((*after.embeddings)(0, 0), 6.0);
    const Document cuteDog = shippedExample("cute-dog"); // Q is pinned
    QCOMPARE(tensorOf(afterStep(cuteDog, stepWith("set: Q[1,2] = 3\n")), "layers.0.head.0.q")(0, 1),
             3.0);
}

void LessonTest::stepsThatDoNotFitAreExplained()
{
    const QString begin = "The step \"Step\" does not fit its document: ";
    QCOMPARE(stepError("set: X[4,1] = 1\n"), begin + "X has 3 rows, there is no row 4.");
    QVERIFY(stepError("set: scores[1,1] = 1\n").contains("is computed. Pin it"));
    QVERIFY(stepError("option: layers=2\n").contains("Layers can only be stacked when"));
    QCOMPARE(stepError("place: layer 1, head 2\nset: W_Q[1,1] = 1\n"),
             begin + "The model has 1 head, there is no head 2.");
}

void LessonTest::randomChangesNeverCrash()
{
    Mutator mutator;
    const std::string whole = everyKey();
    // Documents have tests of their own and take most of the time.
    const std::string steps
        = replaced(whole.substr(0, whole.find("```headlight")), "this", "apple-pie");
    const SnapshotPtr birds
        = computeSnapshot(std::make_shared<const Document>(shippedExample("birds-eat-seeds")));
    int good = 0;
    for (int i = 0; i < 20000; ++i) {
        const Result<Lesson> lesson = readLesson(mutator.mutated(i % 20 == 0 ? whole : steps));
        if (!lesson) {
            QVERIFY(!lesson.error().message.empty());
            continue;
        }
        ++good;
        const Result<Lesson> again = readLesson(writeLesson(*lesson));
        QVERIFY2(again && *again == *lesson, writeLesson(*lesson).c_str());
        useEverything(*lesson, birds);
    }
    QVERIFY(good > 2000);
}

QTEST_GUILESS_MAIN(LessonTest)
#include "tst_lesson.moc"
