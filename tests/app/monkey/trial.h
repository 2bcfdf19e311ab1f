#pragma once

#include "tests/app/monkey/sequence.h"

#include <QStringList>

namespace headlight {

/// How a monkey fared in a program of its own, which may crash.
struct Trial {
    bool failed = false;
    QString reason; // the broken promise, or the signal
    std::size_t done = 0; // how many actions were begun
    std::vector<std::size_t> heapSizes; // bytes, at every checkMemory
};

/// Does a sequence in another program. `wrapper`: what that is started with, such as a display.
Trial tryOut(const Sequence& sequence, const QStringList& wrapper = {});

/// The shortest sequence found in so many seconds that fails, too, written into a file.
struct Finding {
    QString reason;
    Sequence sequence;
    QString file;

    /// What to read, and how to see it again.
    QString text() const;
};
Finding shrink(const Sequence& failing, const Trial& trial, int seconds);

} // namespace headlight
