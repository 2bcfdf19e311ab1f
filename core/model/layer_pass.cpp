#include "core/model/layer_pass.h"

#include <algorithm>

namespace headlight {
namespace {

/// Below so many multiplications waking another thread costs more than it brings.
constexpr double worthSharing = 100000;

} // namespace

template <class Scalar>
LayerPass<Scalar>::LayerPass(LayerInput<Scalar> input, PackedLayer<Scalar>& packed,
                             LayerScratch<Scalar>& scratch, ThreadPool& pool,
                             const ForwardControl& control)
    : m_input(std::move(input))
    , m_config(m_input.whole.config)
    , m_pinned(pinsOfLayer(m_input.whole.pins, m_input.layer))
    , m_packed(packed)
    , m_scratch(scratch)
    , m_pool(pool)
    , m_control(control)
{
}

template <class Scalar>
const LayerParametersOf<Scalar>& LayerPass<Scalar>::weights() const
{
    return m_input.whole.parameters.layers[m_input.layer];
}

template <class Scalar>
std::shared_ptr<const LayerTraceOf<Scalar>> LayerPass<Scalar>::run()
{
    if (stopped())
        return nullptr;
    findChanges();
    if (isUnchanged()) {
        if (m_control.headsDone)
            *m_control.headsDone += m_config.heads;
        return m_input.before;
    }
    m_trace = m_input.room ? m_input.room : std::make_shared<LayerTraceOf<Scalar>>();
    const MatrixOf<Scalar>* x = m_pinned.find("resid_pre");
    m_trace->residPre = x ? *x : m_input.x;
    planHeads();
    packWeights();
    project();
    attend();
    if (stopped())
        return nullptr;
    finish();
    return m_trace;
}

template <class Scalar>
void LayerPass<Scalar>::findChanges()
{
    if (!m_input.before)
        return;
    if (!m_pinned.find("resid_pre"))
        m_changedX = changedRows(m_input.before->residPre, m_input.x);
    const LayerParametersOf<Scalar>& before = *m_input.weightsBefore;
    const auto columns = [](const Shared<MatrixOf<Scalar>>& a, const Shared<MatrixOf<Scalar>>& b) {
        return a.sharesWith(b) ? ColumnRange{} : changedColumns(*a, *b);
    };
    m_changedQ = columns(before.wQ, weights().wQ);
    m_changedK = columns(before.wK, weights().wK);
    m_changedV = columns(before.wV, weights().wV);
    m_changedO = columns(before.wO, weights().wO);
    m_biasChanged
        = before.bO->size() != weights().bO->size() || !columns(before.bO, weights().bO).isEmpty();
}

template <class Scalar>
bool LayerPass<Scalar>::isUnchanged() const
{
    return m_input.before && m_changedX.isEmpty() && m_changedQ.isEmpty() && m_changedK.isEmpty()
        && m_changedV.isEmpty() && m_changedO.isEmpty() && !m_biasChanged;
}

template <class Scalar>
void LayerPass<Scalar>::planHeads()
{
    const auto ofHead = [](const ColumnRange& changed, Index head, Index width) {
        const ColumnRange found = common(changed, {head * width, (head + 1) * width});
        return ColumnRange{found.first - head * width, found.last - head * width};
    };
    SharedList<HeadTraceOf<Scalar>> room = std::exchange(m_trace->heads, {});
    m_heads.reserve(std::size_t(m_config.heads));
    for (Index h = 0; h < m_config.heads; ++h) {
        HeadMemory<Scalar> memory;
        if (m_input.before)
            memory.before = m_input.before->heads.shared(std::size_t(h));
        if (std::size_t(h) < room.size())
            memory.room = room.takeUnshared(std::size_t(h));
        m_heads.emplace_back(m_input.whole, m_input.layer, h, m_trace->residPre, std::move(memory),
                             HeadChanges{m_changedX, ofHead(m_changedQ, h, m_config.keyWidth),
                                         ofHead(m_changedK, h, m_config.keyWidth),
                                         ofHead(m_changedV, h, m_config.valueWidth)});
    }
}

/// Shares the tasks among the threads when they are worth it.
template <class Scalar>
void LayerPass<Scalar>::share(int count, double multiplications,
                              const std::function<void(int)>& task)
{
    if (multiplications > worthSharing) {
        m_pool.run(count, task);
    } else {
        for (int i = 0; i < count; ++i)
            task(i);
    }
}

template <class Scalar>
void LayerPass<Scalar>::packWeights()
{
    const LayerParametersOf<Scalar>* before = m_input.weightsBefore;
    const Index heads = m_config.heads;
    m_packed.q.take(weights().wQ, heads, before ? &before->wQ : nullptr, m_changedQ);
    m_packed.k.take(weights().wK, heads, before ? &before->wK : nullptr, m_changedK);
    m_packed.v.take(weights().wV, heads, before ? &before->wV : nullptr, m_changedV);
    if (m_config.outputProjection)
        m_packed.o.take(weights().wO, 1, before ? &before->wO : nullptr, m_changedO);
    struct Block {
        PackedWeight<Scalar>* weight;
        Index number;
    };
    std::vector<Block> stale;
    for (PackedWeight<Scalar>* weight : {&m_packed.q, &m_packed.k, &m_packed.v, &m_packed.o}) {
        for (Index b = 0; b < weight->blocks(); ++b) {
            if (weight->isStale(b))
                stale.push_back({weight, b});
        }
    }
    const double numbers = double(m_config.modelWidth * m_config.keyWidth) * double(stale.size());
    share(int(stale.size()), numbers, [&](int i) {
        const Block& block = stale[std::size_t(i)];
        block.weight->packBlock(block.number);
    });
}

template <class Scalar>
void LayerPass<Scalar>::project()
{
    std::vector<HeadPass<Scalar>*> heads;
    for (HeadPass<Scalar>& head : m_heads) {
        if (!head.isUnchanged())
            heads.push_back(&head);
    }
    const double work
        = double(m_trace->residPre.size()) * double(m_config.keyWidth) * double(3 * heads.size());
    share(3 * int(heads.size()), work, [&](int i) {
        if (stopped())
            return;
        HeadPass<Scalar>& head = *heads[std::size_t(i / 3)];
        if (i % 3 == 0)
            head.projectQ(m_packed.q);
        else if (i % 3 == 1)
            head.projectK(m_packed.k);
        else
            head.projectV(m_packed.v);
    });
    if (heads.empty())
        return;
    const Index keysSize = heads.front()->packedKeysSize();
    const Index valuesSize = heads.front()->packedValuesSize();
    Scalar* keys = m_scratch.keys.reserve(keysSize * Index(heads.size()));
    Scalar* values = m_scratch.values.reserve(valuesSize * Index(heads.size()));
    share(int(heads.size()), work, [&](int i) {
        if (!stopped())
            heads[std::size_t(i)]->prepare(keys + i * keysSize, values + i * valuesSize);
    });
}

template <class Scalar>
void LayerPass<Scalar>::attend()
{
    std::vector<HeadPass<Scalar>*> heads;
    for (HeadPass<Scalar>& head : m_heads) {
        if (!head.isUnchanged())
            heads.push_back(&head);
        else if (m_control.headsDone)
            ++*m_control.headsDone;
    }
    // Whole heads when there are plenty of them, else parts of their rows.
    const Index tokens = m_trace->residPre.rows();
    const Index wanted = 4 * Index(m_pool.threads());
    const Index parts
        = heads.empty() ? 1 : (wanted + Index(heads.size()) - 1) / Index(heads.size());
    const Index block = kernelsOf<Scalar>().tileRows;
    const Index rows = std::max(block, (tokens / parts + block - 1) / block * block);
    const Index perHead = std::max<Index>(1, (tokens + rows - 1) / rows);
    std::vector<std::atomic<Index>> left(heads.size());
    for (std::atomic<Index>& count : left)
        count = perHead;
    const double work = double(tokens) * double(tokens)
        * double(m_config.keyWidth + m_config.valueWidth) * double(heads.size());
    share(int(perHead) * int(heads.size()), work, [&](int i) {
        const std::size_t h = std::size_t(i / perHead);
        const Index first = i % perHead * rows;
        heads[h]->attend(first, std::min(first + rows, tokens), m_control.stop);
        if (--left[h] == 0 && m_control.headsDone)
            ++*m_control.headsDone;
    });
}

template <class Scalar>
void LayerPass<Scalar>::finish()
{
    m_trace->heads.reserve(m_heads.size());
    for (HeadPass<Scalar>& head : m_heads)
        m_trace->heads.push_back(head.finish());
    concatenate();
    projectOutput();
    addResidual();
}

/// Every z side by side.
template <class Scalar>
void LayerPass<Scalar>::concatenate()
{
    if (const MatrixOf<Scalar>* pin = m_pinned.find("concat")) {
        m_trace->concat = *pin;
        return;
    }
    const Index width = m_config.valueWidth;
    const Index tokens = m_trace->residPre.rows();
    const bool someStay = std::any_of(m_heads.begin(), m_heads.end(),
                                      [](const auto& head) { return !head.staleZ().all; });
    if (m_input.before && someStay)
        m_trace->concat = m_input.before->concat;
    else
        m_trace->concat.resize(tokens, concatWidth(m_config));
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        forEachRun(m_heads[h].staleZ(), 0, tokens, tokens, [&](Index row, Index count) {
            m_trace->concat.block(row, Index(h) * width, count, width)
                = m_trace->heads[h].z.middleRows(row, count);
        });
    }
}

/// concat W_O + b_O
template <class Scalar>
void LayerPass<Scalar>::projectOutput()
{
    const MatrixOf<Scalar>* pin = m_pinned.find("attn_out");
    const MatrixOf<Scalar>& concat = m_trace->concat;
    MatrixOf<Scalar>& result = m_trace->attnOut;
    if (pin || !m_config.outputProjection) {
        result = pin ? *pin : concat;
        return;
    }
    const MatrixOf<Scalar>& bias = *weights().bO;
    Stale stale{{true}, m_changedO};
    // A bias is in every sum, so that none of them can stay.
    if (m_input.before && !m_biasChanged && bias.size() == 0)
        stale.rows = changedRows(m_input.before->concat, concat);
    if (!stale.rows.all)
        result = m_input.before->attnOut;
    result.resize(concat.rows(), m_config.outputWidth);
    const Index step = kernelsOf<Scalar>().panelWidth(result.cols());
    const Index panels = (result.cols() + step - 1) / step;
    const Index parts = std::min<Index>(panels, 4 * m_pool.threads());
    const double work = double(concat.size()) * double(result.cols());
    share(int(parts), work, [&](int i) {
        const Index first = panels * i / parts * step;
        const Index last = std::min(panels * (i + 1) / parts * step, result.cols());
        multiplyStale<Scalar>({concat.rows(), concat.cols(), result.cols(), first, last,
                               concat.data(), concat.cols(), m_packed.o.block(0), result.data(),
                               result.cols()},
                              stale);
    });
    if (bias.size() > 0)
        result.rowwise() += bias.row(0);
}

template <class Scalar>
void LayerPass<Scalar>::addResidual()
{
    if (const MatrixOf<Scalar>* pin = m_pinned.find("resid_post"))
        m_trace->residPost = *pin;
    else if (m_config.residual)
        m_trace->residPost = m_trace->residPre + m_trace->attnOut;
    else
        m_trace->residPost = m_trace->attnOut;
}

template class LayerPass<double>;
template class LayerPass<float>;

} // namespace headlight
