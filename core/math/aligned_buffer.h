#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace headlight {

/// Numbers at an address for the widest vectors, kept from one use to the next. They are not
/// initialised.
template <class Scalar>
class AlignedBuffer {
public:
    /// Makes room for `size` numbers; what was there may be lost.
    Scalar* reserve(std::ptrdiff_t size)
    {
        if (size > m_size) {
            m_numbers.reset(new (std::align_val_t(alignment)) Scalar[std::size_t(size)]);
            m_size = size;
        }
        return m_numbers.get();
    }

    Scalar* data() { return m_numbers.get(); }
    const Scalar* data() const { return m_numbers.get(); }

private:
    static constexpr std::size_t alignment = 64;

    struct Release {
        void operator()(Scalar* numbers) const
        {
            ::operator delete[](numbers, std::align_val_t(alignment));
        }
    };

    std::unique_ptr<Scalar[], Release> m_numbers;
    std::ptrdiff_t m_size = 0;
};

} // namespace headlight
