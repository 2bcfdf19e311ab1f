#pragma once

#include "tests/app/monkey/history.h"
#include "tests/app/person.h"

#include <QTemporaryDir>

#include <random>

namespace headlight {

/// Where the monkey plays: one window after the other, and a folder of files of every kind.
class Scene {
public:
    Scene();

    MainWindow& window() { return m_person->window; }
    Person& person() { return *m_person; }
    const Document& document() { return window().session().document(); }
    const Document& firstOfHistory() const { return m_history->first(); }

    /// Another window in the place of this one, which need not have finished computing.
    void replaceWindow();

    /// Numbers of the action that is done, the same ones whenever it is replayed.
    void reseed(const std::array<unsigned, 3>& numbers);
    unsigned below(unsigned count) { return count == 0 ? 0 : unsigned(m_random() % count); }
    template <class List>
    const auto& pick(const List& list)
    {
        return list[below(unsigned(std::size(list)))];
    }
    std::mt19937& random() { return m_random; }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QStringList files() const;

    /// A broken promise of the program: told, and the end of everything.
    [[noreturn]] void fail(const QString& what) const;

    /// Whether the newest pass ended without a result because somebody stopped it.
    bool wasCancelled() const { return m_cancelled; }

    bool leavesOutTokens = false; // heatmaps then show a part of the matrix
    std::vector<std::size_t> heapSizes; // see checkMemory

private:
    void openWindow();
    void makeFiles();

    QTemporaryDir m_folder;
    std::mt19937 m_random;
    std::unique_ptr<Person> m_person;
    std::unique_ptr<History> m_history;
    bool m_cancelled = false;
};

} // namespace headlight
