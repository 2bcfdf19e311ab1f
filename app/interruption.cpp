#include "app/interruption.h"

#include <array>
#include <csignal>

namespace headlight {
namespace {

#ifdef SIGHUP
constexpr std::array watched = {SIGINT, SIGTERM, SIGHUP};
#else
constexpr std::array watched = {SIGINT, SIGTERM};
#endif

volatile std::sig_atomic_t noted = 0;

void note(int)
{
    noted = 1;
}

} // namespace

Interruption::Interruption()
{
    noted = 0;
    for (const int signal : watched)
        std::signal(signal, note);
}

Interruption::~Interruption()
{
    for (const int signal : watched)
        std::signal(signal, SIG_DFL);
}

bool Interruption::happened() const
{
    return noted != 0;
}

} // namespace headlight
