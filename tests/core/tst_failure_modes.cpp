#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

constexpr int lastMode = 86;

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// "tst_x::function" for every test function that has a body, and how often.
std::set<std::string> testsIn(const fs::path& folder)
{
    static const std::regex function(R"(^\s*void (?:Test\w+::)?(\w+)\(\)\s*(?:\{.*)?$)");
    std::set<std::string> tests;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().stem().string();
        if (!name.starts_with("tst_") || entry.path().extension() != ".cpp")
            continue;
        std::ifstream file(entry.path());
        std::smatch match;
        for (std::string line; std::getline(file, line);) {
            if (std::regex_match(line, match, function))
                tests.insert(name + "::" + match[1].str());
        }
    }
    return tests;
}

struct Mode {
    std::string evidence; // behind the arrow
    int lines = 0;
};

/// The numbered lines of a list.
std::map<int, Mode> modesIn(const std::string& list)
{
    static const std::regex numbered(R"(^(\d+)\. (.+?) → (.+)$)");
    std::map<int, Mode> modes;
    std::istringstream lines(list);
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
        if (!std::regex_match(line, match, numbered))
            continue;
        Mode& mode = modes[std::stoi(match[1])];
        mode.evidence = match[3];
        ++mode.lines;
    }
    return modes;
}

std::vector<std::string> testsNamed(const std::string& evidence)
{
    static const std::regex test(R"(tst_\w+::\w+)");
    std::vector<std::string> names;
    for (std::sregex_iterator at(evidence.begin(), evidence.end(), test), end; at != end; ++at)
        names.push_back(at->str());
    return names;
}

/// What is wrong with a list; empty when every mode has a test that exists, or a reason.
std::string problemsOf(const std::string& list, const std::set<std::string>& tests)
{
    const std::map<int, Mode> modes = modesIn(list);
    std::string problems;
    for (int number = 1; number <= lastMode; ++number) {
        const auto mode = modes.find(number);
        if (mode == modes.end() || mode->second.lines != 1) {
            problems += std::to_string(number) + " is there never or twice\n";
            continue;
        }
        const std::vector<std::string> named = testsNamed(mode->second.evidence);
        if (named.empty() && !mode->second.evidence.starts_with("cannot: "))
            problems += std::to_string(number) + " has neither a test nor a reason\n";
        for (const std::string& test : named) {
            if (!tests.contains(test))
                problems += std::to_string(number) + " names " + test + ", which does not exist\n";
        }
    }
    return problems;
}

} // namespace

/// tests/failure_modes.md is whole and true.
class TestFailureModes : public QObject {
    Q_OBJECT

private slots:
    void everyModeHasATest();
    void mistakesInTheListAreFound();

private:
    const fs::path m_tests = fs::path(HEADLIGHT_SOURCE_DIR) / "tests";
};

void TestFailureModes::everyModeHasATest()
{
    const std::set<std::string> tests = testsIn(m_tests);
    QVERIFY(tests.size() > 500);
    const std::string problems = problemsOf(contentOf(m_tests / "failure_modes.md"), tests);
    QVERIFY2(problems.empty(), problems.c_str());
}

void TestFailureModes::mistakesInTheListAreFound()
{
    const std::set<std::string> tests = {"tst_a::exists"};
    std::string good;
    for (int number = 1; number <= lastMode; ++number)
        good += std::to_string(number) + ". It breaks → tst_a::exists\n";
    QCOMPARE(problemsOf(good, tests), std::string());
    for (const char* bad : {"2. It breaks → tst_a::isGone\n", "2. It breaks → somebody looked\n",
                            "2. It breaks → tst_a::exists\n2. It breaks → tst_a::exists\n", "\n"}) {
        std::string list = good;
        const std::string line = "2. It breaks → tst_a::exists\n";
        list.replace(list.find("\n2. ") + 1, line.size(), bad);
        QVERIFY2(!problemsOf(list, tests).empty(), bad);
    }
}

QTEST_APPLESS_MAIN(TestFailureModes)
#include "tst_failure_modes.moc"
