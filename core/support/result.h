#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace headlight {

/// Why something a user asked for could not be done: plain sentences, shown as they are.
struct Error {
    std::string message;
};

/// A value or the reason there is none. Same member names as std::expected, which this becomes
/// once every supported compiler has it.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::move(error))
    {
    }

    bool has_value() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return has_value(); }

    T& value()
    {
        assert(has_value());
        return *std::get_if<T>(&m_state);
    }
    const T& value() const
    {
        assert(has_value());
        return *std::get_if<T>(&m_state);
    }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const
    {
        assert(!has_value());
        return *std::get_if<Error>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

using Ok = std::monostate;

} // namespace headlight
