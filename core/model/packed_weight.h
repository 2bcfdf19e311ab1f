#pragma once

#include "core/kernels/kernels.h"
#include "core/math/aligned_buffer.h"
#include "core/model/stale.h"
#include "core/support/shared_value.h"

namespace headlight {

/// A weight matrix laid out for products, in blocks of columns: one block for each head.
template <class Scalar>
class PackedWeight {
public:
    using Weight = Shared<MatrixOf<Scalar>>;

    /// Takes `weight`; the blocks that isStale() names are to be packed before the next product.
    /// `changed`: the columns in which it differs from `before`, which may be null.
    void take(const Weight& weight, Index blocks, const Weight* before, ColumnRange changed)
    {
        const bool same = m_blocks == blocks && m_weight.sharesWith(weight);
        const bool follows = m_blocks == blocks && before && m_weight.sharesWith(*before);
        if (same)
            return;
        if (!follows)
            changed = {0, weight->cols()};
        m_weight = weight;
        m_blocks = blocks;
        m_blockSize = kernelsOf<Scalar>().packedSize(weight->rows(), blockWidth());
        m_numbers.reserve(blocks * m_blockSize);
        m_stale.resize(std::size_t(blocks), true);
        for (Index b = 0; b < blocks; ++b) {
            const ColumnRange block{b * blockWidth(), (b + 1) * blockWidth()};
            if (!common(changed, block).isEmpty())
                m_stale[std::size_t(b)] = true;
        }
    }

    bool isStale(Index block) const { return m_stale[std::size_t(block)]; }

    void packBlock(Index block)
    {
        kernelsOf<Scalar>().pack(m_weight->rows(), blockWidth(),
                                 m_weight->data() + block * blockWidth(), m_weight->cols(),
                                 m_numbers.data() + block * m_blockSize);
        m_stale[std::size_t(block)] = false;
    }

    Index blocks() const { return m_blocks; }
    Index blockWidth() const { return m_weight->cols() / m_blocks; }
    const Scalar* block(Index block) const { return m_numbers.data() + block * m_blockSize; }

private:
    Weight m_weight;
    AlignedBuffer<Scalar> m_numbers;
    std::vector<char> m_stale; // of each block
    Index m_blocks = 0;
    Index m_blockSize = 0;
};

} // namespace headlight
