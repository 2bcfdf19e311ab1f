#include "core/model/head_pass.h"

#include <algorithm>

namespace headlight {
namespace {

/// How many keys, from the first, a query may see.
Index visibleKeys(Mask mask, Index query, Index keys)
{
    return mask == Mask::Causal ? std::min(query + 1, keys) : keys;
}

} // namespace

template <class Scalar>
void multiplyStale(const ProductOf<Scalar>& product, const Stale& stale)
{
    const KernelsOf<Scalar>& kernels = kernelsOf<Scalar>();
    forEachRun(stale.rows, 0, product.rows, product.rows, [&](Index first, Index count) {
        ProductOf<Scalar> part = product;
        part.rows = count;
        part.a += first * product.aStride;
        part.c += first * product.cStride;
        kernels.multiply(part);
    });
    const Index step = kernels.panelWidth(product.width);
    ProductOf<Scalar> part = product;
    part.firstColumn = std::max(product.firstColumn, stale.columns.first / step * step);
    part.lastColumn = std::min(product.lastColumn, stale.columns.last);
    if (part.firstColumn < part.lastColumn && !stale.rows.all)
        kernels.multiply(part);
}

template <class Scalar>
HeadPass<Scalar>::HeadPass(const ForwardInputOf<Scalar>& input, std::size_t layer, Index head,
                           const MatrixOf<Scalar>& x, HeadMemory<Scalar> memory,
                           const HeadChanges& changes)
    : m_input(input)
    , m_pinned(pinsOfHead(input.pins, layer, head))
    , m_head(head)
    , m_x(x)
    , m_before(std::move(memory.before))
    , m_q(staleProjection("q", changes.x, changes.wQ))
    , m_k(staleProjection("k", changes.x, changes.wK))
    , m_v(staleProjection("v", changes.x, changes.wV))
    , m_stalePattern(stalePattern())
    , m_staleZ(rowsOfStaleZ())
{
    if (!m_before || !m_q.isNothing() || !m_k.isNothing() || !m_v.isNothing())
        makeTrace(std::move(memory.room));
}

template <class Scalar>
Stale HeadPass<Scalar>::staleProjection(const char* name, const RowSet& rows,
                                        const ColumnRange& columns) const
{
    if (!m_before)
        return {{true}};
    return m_pinned.find(name) ? Stale{} : Stale{rows, columns};
}

template <class Scalar>
bool HeadPass<Scalar>::scoresArePinned() const
{
    return m_pinned.find("scores") || m_pinned.find("scaled") || m_pinned.find("masked");
}

template <class Scalar>
RowSet HeadPass<Scalar>::stalePattern() const
{
    if (m_pinned.find("pattern") || (m_before && scoresArePinned()))
        return {};
    const bool isWhole = !m_q.columns.isEmpty() || !m_k.columns.isEmpty() || m_k.rows.all;
    if (isWhole)
        return {true};
    if (m_k.rows.isEmpty())
        return m_q.rows;
    if (m_input.config.mask != Mask::Causal)
        return {true};
    RowSet seeing; // queries before the first changed key do not see it
    for (Index row = m_k.rows.some.front(); row < m_x.rows(); ++row)
        seeing.some.push_back(row);
    return united(seeing, m_q.rows);
}

template <class Scalar>
RowSet HeadPass<Scalar>::rowsOfStaleZ() const
{
    if (m_before && m_pinned.find("z"))
        return {};
    return m_v.isNothing() ? m_stalePattern : RowSet{true};
}

/// Room for everything, with the numbers of the pass before where some of them stay.
template <class Scalar>
void HeadPass<Scalar>::makeTrace(std::shared_ptr<HeadTraceOf<Scalar>> room)
{
    m_trace = room ? std::move(room) : std::make_shared<HeadTraceOf<Scalar>>();
    const Index tokens = m_x.rows();
    const auto make
        = [&](MatrixOf<Scalar> HeadTraceOf<Scalar>::*matrix, bool isNew, Index columns) {
              if (m_before && !isNew)
                  (*m_trace).*matrix = (*m_before).*matrix;
              else
                  ((*m_trace).*matrix).resize(tokens, columns);
          };
    make(&HeadTraceOf<Scalar>::q, m_q.rows.all, m_input.config.keyWidth);
    make(&HeadTraceOf<Scalar>::k, m_k.rows.all, m_input.config.keyWidth);
    make(&HeadTraceOf<Scalar>::v, m_v.rows.all, m_input.config.valueWidth);
    const bool scored = m_input.keep == Keep::Everything;
    for (auto matrix :
         {&HeadTraceOf<Scalar>::scores, &HeadTraceOf<Scalar>::scaled, &HeadTraceOf<Scalar>::masked})
        make(matrix, !scored || !scoresStay(), scored ? tokens : 0);
    make(&HeadTraceOf<Scalar>::pattern, m_stalePattern.all, tokens);
    make(&HeadTraceOf<Scalar>::z, m_staleZ.all, m_input.config.valueWidth);
    m_trace->hiddenRows.clear();
    m_isHidden.assign(std::size_t(tokens), false);
    if (m_before) {
        for (const Index row : m_before->hiddenRows)
            m_isHidden[std::size_t(row)] = true;
    }
}

template <class Scalar>
bool HeadPass<Scalar>::scoresStay() const
{
    return m_before && m_q.isNothing() && m_k.isNothing();
}

/// Grouped heads (several query heads for one key head) would choose other blocks of W_K and W_V
/// here; rotary positions would turn q and k here.
template <class Scalar>
void HeadPass<Scalar>::project(const char* name, const PackedWeight<Scalar>& weight,
                               const Stale& stale, MatrixOf<Scalar>& result)
{
    if (const MatrixOf<Scalar>* pin = m_pinned.find(name)) {
        result = *pin;
        return;
    }
    multiplyStale<Scalar>({m_x.rows(), m_x.cols(), result.cols(), 0, result.cols(), m_x.data(),
                           m_x.cols(), weight.block(m_head), result.data(), result.cols()},
                          stale);
}

template <class Scalar>
Index HeadPass<Scalar>::packedKeysSize() const
{
    return kernelsOf<Scalar>().packedSize(m_input.config.keyWidth, m_x.rows());
}

template <class Scalar>
Index HeadPass<Scalar>::packedValuesSize() const
{
    return kernelsOf<Scalar>().packedSize(m_x.rows(), m_input.config.valueWidth);
}

template <class Scalar>
void HeadPass<Scalar>::prepare(Scalar* packedKeys, Scalar* packedValues)
{
    const KernelsOf<Scalar>& kernels = kernelsOf<Scalar>();
    HeadTraceOf<Scalar>& trace = *m_trace;
    m_packedKeys = packedKeys;
    m_packedValues = packedValues;
    kernels.packTransposed(trace.k.cols(), trace.k.rows(), trace.k.data(), trace.k.cols(),
                           packedKeys);
    kernels.pack(trace.v.rows(), trace.v.cols(), trace.v.data(), trace.v.cols(), packedValues);
    if (m_input.keep == Keep::Everything && !scoresStay())
        computeScores(m_input.config, m_input.pins, m_pinned.prefix(), trace);
    if (const MatrixOf<Scalar>* pattern = m_pinned.find("pattern"))
        trace.pattern = *pattern;
    if (const MatrixOf<Scalar>* z = m_pinned.find("z"))
        trace.z = *z;
}

template <class Scalar>
void HeadPass<Scalar>::attend(Index first, Index last, const std::stop_token& stop)
{
    const Index block = kernelsOf<Scalar>().tileRows;
    const bool blends = !m_pinned.find("z");
    const bool fused = blends && m_stalePattern == m_staleZ;
    forEachRun(m_stalePattern, first, last, block, [&](Index row, Index count) {
        if (stop.stop_requested())
            return;
        weigh(row, count);
        if (fused)
            blend(row, count);
    });
    if (!blends || fused)
        return;
    forEachRun(m_staleZ, first, last, block, [&](Index row, Index count) {
        if (!stop.stop_requested())
            blend(row, count);
    });
}

/// Scores that nobody keeps are made where the weights go.
template <class Scalar>
void HeadPass<Scalar>::weigh(Index first, Index count)
{
    const KernelsOf<Scalar>& kernels = kernelsOf<Scalar>();
    HeadTraceOf<Scalar>& trace = *m_trace;
    const Index keys = trace.pattern.cols();
    Scalar* rows = trace.pattern.data() + first * keys;
    const MatrixOf<Scalar>* masked
        = m_input.keep == Keep::Everything ? &trace.masked : m_pinned.find("masked");
    const MatrixOf<Scalar>* scaled = masked ? nullptr : m_pinned.find("scaled");
    const MatrixOf<Scalar>* given = masked ? masked : scaled ? scaled : m_pinned.find("scores");
    if (given)
        std::copy_n(given->data() + first * keys, count * keys, rows);
    else
        kernels.multiply({count, trace.q.cols(), keys, 0, keys,
                          trace.q.data() + first * trace.q.cols(), trace.q.cols(), m_packedKeys,
                          rows, keys});
    const Scalar factor = masked || scaled ? Scalar(1) : Scalar(scoreFactor(m_input.config));
    for (Index row = first; row < first + count; ++row, rows += keys) {
        const Index visible = masked ? keys : visibleKeys(m_input.config.mask, row, keys);
        m_isHidden[std::size_t(row)] = !kernels.softmax({rows, keys, visible, factor});
    }
}

template <class Scalar>
void HeadPass<Scalar>::blend(Index first, Index count)
{
    HeadTraceOf<Scalar>& trace = *m_trace;
    const Index keys = trace.pattern.cols();
    const Index width = trace.z.cols();
    kernelsOf<Scalar>().multiply({count, keys, width, 0, width, trace.pattern.data() + first * keys,
                                  keys, m_packedValues, trace.z.data() + first * width, width});
}

template <class Scalar>
std::shared_ptr<const HeadTraceOf<Scalar>> HeadPass<Scalar>::finish()
{
    if (!m_trace)
        return m_before;
    for (std::size_t row = 0; row < m_isHidden.size() && !m_pinned.find("pattern"); ++row) {
        if (m_isHidden[row])
            m_trace->hiddenRows.push_back(Index(row));
    }
    return m_trace;
}

template class HeadPass<double>;
template class HeadPass<float>;
template void multiplyStale(const ProductOf<double>&, const Stale&);
template void multiplyStale(const ProductOf<float>&, const Stale&);

} // namespace headlight
