#include "tests/app/monkey/shrink.h"

#include <algorithm>

namespace headlight {
namespace {

Sequence without(const Sequence& sequence, std::size_t first, std::size_t count)
{
    Sequence rest(sequence.begin(), sequence.begin() + std::ptrdiff_t(first));
    const std::size_t end = std::min(first + count, sequence.size());
    rest.insert(rest.end(), sequence.begin() + std::ptrdiff_t(end), sequence.end());
    return rest;
}

class Shrinker {
public:
    Shrinker(Sequence failing, const Fails& fails, const std::function<bool()>& mayGoOn)
        : m_sequence(std::move(failing))
        , m_fails(fails)
        , m_mayGoOn(mayGoOn)
    {
    }

    Sequence run()
    {
        // Leaving out single ones can make it possible to leave out others before them.
        while (leaveOutChunks() && m_mayGoOn()) { }
        for (std::size_t i = 0; i < m_sequence.size() && m_mayGoOn(); ++i) {
            for (std::size_t n = 0; n < m_sequence[i].numbers.size(); ++n)
                lower(i, n);
        }
        return m_sequence;
    }

private:
    bool takeIfFailing(const Sequence& candidate)
    {
        if (!m_mayGoOn() || !m_fails(candidate))
            return false;
        m_sequence = candidate;
        return true;
    }

    /// Halves, quarters and so on down to single actions; from the end, because what comes after
    /// the cause matters least. True when one single action could go.
    bool leaveOutChunks()
    {
        bool hasChanged = false;
        for (std::size_t size = std::max<std::size_t>(m_sequence.size() / 2, 1); size > 0;
             size /= 2) {
            hasChanged = false;
            for (std::size_t end = m_sequence.size(); end > 0 && m_mayGoOn();
                 end -= std::min(end, size)) {
                const std::size_t first = end - std::min(end, size);
                hasChanged = takeIfFailing(without(m_sequence, first, end - first)) || hasChanged;
            }
        }
        return hasChanged;
    }

    /// To 0 if that will do, else by halves, else by one.
    void lower(std::size_t action, std::size_t number)
    {
        const auto value = [&]() -> unsigned& { return m_sequence[action].numbers[number]; };
        const auto tryValue = [&](unsigned smaller) {
            Sequence candidate = m_sequence;
            candidate[action].numbers[number] = smaller;
            return takeIfFailing(candidate);
        };
        if (value() == 0 || tryValue(0))
            return;
        while (value() > 1 && tryValue(value() / 2)) { }
        while (value() > 1 && tryValue(value() - 1)) { }
    }

    Sequence m_sequence;
    const Fails& m_fails;
    const std::function<bool()>& m_mayGoOn;
};

} // namespace

Sequence shrunk(Sequence failing, const Fails& fails, const std::function<bool()>& mayGoOn)
{
    return Shrinker(std::move(failing), fails, mayGoOn).run();
}

} // namespace headlight
