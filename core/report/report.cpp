#include "core/report/report.h"

#include "core/report/report_builder.h"

namespace headlight {
namespace {

Result<Ok> checkNumbers(const std::vector<int>& chosen, int count, const std::string& noun)
{
    for (const int number : chosen) {
        if (number < 0 || number >= count)
            return Error{"There is no " + noun + " " + std::to_string(number + 1)
                         + "; this document has " + std::to_string(count) + "."};
    }
    return Ok{};
}

Result<Ok> checkOptions(const Document& document, const ReportOptions& options)
{
    if (document.tokens.empty())
        return Error{"There is nothing to report: the sentence has no tokens."};
    const Config& config = document.config;
    if (const Result<Ok> layers = checkNumbers(options.layers, config.layers, "layer"); !layers)
        return layers;
    if (const Result<Ok> heads = checkNumbers(options.heads, config.heads, "head"); !heads)
        return heads;
    const std::size_t heads = chosenOrAll(options.layers, config.layers).size()
        * chosenOrAll(options.heads, config.heads).size();
    if (heads <= std::size_t(mostReportHeads))
        return Ok{};
    return Error{"The report would tell of " + std::to_string(heads) + " heads, and "
                 + std::to_string(mostReportHeads)
                 + " is the most. Choose some of the layers or heads."};
}

} // namespace

Result<Report> makeReport(const SnapshotPtr& snapshot, const ReportOptions& options)
{
    if (const Result<Ok> allowed = checkOptions(*snapshot->document, options); !allowed)
        return allowed.error();
    return buildReport(snapshot, options);
}

} // namespace headlight
