#include "tests/app/monkey/skills.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr unsigned largestNumber = 999;

const std::vector<Skill>& allSkills()
{
    static const std::vector<Skill> all = [] {
        std::vector<Skill> skills;
        for (const auto* some : {&typingSkills(), &windowSkills(), &fileSkills(), &checks()})
            skills.insert(skills.end(), some->begin(), some->end());
        return skills;
    }();
    return all;
}

/// Names, each as often as its weight says.
std::vector<std::string> hat(Temper temper)
{
    if (temper == Temper::Restless)
        return {
            "pasteLongSentence", "pasteLongSentence", "closeWindow", "newDocument", "openExample",
            "openFile",          "openLesson",        "edit",        "wait",        "checkPicture"};
    std::vector<std::string> names;
    for (const Skill& skill : allSkills())
        names.insert(names.end(), std::size_t(skill.weight), skill.name);
    return names;
}

/// What is looked into after so many actions of a curious one.
struct Habit {
    int every;
    const char* check;
};
constexpr Habit habits[] = {{50, "checkPicture"}, {100, "checkHistory"}, {200, "checkFile"}};

} // namespace

const Skill* findSkill(const std::string& name)
{
    const std::vector<Skill>& all = allSkills();
    const auto found
        = std::find_if(all.begin(), all.end(), [&](const Skill& s) { return s.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Sequence randomSequence(unsigned seed, int length, Temper temper)
{
    const std::vector<std::string> names = hat(temper);
    std::mt19937 random(seed);
    Sequence sequence;
    for (int i = 1; i <= length; ++i) {
        Action action{names[random() % names.size()], {}};
        for (unsigned& number : action.numbers)
            number = unsigned(random() % (largestNumber + 1));
        sequence.push_back(action);
        for (const Habit& habit : habits) {
            if (temper == Temper::Curious && i % habit.every == 0)
                sequence.push_back({habit.check, {}});
        }
    }
    return sequence;
}

} // namespace headlight
