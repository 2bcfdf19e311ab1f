#include "tests/app/monkey/monkey.h"

#include "tests/app/monkey/skills.h"

#include <cstdio>

#include <unistd.h>

namespace headlight {
namespace {

constexpr unsigned longestAction = 600; // seconds, after which the program hangs

} // namespace

Monkey::Monkey(Sequence sequence, int pause)
    : m_answerer(m_scene)
    , m_sequence(std::move(sequence))
    , m_pause(pause)
{
    QTimer::singleShot(0, this, &Monkey::next);
}

void Monkey::next()
{
    // A question that the window asks on its own bars the way: who closed the window behind it
    // would take its owner away.
    if (QApplication::activeModalWidget()) {
        QTimer::singleShot(1, this, &Monkey::next);
        return;
    }
    if (m_place == m_sequence.size()) {
        m_scene.window().session().undoStack()->setClean(); // so that nobody asks
        alarm(0);
        return QCoreApplication::exit(0);
    }
    const auto& [name, numbers] = m_sequence[m_place];
    std::printf("%zu\n", m_place++);
    std::fflush(stdout);
    alarm(longestAction);
    m_scene.reseed(numbers);
    if (const Skill* skill = findSkill(name))
        skill->perform(m_scene, numbers);
    else
        m_scene.fail(QStringLiteral("there is no skill %1").arg(QString::fromStdString(name)));
    QTimer::singleShot(m_pause, this, &Monkey::next);
}

} // namespace headlight
