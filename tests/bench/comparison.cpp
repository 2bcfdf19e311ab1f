#include "tests/bench/comparison.h"

#include <cstdio>

namespace headlight {

namespace {

void printRow(const char* what, const char* ours, const char* peer, const char* theirs,
              const char* ratio, const char* goal, const char* verdict)
{
    std::printf("| %-46s | %12s | %-20s | %12s | %7s | %6s | %-7s |\n", what, ours, peer, theirs,
                ratio, goal, verdict);
    std::fflush(stdout);
}

std::string number(double value, const char* unit = "")
{
    if (value <= 0)
        return "-";
    char text[32];
    std::snprintf(text, sizeof text, value < 1000 ? "%.3g%s%s" : "%.0f%s%s", value,
                  *unit ? " " : "", unit);
    return text;
}

} // namespace

void printComparisonHead()
{
    printRow("What", "Headlight", "Beside", "", "Ratio", "Goal", "");
    std::printf("|%s|%s:|%s|%s:|%s:|%s:|%s|\n", std::string(48, '-').c_str(),
                std::string(13, '-').c_str(), std::string(22, '-').c_str(),
                std::string(13, '-').c_str(), std::string(8, '-').c_str(),
                std::string(7, '-').c_str(), std::string(9, '-').c_str());
}

void print(const Comparison& c)
{
    const bool isMeasured = c.ours > 0 && c.theirs > 0;
    const double ratio = isMeasured ? c.theirs / c.ours : 0;
    const char* verdict = !isMeasured || c.goal <= 0 ? "" : ratio >= c.goal ? "met" : "not met";
    printRow(c.what.c_str(), number(c.ours, c.unit.c_str()).c_str(), c.peer.c_str(),
             number(c.theirs, c.unit.c_str()).c_str(), number(ratio).c_str(),
             number(c.goal).c_str(), verdict);
}

} // namespace headlight
