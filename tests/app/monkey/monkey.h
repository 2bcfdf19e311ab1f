#pragma once

#include "tests/app/monkey/dialog_answerer.h"
#include "tests/app/monkey/sequence.h"

namespace headlight {

/// Does a sequence, one action for each turn of the event loop, and ends the program when all are
/// done. Every action is announced on the standard output by its place.
class Monkey : public QObject {
public:
    /// `pause`: milliseconds after every action.
    explicit Monkey(Sequence sequence, int pause = 0);

    const Scene& scene() const { return m_scene; }

private:
    void next();

    Scene m_scene;
    DialogAnswerer m_answerer;
    Sequence m_sequence;
    int m_pause;
    std::size_t m_place = 0;
};

} // namespace headlight
