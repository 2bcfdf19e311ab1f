#pragma once

#include <fstream>
#include <string>

namespace headlight {

/// A line of /proc/self/status in MB: "VmRSS:" is held now, "VmHWM:" the most ever held. 0 where
/// the system has none.
inline double residentMegabytes(const std::string& line)
{
    std::ifstream status("/proc/self/status");
    double kibibytes = 0;
    for (std::string word; status >> word;) {
        if (word == line && status >> kibibytes)
            return kibibytes * 1024 / 1e6;
    }
    return 0;
}

} // namespace headlight
