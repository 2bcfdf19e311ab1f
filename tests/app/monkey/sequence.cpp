#include "tests/app/monkey/sequence.h"

#include <sstream>

namespace headlight {

std::string toText(const Sequence& sequence)
{
    std::ostringstream text;
    for (const auto& [skill, numbers] : sequence)
        text << skill << ' ' << numbers[0] << ' ' << numbers[1] << ' ' << numbers[2] << '\n';
    return text.str();
}

Result<Sequence> readSequence(std::string_view text)
{
    Sequence sequence;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Action action;
        if (!(words >> action.skill >> action.numbers[0] >> action.numbers[1] >> action.numbers[2]))
            return Error{"Line " + std::to_string(sequence.size() + 1)
                         + " is not a skill and three numbers: “" + line + "”."};
        sequence.push_back(action);
    }
    return sequence;
}

} // namespace headlight
