// Our own engine as a peer: built as a whole for one level of instructions, it is what a library
// that the loader chooses is measured against. Answers the lines of peers/attention_peer.py.
//
//   full_pass_peer THREADS

#include "tests/bench/full_pass.h"

#include <iostream>
#include <sstream>
#include <string>

using namespace headlight;

int main(int argc, char** argv)
{
    const int threads = argc > 1 ? std::stoi(argv[1]) : 1;
    std::optional<FullPasses<float>> single;
    std::optional<FullPasses<double>> real;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "case") {
            PassSize size;
            std::string type;
            words >> size.tokens >> size.width >> size.heads >> size.layers >> type;
            single.reset();
            real.reset();
            if (type == "f64")
                real.emplace(size, threads);
            else
                single.emplace(size, threads);
            std::cout << "ready" << std::endl;
        } else {
            double seconds = 0;
            words >> seconds;
            std::cout << (real ? real->go(seconds) : single->go(seconds)) << std::endl;
        }
    }
    return 0;
}
