#pragma once

namespace headlight {

/// While one of these lives, Ctrl+C and a polite request to end (SIGINT, SIGTERM, SIGHUP) are noted
/// in the place of ending the program, so that it can stop between two files.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    bool happened() const;

    static constexpr int exitCode = 130; // 128 + SIGINT, as shells say it
};

} // namespace headlight
