#include "ui/session/number_list.h"

#include "core/support/number_range.h"

#include <QCoreApplication>
#include <QStringList>

#include <set>

namespace headlight {
namespace {

struct ListTexts {
    Q_DECLARE_TR_FUNCTIONS(ListTexts)
};

constexpr int largest = 9999;

/// "3" or "3-5"; false for anything else.
bool addRange(const QString& text, std::set<int>& numbers)
{
    const std::optional<NumberRange> range = readNumberRange(text.toStdString());
    if (!range || range->first < 1 || range->last < range->first || range->last > largest)
        return false;
    for (int number = range->first; number <= range->last; ++number)
        numbers.insert(number - 1);
    return true;
}

} // namespace

Result<std::vector<int>> readNumberList(const QString& text)
{
    std::set<int> numbers;
    const QString trimmed = text.trimmed();
    for (const QString& part : trimmed.isEmpty() ? QStringList() : trimmed.split(u',')) {
        if (!addRange(part.trimmed(), numbers))
            return Error{ListTexts::tr("“%1” is no list of numbers; write it as in 1,3-5.")
                             .arg(text)
                             .toStdString()};
    }
    return std::vector<int>(numbers.begin(), numbers.end());
}

} // namespace headlight
