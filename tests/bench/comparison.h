#pragma once

#include <string>

namespace headlight {

/// What something costs us beside what it costs a peer, or beside what the machine allows, in one
/// and the same run. Everything is a cost: less is better.
struct Comparison {
    std::string what; // "Full pass, (128,768,12)"
    std::string peer; // "PyTorch", "multiply-add limit", "one 60-Hz frame"
    double ours = 0; // in `unit`; 0: could not be measured
    double theirs = 0; // in `unit`; 0: could not be measured
    std::string unit = "ms"; // or "MB"
    double goal = 0; // the least ratio theirs / ours to be reached; 0: there is none
};

/// Prints the names of the columns, as a table in Markdown begins.
void printComparisonHead();

/// Prints one row of the table.
void print(const Comparison& comparison);

} // namespace headlight
