#pragma once

#include "tests/app/monkey/scene.h"
#include "tests/app/monkey/sequence.h"

namespace headlight {

/// A kind of action. What it does follows from the scene and its numbers alone.
struct Skill {
    const char* name;
    int weight; // how often it is drawn; 0: never
    void (*perform)(Scene& scene, const std::array<unsigned, 3>& numbers);
};

const std::vector<Skill>& typingSkills();
const std::vector<Skill>& windowSkills();
const std::vector<Skill>& fileSkills();
/// Promises that are looked into: they fail the scene.
const std::vector<Skill>& checks();

const Skill* findSkill(const std::string& name);

/// How a monkey is that is dropped into the window.
enum class Temper {
    Curious, // does everything, and looks into every promise now and then
    Restless, // closes, opens and begins anew while the last thing is still computed
};

/// `length` actions, checks among them.
Sequence randomSequence(unsigned seed, int length, Temper temper);

} // namespace headlight
