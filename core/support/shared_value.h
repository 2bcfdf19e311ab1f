#pragma once

#include "core/support/area.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// An immutable value shared by its copies, so a document full of matrices is copied in the time
/// of a few pointers. Any thread may hold and read a copy. A matrix of which only a part was
/// changed remembers that part, so nobody has to search for it.
template <class T>
class Shared {
public:
    Shared()
        : m_node(emptyNode())
    {
    }
    Shared(T value)
        : m_node(std::make_shared<Node>(std::move(value)))
    {
    }

    const T& operator*() const { return m_node->value; }
    const T* operator->() const { return &m_node->value; }

    /// A fresh copy of the value, for changing; what others hold stays as it was. It copies even
    /// when nobody else seems to hold it: another thread may have let go a moment ago, and that
    /// count says nothing of when it finished reading.
    T& detach()
    {
        auto copy = std::make_shared<Node>(m_node->value);
        T& reference = copy->value;
        m_node = std::move(copy);
        return reference;
    }

    /// The same for a caller that changes nothing outside of `area`.
    T& detach(const Area& area)
    {
        auto copy = std::make_shared<Node>(m_node->value);
        copy->steps.push_back({m_node->number, area});
        for (const Step& step : m_node->steps) {
            if (copy->steps.size() < rememberedSteps)
                copy->steps.push_back({step.from, united(step.area, area)});
        }
        T& reference = copy->value;
        m_node = std::move(copy);
        return reference;
    }

    bool sharesWith(const Shared& other) const { return m_node == other.m_node; }

    /// An area outside of which both are the same, when that is remembered.
    std::optional<Area> differenceFrom(const Shared& earlier) const
    {
        if (sharesWith(earlier))
            return Area{};
        for (const Step& step : m_node->steps) {
            if (step.from == earlier.m_node->number)
                return step.area;
        }
        return std::nullopt;
    }

private:
    /// How many earlier values are remembered: a drag may run so far ahead of the computation.
    static constexpr std::size_t rememberedSteps = 32;

    struct Step {
        std::uint64_t from; // number of an earlier value
        Area area; // all that was changed since
    };

    struct Node {
        explicit Node(T v)
            : value(std::move(v))
        {
        }

        static std::uint64_t nextNumber()
        {
            static std::atomic<std::uint64_t> last = 0;
            return ++last;
        }

        T value;
        std::uint64_t number = nextNumber(); // unlike an address it never comes again
        std::vector<Step> steps;
    };

    static const std::shared_ptr<const Node>& emptyNode()
    {
        static const std::shared_ptr<const Node> empty = std::make_shared<const Node>(T());
        return empty;
    }

    std::shared_ptr<const Node> m_node;
};

} // namespace headlight
