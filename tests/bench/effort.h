#pragma once

#include <cstring>

namespace headlight {

/// How long a benchmark takes.
enum class Effort {
    Smoke, // does it run? One tiny round without peers, whose figures say nothing
    Quick, // few short rounds
    Full,
};

/// What --smoke or --quick on the command line asks for.
inline Effort effortOf(int argc, char** argv)
{
    Effort effort = Effort::Full;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--smoke") == 0)
            effort = Effort::Smoke;
        else if (std::strcmp(argv[i], "--quick") == 0)
            effort = Effort::Quick;
    }
    return effort;
}

} // namespace headlight
