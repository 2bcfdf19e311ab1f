#pragma once

#include <memory>
#include <utility>

namespace headlight {

/// An immutable value shared by its copies, so a document full of matrices is copied in the time
/// of a few pointers. Any thread may hold and read a copy.
template <class T>
class Shared {
public:
    Shared()
        : m_value(emptyValue())
    {
    }
    Shared(T value)
        : m_value(std::make_shared<T>(std::move(value)))
    {
    }

    const T& operator*() const { return *m_value; }
    const T* operator->() const { return m_value.get(); }

    /// A fresh copy of the value, for changing; what others hold stays as it was. It copies even
    /// when nobody else seems to hold it: another thread may have let go a moment ago, and that
    /// count says nothing of when it finished reading.
    T& detach()
    {
        auto copy = std::make_shared<T>(*m_value);
        T& reference = *copy;
        m_value = std::move(copy);
        return reference;
    }

    bool sharesWith(const Shared& other) const { return m_value == other.m_value; }

private:
    static const std::shared_ptr<const T>& emptyValue()
    {
        static const std::shared_ptr<const T> empty = std::make_shared<const T>();
        return empty;
    }

    std::shared_ptr<const T> m_value;
};

} // namespace headlight
