#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace headlight {

/// A list of immutable elements that its copies and later versions share: a new version costs only
/// the elements that differ.
template <class T>
class SharedList {
public:
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T*;
        using reference = const T&;

        Iterator() = default;
        explicit Iterator(const std::shared_ptr<const T>* at)
            : m_at(at)
        {
        }
        const T& operator*() const { return **m_at; }
        const T* operator->() const { return m_at->get(); }
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }
        Iterator operator++(int) { return Iterator(m_at++); }
        bool operator==(const Iterator& other) const = default;

    private:
        const std::shared_ptr<const T>* m_at = nullptr;
    };

    const T& operator[](std::size_t i) const { return *m_elements[i]; }
    const T& front() const { return *m_elements.front(); }
    const T& back() const { return *m_elements.back(); }
    std::size_t size() const { return m_elements.size(); }
    Iterator begin() const { return Iterator(m_elements.data()); }
    Iterator end() const { return Iterator(m_elements.data() + m_elements.size()); }

    const std::shared_ptr<const T>& shared(std::size_t i) const { return m_elements[i]; }
    void push_back(std::shared_ptr<const T> element) { m_elements.push_back(std::move(element)); }
    /// Takes an element out, for writing, when nobody else holds it; else null.
    std::shared_ptr<T> takeUnshared(std::size_t i)
    {
        std::shared_ptr<const T> element = std::move(m_elements[i]);
        if (element.use_count() != 1)
            return nullptr;
        // What the last other holder read, it read before it let go: that is seen by whoever lets
        // go after it, so one more is taken and let go. (A fence would do, but no sanitizer knows
        // it.)
        std::shared_ptr<const T>(element).reset();
        return std::const_pointer_cast<T>(element);
    }

    /// A new element at the end, to be filled before anybody else sees the list.
    T& emplace_back()
    {
        auto element = std::make_shared<T>();
        T& reference = *element;
        m_elements.push_back(std::move(element));
        return reference;
    }
    void reserve(std::size_t count) { m_elements.reserve(count); }

private:
    std::vector<std::shared_ptr<const T>> m_elements;
};

} // namespace headlight
