#include "core/dialects/dialect.h"
#include "core/document/edit.h"
#include "core/document/restructure.h"
#include "core/document/snapshot.h"
#include "core/formula/cell_formula.h"
#include "core/io/document_json.h"
#include "core/io/glove.h"
#include "core/io/matrix_file.h"
#include "core/io/npz.h"
#include "core/io/recording.h"
#include "core/lesson/lesson.h"
#include "core/model/engine.h"
#include "core/support/out_of_memory.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/failing_allocator.h"
#include "tests/core/support/memory_limit.h"
#include "tests/core/support/random_edits.h"

#include <QTest>

#include <functional>
#include <sstream>

using namespace headlight;

namespace {

/// What came of something that was tried with too little memory.
enum class Outcome {
    Done, // right, as if nothing had been refused
    Refused, // an Error with a sentence
    Wrong
};

/// Something that needs memory, and looks itself whether its result is the right one. It may throw
/// std::bad_alloc where the core promises no more than to leave everything as it was.
struct Work {
    const char* name;
    std::function<Outcome()> run;
};

template <class T>
Outcome judged(const Result<T>& result, bool isRight)
{
    if (!result)
        return result.error().message == outOfMemory().message ? Outcome::Refused : Outcome::Wrong;
    return isRight ? Outcome::Done : Outcome::Wrong;
}

Outcome outcomeOf(const Work& work)
{
    try {
        return work.run();
    } catch (const std::bad_alloc&) {
        return Outcome::Refused;
    } catch (...) {
        return Outcome::Wrong;
    }
}

std::string fileOf(const Matrix& matrix, const char* format)
{
    return *writeMatrixFile(matrix, format, "m");
}

Work readingMatrix(const char* name, const char* format)
{
    const Matrix matrix = rows({{1, 2.5, -3}, {4, 1e-300, 6}});
    return {name, [=, bytes = fileOf(matrix, format)] {
                const Result<Matrix> read = readMatrixFile(bytes, format);
                return judged(read, read && sameBits(*read, matrix));
            }};
}

Work writingMatrix(const char* name, const char* format)
{
    const Matrix matrix = rows({{1, 2.5, -3}, {4, 1e-300, 6}});
    return {name, [=, expected = fileOf(matrix, format)] {
                const Result<std::string> written = writeMatrixFile(matrix, format, "m");
                return judged(written, written && *written == expected);
            }};
}

std::string safetensors()
{
    std::string header = R"({"m":{"dtype":"F64","shape":[1,2],"data_offsets":[0,16]}})";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string bytes(8, '\0');
    bytes[0] = char(header.size());
    return bytes + header + std::string(16, '\0');
}

constexpr const char* lessonText
    = "# A lesson\nminutes: 2\n\n## One\nopen: birds-eat-seeds\nset: W_K[1,1] = 8\n"
      "expect: scores[1,2] = 9\n\nA body of more than a few letters, so that it needs memory.\n\n"
      "## Two\nmark: Q[1,*], K[2,*]\n\nAnother one.\n";

std::string recordingBytes()
{
    return *writeZip({{"attention.npy", writeNpy(Array{{1, 1, 2, 2}, {.5, .5, .5, .5}})}});
}

std::vector<Work> readers()
{
    std::vector<Work> works = {readingMatrix("csv", "csv"), readingMatrix("tsv", "tsv"),
                               readingMatrix("npy", "npy"), readingMatrix("npz", "npz")};
    works.push_back({"safetensors", [bytes = safetensors()] {
                         const Result<Matrix> read = readMatrixFile(bytes, "safetensors");
                         return judged(read, read && *read == Matrix::Zero(1, 2));
                     }});
    const Document document = bankDocument();
    works.push_back({"document", [document, text = writeDocument(document)] {
                         const Result<Document> read = readDocument(text);
                         return judged(read, read && sameDocument(*read, document));
                     }});
    works.push_back({"lesson", [expected = *readLesson(lessonText)] {
                         const Result<Lesson> read = readLesson(lessonText);
                         return judged(read, read && *read == expected);
                     }});
    works.push_back({"word vectors", [] {
                         std::istringstream file("birds 1 2\neat 3 4\nseeds 5 6\n");
                         const Result<WordVectors> read = readGlove(file, {"eat", "seeds"}, {});
                         return judged(read, read && read->vectors == rows({{3, 4}, {5, 6}}));
                     }});
    works.push_back({"recording", [bytes = recordingBytes()] {
                         RecordingSource source;
                         source.bytes = bytes;
                         source.extension = "npz";
                         const Result<Recording> read = readRecording(source);
                         return judged(read,
                                       read && read->attention[0][0] == Matrix::Constant(2, 2, .5));
                     }});
    for (int dialect = 0; dialect < dialectCount; ++dialect) {
        const Matrix matrix = rows({{1, 2.5}, {-3, 4}});
        works.push_back({"clipboard", [=, text = writeMatrix(matrix, Dialect(dialect))] {
                             const Result<Pasted> read = readAnyMatrix(text);
                             return judged(read, read.has_value());
                         }});
    }
    return works;
}

bool sameOutput(const SnapshotPtr& snapshot, const Matrix& output)
{
    return snapshot && sameBits(snapshot->trace.layers.back().residPost, output);
}

std::vector<Work> writersAndComputations()
{
    const auto document = std::make_shared<const Document>(bankDocument());
    std::vector<Work> works
        = {writingMatrix("writes csv", "csv"), writingMatrix("writes npy", "npy"),
           writingMatrix("writes npz", "npz")};
    works.push_back({"writes a document", [document, text = writeDocument(*document)] {
                         return writeDocument(*document) == text ? Outcome::Done : Outcome::Wrong;
                     }});
    const auto build = [] {
        Config config;
        config.heads = 3;
        return withSentence(withConfig(newDocument({}), config), "the bank by the river bank");
    };
    works.push_back({"builds a document", [build, expected = build()] {
                         return sameDocument(build(), expected) ? Outcome::Done : Outcome::Wrong;
                     }});
    const Matrix output = computeSnapshot(document)->trace.layers.back().residPost;
    works.push_back({"computes a pass", [document, output] {
                         return sameOutput(computeSnapshot(document), output) ? Outcome::Done
                                                                              : Outcome::Wrong;
                     }});
    works.push_back({"computes a formula", [] {
                         Result<CellFormula> formula
                             = CellFormula::parse("row == col ? sin(row) + 1 : d", {2, 3}, {});
                         return judged(formula, formula && *formula->at(0, 1, 0) == 3);
                     }});
    return works;
}

/// Every request is refused once, or in short runs a sample of those beyond the first hundred.
bool isTried(std::int64_t request)
{
    constexpr std::int64_t every = 100;
    constexpr std::int64_t sampled = 13;
    return qEnvironmentVariableIsSet("HEADLIGHT_TEST_LONG") || request <= every
        || request % sampled == 0;
}

constexpr std::int64_t mostRequests = 2000;

/// Runs it with every request refused, each alone. Empty when all of it went as promised.
QString complaintAbout(const Work& work, int& refusals)
{
    for (std::int64_t request = 1; request <= mostRequests; ++request) {
        if (!isTried(request))
            continue;
        Outcome outcome = Outcome::Wrong;
        bool hasRefused = false;
        {
            const FailingAllocator allocator(request);
            outcome = outcomeOf(work);
            hasRefused = FailingAllocator::hasRefused();
        }
        if (outcome == Outcome::Wrong)
            return QStringLiteral("request %1").arg(request);
        refusals += outcome == Outcome::Refused;
        if (!hasRefused)
            return outcome == Outcome::Done
                ? QString()
                : QStringLiteral("refused with all the memory it wants");
    }
    return {};
}

} // namespace

/// Memory that is refused becomes an Error, or std::bad_alloc with everything as it was (T12).
class TestOutOfMemory : public QObject {
    Q_OBJECT

private slots:
    void everyRequestMayBeRefused_data();
    void everyRequestMayBeRefused();
    void anEditHappensWholeOrNotAtAll();
    void aPassThatFailedLeavesTheNextOneRight();
    void smallLimitsAreSurvived();
};

void TestOutOfMemory::everyRequestMayBeRefused_data()
{
    QTest::addColumn<bool>("reads");
    QTest::addColumn<int>("index");
    const auto add = [](const std::vector<Work>& works, bool reads) {
        for (std::size_t i = 0; i < works.size(); ++i)
            QTest::addRow("%s %d", works[i].name, int(i)) << reads << int(i);
    };
    add(readers(), true);
    add(writersAndComputations(), false);
}

void TestOutOfMemory::everyRequestMayBeRefused()
{
    QFETCH(bool, reads);
    QFETCH(int, index);
    const Work work = (reads ? readers() : writersAndComputations())[std::size_t(index)];
    int refusals = 0;
    QCOMPARE(complaintAbout(work, refusals), QString());
    QVERIFY(refusals > 0); // else nothing was tried
}

void TestOutOfMemory::anEditHappensWholeOrNotAtAll()
{
    RandomEdits random(12);
    int refusals = 0;
    for (int i = 0; i < 60; ++i) {
        const Document document = random.document();
        const Edit edit = random.next(document);
        if (!checkEdit(document, edit))
            continue;
        Document after = document;
        applyEdit(after, edit);
        for (std::int64_t request = 1; request <= mostRequests; ++request) {
            Document changed = document;
            bool hasRefused = false;
            bool isDone = false;
            try {
                const FailingAllocator allocator(request);
                applyEdit(changed, edit);
                isDone = true;
                hasRefused = FailingAllocator::hasRefused();
            } catch (const std::bad_alloc&) {
                ++refusals;
            }
            QVERIFY(sameDocument(changed, isDone ? after : document));
            if (isDone && !hasRefused)
                break;
        }
    }
    QVERIFY(refusals > 100);
}

void TestOutOfMemory::aPassThatFailedLeavesTheNextOneRight()
{
    const auto first = std::make_shared<const Document>(bankDocument());
    Document edited = *first;
    applyEdit(edited, SetCell{"layers.0.W_Q", 0, 0, 3});
    const auto second = std::make_shared<const Document>(edited);
    const Matrix output = computeSnapshot(second)->trace.layers.back().residPost;
    for (std::int64_t request = 1; request <= mostRequests; ++request) {
        Engine<double> engine(2);
        QVERIFY(computeSnapshot(engine, first, {}));
        bool hasRefused = false;
        try {
            const FailingAllocator allocator(request);
            QVERIFY(sameOutput(computeSnapshot(engine, second, {}), output));
            hasRefused = FailingAllocator::hasRefused();
        } catch (const std::bad_alloc&) {
            hasRefused = true;
        }
        QVERIFY(sameOutput(computeSnapshot(engine, second, {}), output));
        if (!hasRefused)
            return;
    }
    QFAIL("a pass asks for memory more often than was tried");
}

/// The system refuses, too, and what is large first: 20 limits from none to enough.
void TestOutOfMemory::smallLimitsAreSurvived()
{
    if (!MemoryLimit::works())
        QSKIP("a sanitizer needs the whole address space");
    const Matrix matrix = Matrix::Constant(1024, 1024, 1.25); // 8 MiB, and as text 5 MiB
    const std::string bytes = fileOf(matrix, "csv");
    RandomDocuments random(20);
    const auto document = std::make_shared<const Document>(
        documentOf(Matrix::Constant(600, 8, .5), Config{.modelWidth = 8, .heads = 4}));
    int refusals = 0;
    int successes = 0;
    for (int level = 0; level < 20; ++level) {
        const MemoryLimit limit(std::uint64_t(level) << 21);
        const Result<Matrix> read = readMatrixFile(bytes, "csv");
        QVERIFY(read ? sameBits(*read, matrix) : read.error().message == outOfMemory().message);
        (read ? successes : refusals) += 1;
        try {
            QVERIFY(computeSnapshot(document));
            ++successes;
        } catch (const std::bad_alloc&) {
            ++refusals;
        }
    }
    QVERIFY2(refusals >= 4 && successes >= 4,
             qPrintable(QStringLiteral("%1 %2").arg(refusals).arg(successes)));
}

QTEST_APPLESS_MAIN(TestOutOfMemory)
#include "tst_out_of_memory.moc"
