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
    , m_before(memory.before)
{
    m_stale.q = staleProjection("q", changes.x, changes.wQ);
    m_stale.k = staleProjection("k", changes.x, changes.wK);
    m_stale.v = staleProjection("v", changes.x, changes.wV);
    m_stale.pattern = stalePattern();
    m_stale.z = staleZ();
    if (changes.weights || changes.nudges)
        m_stale.pattern = m_stale.z = {true};
    const bool isNew = changes.weights || !m_stale.q.isNothing() || !m_stale.k.isNothing()
        || !m_stale.v.isNothing();
    if (!m_before || isNew)
        makeTrace(std::move(memory));
    if (changes.nudges)
        m_nudge = std::make_unique<Nudge<Scalar>>(input.config, *m_before, *m_trace, changes.x.some,
                                                  m_isHidden);
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
    const Stale& q = m_stale.q;
    const Stale& k = m_stale.k;
    if (m_pinned.find("pattern") || (m_before && scoresArePinned()))
        return {};
    if (!q.columns.isEmpty() || !k.columns.isEmpty() || k.rows.all)
        return {true};
    if (k.rows.isEmpty())
        return q.rows;
    if (m_input.config.mask != Mask::Causal)
        return {true};
    RowSet seeing; // queries before the first changed key do not see it
    for (Index row = k.rows.some.front(); row < m_x.rows(); ++row)
        seeing.some.push_back(row);
    return united(seeing, q.rows);
}

template <class Scalar>
RowSet HeadPass<Scalar>::staleZ() const
{
    if (m_before && m_pinned.find("z"))
        return {};
    return m_stale.v.isNothing() ? m_stale.pattern : RowSet{true};
}

/// Room for everything, with the numbers of the pass before where some of them stay.
template <class Scalar>
void HeadPass<Scalar>::makeTrace(HeadMemory<Scalar> memory)
{
    using Head = HeadTraceOf<Scalar>;
    const HeadStale* behind = memory.room ? memory.behind : nullptr;
    m_trace = memory.room ? std::move(memory.room) : std::make_shared<Head>();
    const Index tokens = m_x.rows();
    const Stale everything{{true}};
    const auto make = [&](MatrixOf<Scalar> Head::*matrix, bool isNew, Index columns,
                          const Stale& matrixBehind) {
        if (m_before && !isNew)
            catchUp((*m_trace).*matrix, (*m_before).*matrix, behind ? matrixBehind : everything);
        else
            ((*m_trace).*matrix).resize(tokens, columns);
    };
    const HeadStale unknown;
    const HeadStale& late = behind ? *behind : unknown;
    make(&Head::q, m_stale.q.rows.all, m_input.config.keyWidth, late.q);
    make(&Head::k, m_stale.k.rows.all, m_input.config.keyWidth, late.k);
    make(&Head::v, m_stale.v.rows.all, m_input.config.valueWidth, late.v);
    const bool scored = m_input.keep == Keep::Everything;
    for (auto matrix : {&Head::scores, &Head::scaled, &Head::masked})
        make(matrix, !scored || !scoresStay(), scored ? tokens : 0, everything);
    make(&Head::pattern, m_stale.pattern.all, tokens, {late.pattern});
    make(&Head::z, m_stale.z.all, m_input.config.valueWidth, {late.z});
    m_isHidden.assign(std::size_t(tokens), false);
    if (m_before) {
        for (const Index row : m_before->hiddenRows)
            m_isHidden[std::size_t(row)] = true;
    }
}

template <class Scalar>
bool HeadPass<Scalar>::scoresStay() const
{
    return m_before && m_stale.q.isNothing() && m_stale.k.isNothing();
}

/// Grouped heads (several query heads for one key head) would choose other blocks of W_K and W_V
/// here; rotary positions would turn q and k here.
template <class Scalar>
void HeadPass<Scalar>::project(const char* name, const PackedWeight<Scalar>& weight,
                               const Scalar* upcoming, const Stale& stale, MatrixOf<Scalar>& result)
{
    if (const MatrixOf<Scalar>* pin = m_pinned.find(name)) {
        result = *pin;
        return;
    }
    multiplyStale<Scalar>({m_x.rows(), m_x.cols(), result.cols(), 0, result.cols(), m_x.data(),
                           m_x.cols(), weight.block(m_head), result.data(), result.cols(),
                           upcoming},
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
void HeadPass<Scalar>::packKeys(Scalar* packed)
{
    if (m_nudge)
        return;
    HeadTraceOf<Scalar>& trace = *m_trace;
    m_packedKeys = packed;
    kernelsOf<Scalar>().packTransposed(trace.k.cols(), trace.k.rows(), trace.k.data(),
                                       trace.k.cols(), packed);
    if (const MatrixOf<Scalar>* pattern = m_pinned.find("pattern"))
        trace.pattern = *pattern;
}

template <class Scalar>
void HeadPass<Scalar>::packValues(Scalar* packed)
{
    if (m_nudge)
        return;
    HeadTraceOf<Scalar>& trace = *m_trace;
    m_packedValues = packed;
    kernelsOf<Scalar>().pack(trace.v.rows(), trace.v.cols(), trace.v.data(), trace.v.cols(),
                             packed);
    if (const MatrixOf<Scalar>* z = m_pinned.find("z"))
        trace.z = *z;
}

template <class Scalar>
void HeadPass<Scalar>::keepScores()
{
    if (m_input.keep == Keep::Everything && !m_nudge && !scoresStay())
        computeScores(m_input.config, m_input.pins, m_pinned.prefix(), *m_trace);
}

template <class Scalar>
void HeadPass<Scalar>::attend(Index first, Index last, const std::stop_token& stop)
{
    if (m_nudge || m_pinned.find("z") || m_stale.pattern != m_stale.z) {
        weigh(first, last, stop);
        blend(first, last, stop);
        return;
    }
    forEachRun(m_stale.pattern, first, last, kernelsOf<Scalar>().tileRows,
               [&](Index row, Index count) {
                   if (stop.stop_requested())
                       return;
                   weighBlock(row, count);
                   blendBlock(row, count);
               });
}

template <class Scalar>
void HeadPass<Scalar>::weigh(Index first, Index last, const std::stop_token& stop)
{
    forEachRun(m_stale.pattern, first, last, kernelsOf<Scalar>().tileRows,
               [&](Index row, Index count) {
                   if (stop.stop_requested())
                       return;
                   if (m_nudge)
                       m_nudge->weigh(row, row + count);
                   else
                       weighBlock(row, count);
               });
}

template <class Scalar>
void HeadPass<Scalar>::blend(Index first, Index last, const std::stop_token& stop)
{
    if (m_pinned.find("z"))
        return;
    forEachRun(m_stale.z, first, last, kernelsOf<Scalar>().tileRows, [&](Index row, Index count) {
        if (stop.stop_requested())
            return;
        if (m_nudge)
            m_nudge->blend(row, row + count);
        else
            blendBlock(row, count);
    });
}

/// Scores that nobody keeps are made where the weights go.
template <class Scalar>
void HeadPass<Scalar>::weighBlock(Index first, Index count)
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
void HeadPass<Scalar>::blendBlock(Index first, Index count)
{
    HeadTraceOf<Scalar>& trace = *m_trace;
    const Index keys = trace.pattern.cols();
    const Index width = trace.z.cols();
    kernelsOf<Scalar>().multiply({count, keys, width, 0, width, trace.pattern.data() + first * keys,
                                  keys, m_packedValues, trace.z.data() + first * width, width});
}

template <class Scalar>
void HeadPass<Scalar>::finishWeights()
{
    if (!m_trace)
        return;
    m_trace->hiddenRows.clear();
    for (std::size_t row = 0; row < m_isHidden.size() && !m_pinned.find("pattern"); ++row) {
        if (m_isHidden[row])
            m_trace->hiddenRows.push_back(Index(row));
    }
}

template <class Scalar>
std::shared_ptr<const HeadTraceOf<Scalar>> HeadPass<Scalar>::trace() const
{
    return m_trace ? m_trace : m_before;
}

template class HeadPass<double>;
template class HeadPass<float>;
template void multiplyStale(const ProductOf<double>&, const Stale&);
template void multiplyStale(const ProductOf<float>&, const Stale&);

} // namespace headlight
