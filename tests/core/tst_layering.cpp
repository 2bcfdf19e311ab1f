#include <QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

namespace fs = std::filesystem;

namespace {

/// One line of a source file, and what is wrong with it.
using Rule = std::function<std::string(const std::string& path, const std::string& line)>;

bool isCode(const std::string& path)
{
    return path.ends_with(".cpp") || path.ends_with(".h");
}

/// The name between quotes or angle brackets, or nothing.
std::string includedBy(const std::string& line)
{
    // Not a raw string: moc 6.4 loses its way at a quote in one.
    static const std::regex include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
    std::smatch match;
    return std::regex_search(line, match, include) ? match[1].str() : std::string();
}

bool isQtHeader(const std::string& header)
{
    static const std::regex qt(R"(^(Q[A-Z]\w*|Qt\w*/.*|q[a-z]+\.h)$)");
    return std::regex_match(header, qt);
}

std::string arrowsPointDown(const std::string& path, const std::string& line)
{
    const std::string header = includedBy(line);
    const bool toUi = header.starts_with("ui/");
    const bool toApp = header.starts_with("app/");
    if (path.starts_with("core/") && (toUi || toApp || isQtHeader(header)))
        return "core may not include " + header;
    if (path.starts_with("ui/") && toApp)
        return "ui may not include " + header;
    if (path.starts_with("ui/session/") && header.starts_with("ui/views/"))
        return "the session does not know the views: " + header;
    if (path.starts_with("ui/views/") && header == "ui/session/session.h")
        return "views give wishes and never call the session";
    if ((path.starts_with("core/") || path.starts_with("ui/") || path.starts_with("app/"))
        && header.starts_with("tests/"))
        return "the program may not include " + header;
    return {};
}

std::string onlyFiguresKnowQCustomPlot(const std::string& path, const std::string& line)
{
    const bool found = includedBy(line).ends_with("qcustomplot.h");
    // Benchmarks may draw with it what others would, to be measured beside us.
    const bool may = path.starts_with("ui/figure/") || path.starts_with("tests/bench/");
    return found && !may ? "only ui/figure includes qcustomplot.h" : "";
}

/// `auto x = m.row(0) …` keeps a reference into m, or to a temporary that is gone. Calls that end
/// in a number or a matrix are fine.
std::string noAutoForEigenExpressions(const std::string& path, const std::string& line)
{
    static const std::regex expression(
        R"(\bauto(\s+const)?\s*&{0,2}\s*\w+\s*=\s*[^\[]*(\.|->)((top|bottom|middle)Rows|)"
        R"((left|right|middle)Cols|row|col|rowwise|colwise|block|segment|head|tail|transpose|)"
        R"(array|matrix|cwise\w+|reshaped|replicate|select|cast<\w+>|unaryExpr)\()");
    static const std::regex reduced(
        R"((\.|->)(sum|mean|prod|norm|squaredNorm|minCoeff|maxCoeff|dot|all|any|count|eval|)"
        R"(rows|cols|size|data|allFinite|hasNaN)\([^()]*\)\s*;)");
    if (!isCode(path) || path.starts_with("tests/") || !std::regex_search(line, expression)
        || std::regex_search(line, reduced))
        return {};
    return "auto for an Eigen expression: name its type";
}

/// Fast math and the options it consists of.
bool asksForFastMath(const std::string& line)
{
    static const std::regex option(
        R"(-ffast-math|-Ofast|-funsafe-math-optimizations|-ffinite-math-only|-fassociative-math|)"
        R"(-freciprocal-math|-fno-signed-zeros|-fcx-limited-range|/fp:fast)");
    return std::regex_search(line, option);
}

std::string noFastMath(const std::string& path, const std::string& line)
{
    const bool isBuildFile = path.ends_with("CMakeLists.txt") || path.ends_with(".cmake")
        || path.ends_with("CMakePresets.json") || path.ends_with("compile_commands.json");
    return isBuildFile && asksForFastMath(line) ? "fast math removes NaN and the order of sums"
                                                : "";
}

/// What the program must not call, because it went wrong in other programs: failure_modes.md.
std::string noKnownTrap(const std::string& path, const std::string& line)
{
    struct Trap {
        const char* name;
        const char* reason;
    };
    static constexpr Trap traps[] = {
        {"aboutToQuit", "nothing is saved on the way out: it is saved before"},
        {"processEvents", "events inside of events lose track of who began what"},
        {"QCPColorMap", "interpolates, keeps stale ranges, and falls over odd sizes"},
        {"setOpenGl", "crashes and leaks on some drivers"},
        {"setUndoLimit", "forgets which state was saved"},
        {"QSaveFile", "takes a full disk for a success"},
        {"resizeColumnsToContents", "reads every cell of a large matrix"},
        {"QSvgRenderer", "reads pictures of strangers"},
        {"QImageReader", "reads pictures of strangers"},
        {"QXmlStreamReader", "reads texts of strangers"},
        {"QWebEngine", "opens what a page names"},
        {"QNetwork", "sends something somewhere"},
    };
    static const std::regex comment("//.*");
    const bool isProgram
        = path.starts_with("core/") || path.starts_with("ui/") || path.starts_with("app/");
    if (!isProgram || !isCode(path) || path == "ui/style/icons.cpp") // its own pictures
        return {};
    const std::string code = std::regex_replace(line, comment, "");
    for (const Trap& trap : traps) {
        if (code.find(trap.name) != std::string::npos)
            return std::string(trap.name) + ": " + trap.reason;
    }
    return {};
}

/// Objects for different processors do not agree on the layout of vectors, so that a matrix that
/// one makes crashes another. The kernels hand over plain numbers.
std::string oneInstructionSet(const std::string&, const std::string& line)
{
    static const std::regex option(R"(\s-m(arch|tune|avx|fma|sse)[\w=.-]*)");
    const bool isKernel = line.find("core/kernels") != std::string::npos
        || line.find("tests/bench/") != std::string::npos; // what the kernels run against
    const bool isCommand = line.find("\"command\"") != std::string::npos;
    return isCommand && !isKernel && std::regex_search(line, option)
        ? "only the kernels are built for one kind of processor"
        : "";
}

/// "path:line: what" for every broken rule in one file.
std::string check(const std::string& path, std::istream& text, const Rule& rule)
{
    std::string problems;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
        if (const std::string problem = rule(path, line); !problem.empty())
            problems += path + ":" + std::to_string(number) + ": " + problem + "\n";
    }
    return problems;
}

std::string checkTree(const Rule& rule)
{
    const fs::path root = HEADLIGHT_SOURCE_DIR;
    std::string problems;
    for (const char* place :
         {"core", "ui", "app", "tests", "CMakeLists.txt", "CMakePresets.json"}) {
        const fs::path start = root / place;
        std::vector<fs::path> files;
        if (fs::is_regular_file(start))
            files.push_back(start);
        else
            files.assign(fs::recursive_directory_iterator(start),
                         fs::recursive_directory_iterator());
        for (const fs::path& file : files) {
            const std::string path = fs::relative(file, root).generic_string();
            const bool isText = isCode(path) || file.extension() == ".cmake"
                || file.extension() == ".json" || file.filename() == "CMakeLists.txt";
            if (!isText || path.starts_with("tests/data/"))
                continue;
            std::ifstream text(file);
            problems += check(path, text, rule);
        }
    }
    return problems;
}

} // namespace

class TestLayering : public QObject {
    Q_OBJECT

private slots:
    void everyArrowPointsDown() { passes(arrowsPointDown); }
    void onlyUiFigureIncludesQCustomPlot() { passes(onlyFiguresKnowQCustomPlot); }
    void noAutoHoldsAnEigenExpression() { passes(noAutoForEigenExpressions); }
    void noBuildFileAsksForFastMath() { passes(noFastMath); }
    void noCompilerIsAskedForFastMath() { compilersPass(noFastMath); }
    void onlyKernelsAreBuiltForOneProcessor() { compilersPass(oneInstructionSet); }
    void knownTrapsAreAvoided() { passes(noKnownTrap); }
    void everyTestOfQtFailsOnWarnings();
    void theRulesFindWhatTheyAreFor_data();
    void theRulesFindWhatTheyAreFor();

private:
    void passes(const Rule& rule)
    {
        const std::string problems = checkTree(rule);
        QVERIFY2(problems.empty(), problems.c_str());
    }
    /// What packages and toolchains add to the commands stands in no file of ours.
    void compilersPass(const Rule& rule)
    {
        std::ifstream commands(HEADLIGHT_BUILD_DIR "/compile_commands.json");
        QVERIFY2(commands, "CMake writes this file beside every build with Ninja or make.");
        const std::string problems = check("compile_commands.json", commands, rule);
        QVERIFY2(problems.empty(), problems.c_str());
    }
};

/// Qt only warns of a widget on a wrong thread, of a timer that another thread stops, and of much
/// else that crashes later.
void TestLayering::everyTestOfQtFailsOnWarnings()
{
    int tests = 0;
    for (const char* folder : {"ui", "app"}) {
        for (const fs::directory_entry& entry :
             fs::directory_iterator(fs::path(HEADLIGHT_SOURCE_DIR) / "tests" / folder)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with("tst_") || entry.path().extension() != ".cpp")
                continue;
            std::ifstream file(entry.path());
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            QVERIFY2(text.find("failOnAnyWarning(") != std::string::npos, name.c_str());
            ++tests;
        }
    }
    QVERIFY(tests > 30);
}

void TestLayering::theRulesFindWhatTheyAreFor_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("isWrong");
    const auto row = [](const char* path, const char* line, bool isWrong) {
        QTest::addRow("%s: %s", path, line) << QString(path) << QString(line) << isWrong;
    };
    row("core/model/a.cpp", "#include <QString>", true);
    row("core/model/a.cpp", "  # include  <QtCore/qglobal.h>", true);
    row("core/model/a.cpp", "#include <qnumeric.h>", true);
    row("core/model/a.cpp", "#include \"ui/session/session.h\"", true);
    row("core/model/a.cpp", "#include \"core/model/trace.h\"", false);
    row("core/model/a.cpp", "#include <queue>", false);
    row("ui/views/a.cpp", "#include \"app/main_window.h\"", true);
    row("ui/views/a.cpp", "#include \"ui/session/session.h\"", true);
    row("ui/views/a.cpp", "#include <qcustomplot.h>", true);
    row("app/a.cpp", "#include \"qcustomplot.h\"", true);
    row("ui/figure/a.cpp", "#include <qcustomplot.h>", false);
    row("tests/bench/a.cpp", "#include <qcustomplot.h>", false);
    row("tests/ui/a.cpp", "#include <qcustomplot.h>", true);
    row("app/a.cpp", "#include \"tests/support/a.h\"", true);
    row("core/a.cpp", "const auto row = m.row(0);", true);
    row("core/a.cpp", "auto b = (*weight).leftCols(2) * 2;", true);
    row("core/a.cpp", "const auto& t = head.k->transpose();", true);
    row("core/a.cpp", "const auto sum = m.row(0).sum();", false);
    row("core/a.cpp", "const auto copy = m.transpose().eval();", false);
    row("core/a.cpp", "const auto pin = pins.find(path);", false);
    row("core/a.cpp", "const auto cast = [](const Matrix& m) { return m.row(0); };", false);
    row("core/a.cpp", "const Matrix row = m.row(0);", false);
    row("core/CMakeLists.txt", "target_compile_options(core PRIVATE -ffast-math)", true);
    row("compile_commands.json", "  \"command\": \"c++ -ffinite-math-only -c a.cpp\"", true);
    row("core/CMakeLists.txt", "COMPILE_OPTIONS -ffp-contract=off", false);
    row("app/a.cpp", "connect(qApp, &QCoreApplication::aboutToQuit, this, &A::save);", true);
    row("app/a.cpp", "save(); // not on aboutToQuit", false);
    row("tests/app/a.cpp", "QCoreApplication::processEvents();", false);
    row("compile_commands.json", "  \"command\": \"c++ -g -mavx2 -c /x/core/model/a.cpp\"", true);
    row("compile_commands.json", "  \"command\": \"c++ -mavx2 -c /x/core/kernels/a.cpp\"", false);
    row("compile_commands.json", "  \"command\": \"c++ -g -Wall -c /x/core/model/a.cpp\"", false);
}

void TestLayering::theRulesFindWhatTheyAreFor()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    std::string problems;
    for (const Rule& rule :
         {Rule(arrowsPointDown), Rule(onlyFiguresKnowQCustomPlot), Rule(noAutoForEigenExpressions),
          Rule(noFastMath), Rule(noKnownTrap), Rule(oneInstructionSet)}) {
        std::istringstream text(line.toStdString());
        problems += check(path.toStdString(), text, rule);
    }
    QTEST(!problems.empty(), "isWrong");
}

QTEST_APPLESS_MAIN(TestLayering)
#include "tst_layering.moc"
