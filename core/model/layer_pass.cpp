#include "core/model/layer_pass.h"

#include <algorithm>

namespace headlight {
namespace {

/// Below so many multiplications waking another thread costs more than it brings.
constexpr double worthSharing = 100000;

/// Copying, laying out or adding a number that lies in memory takes as long as so many
/// multiplications.
constexpr double multiplicationsPerMove = 16;

} // namespace

template <class Scalar>
LayerPass<Scalar>::LayerPass(LayerInput<Scalar> input, PackedLayer<Scalar>& packed,
                             LayerScratch<Scalar>& scratch, ThreadPool& pool,
                             const ForwardControlOf<Scalar>& control)
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
std::shared_ptr<const LayerTraceOf<Scalar>> LayerPass<Scalar>::run(const Publication& publication)
{
    if (stopped())
        return nullptr;
    findChanges();
    if (isUnchanged()) {
        for (int h = 0; h < m_config.heads; ++h)
            countHead();
        m_stale = {};
        return m_input.before;
    }
    m_nudges = canNudge();
    planHeads();
    packWeights();
    if (publication.weightsReady && multiplicationsAfterWeights() >= publication.leastLeft) {
        project({.keys = true, .values = false});
        weigh();
        if (stopped())
            return nullptr;
        publish(publication.weightsReady);
        project({.keys = false, .values = true});
        blend();
    } else {
        project({.keys = true, .values = true});
        attend();
    }
    if (stopped())
        return nullptr;
    finish();
    return m_trace;
}

template <class Scalar>
void LayerPass<Scalar>::findChanges()
{
    m_stale.residPre = {true};
    m_stale.attnOut = m_stale.residPost = {{true}};
    if (!m_input.before)
        return;
    m_stale.residPre = {};
    if (!m_pinned.find("resid_pre"))
        m_stale.residPre = changedRows(m_input.before->residPre, m_input.x, m_input.mayDiffer);
    const LayerParametersOf<Scalar>& before = *m_input.weightsBefore;
    const auto columns = [](const Shared<MatrixOf<Scalar>>& a, const Shared<MatrixOf<Scalar>>& b) {
        const std::optional<Area> known = b.differenceFrom(a);
        return known ? ColumnRange{known->firstColumn, known->lastColumn} : changedColumns(*a, *b);
    };
    m_changedQ = columns(before.wQ, weights().wQ);
    m_changedK = columns(before.wK, weights().wK);
    m_changedV = columns(before.wV, weights().wV);
    m_changedO = columns(before.wO, weights().wO);
    m_biasChanged
        = before.bO->size() != weights().bO->size() || !columns(before.bO, weights().bO).isEmpty();
}

template <class Scalar>
bool LayerPass<Scalar>::canNudge() const
{
    const Index rows = Index(m_stale.residPre.some.size());
    return m_input.before && m_input.mayNudge && m_input.whole.keep == Keep::Pictures
        && m_input.whole.pins.empty() && m_input.x.rows() >= tokensWorthANudge && rows > 0
        && rows <= mostNudgedRows && m_changedQ.isEmpty() && m_changedK.isEmpty()
        && m_changedV.isEmpty();
}

template <class Scalar>
bool LayerPass<Scalar>::isUnchanged() const
{
    return m_input.before && !m_input.beforeIsNudged && m_stale.residPre.isEmpty()
        && m_changedQ.isEmpty() && m_changedK.isEmpty() && m_changedV.isEmpty()
        && m_changedO.isEmpty() && !m_biasChanged;
}

template <class Scalar>
void LayerPass<Scalar>::planHeads()
{
    m_trace = m_input.room ? m_input.room : std::make_shared<LayerTraceOf<Scalar>>();
    const MatrixOf<Scalar>* pin = m_pinned.find("resid_pre");
    const RowSet late = behind() ? united(behind()->residPre, m_stale.residPre) : RowSet{true};
    const MatrixOf<Scalar>& x = pin ? *pin : m_input.x;
    if (late.all) {
        m_trace->residPre.resize(x.rows(), x.cols());
        shareMoves(x.rows(), x.cols(), [&](Index first, Index count) {
            m_trace->residPre.middleRows(first, count) = x.middleRows(first, count);
        });
    } else {
        catchUp(m_trace->residPre, x, {late});
    }

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
        if (behind())
            memory.behind = &behind()->heads[std::size_t(h)];
        m_heads.emplace_back(m_input.whole, m_input.layer, h, m_trace->residPre, std::move(memory),
                             HeadChanges{m_stale.residPre, ofHead(m_changedQ, h, m_config.keyWidth),
                                         ofHead(m_changedK, h, m_config.keyWidth),
                                         ofHead(m_changedV, h, m_config.valueWidth),
                                         m_input.beforeIsNudged, m_nudges});
        m_stale.heads.push_back(m_heads.back().stale());
    }
    m_trace->concat.resize(m_trace->residPre.rows(), concatWidth(m_config));
    for (HeadPass<Scalar>& head : m_heads) {
        if (!head.isUnchanged())
            m_staleHeads.push_back(&head);
        else
            countHead();
    }
}

template <class Scalar>
void LayerPass<Scalar>::countHead() const
{
    if (m_control.headsDone)
        ++*m_control.headsDone;
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

/// Calls `moveRows(first, count)` for all rows of a matrix, several threads at a time when it is
/// large.
template <class Scalar>
void LayerPass<Scalar>::shareMoves(Index rows, Index columns,
                                   const std::function<void(Index, Index)>& moveRows)
{
    const Index parts = std::min<Index>(rows, 2 * m_pool.threads());
    share(int(parts), double(rows * columns) * multiplicationsPerMove, [&](int i) {
        const Index first = rows * i / parts;
        moveRows(first, rows * (i + 1) / parts - first);
    });
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
    share(int(stale.size()), numbers * multiplicationsPerMove, [&](int i) {
        const Block& block = stale[std::size_t(i)];
        block.weight->packBlock(block.number);
    });
}

/// The projections, and k and v laid out for what follows.
template <class Scalar>
void LayerPass<Scalar>::project(Projections projections)
{
    const std::vector<HeadPass<Scalar>*>& heads = m_staleHeads;
    if (heads.empty())
        return;
    using Head = HeadPass<Scalar>;
    struct Step {
        void (Head::*project)(const PackedWeight<Scalar>&, const Scalar*);
        const PackedWeight<Scalar>& weight;
        void (Head::*pack)(Scalar*) = nullptr;
        Scalar* packed = nullptr; // room for all heads
        Index size = 0; // for each
    };
    const auto room = [&](AlignedBuffer<Scalar>& scratch, Index size) {
        return scratch.reserve(size * Index(heads.size()));
    };
    std::vector<Step> steps;
    if (projections.keys) {
        const Index size = heads.front()->packedKeysSize();
        steps.push_back({&Head::projectQ, m_packed.q});
        steps.push_back(
            {&Head::projectK, m_packed.k, &Head::packKeys, room(m_scratch.keys, size), size});
    }
    if (projections.values) {
        const Index size = heads.front()->packedValuesSize();
        steps.push_back(
            {&Head::projectV, m_packed.v, &Head::packValues, room(m_scratch.values, size), size});
    }
    const auto stepOf = [&](int i) -> const Step& { return steps[std::size_t(i) % steps.size()]; };
    const auto headOf = [&](int i) { return std::size_t(i) / steps.size(); };
    const int tasks = int(steps.size() * heads.size());
    const double work
        = double(m_trace->residPre.size()) * double(m_config.keyWidth) * double(tasks);
    share(tasks, work, [&](int i) {
        if (stopped())
            return;
        const Scalar* upcoming = nullptr;
        if (const int next = i + m_pool.threads(); next < tasks) // the threads take turns
            upcoming = stepOf(next).weight.block(heads[headOf(next)]->head());
        const Step& step = stepOf(i);
        const std::size_t head = headOf(i);
        (heads[head]->*step.project)(step.weight, upcoming);
        if (step.pack)
            (heads[head]->*step.pack)(step.packed + Index(head) * step.size);
    });
    if (projections.keys && m_input.whole.keep == Keep::Everything) {
        share(int(heads.size()), work, [&](int i) {
            if (!stopped())
                heads[std::size_t(i)]->keepScores();
        });
    }
}

template <class Scalar>
void LayerPass<Scalar>::attend()
{
    shareRows(&HeadPass<Scalar>::attend, [this](HeadPass<Scalar>& head) {
        head.finishWeights();
        countHead();
        concatenate(head);
    });
}

template <class Scalar>
void LayerPass<Scalar>::weigh()
{
    shareRows(&HeadPass<Scalar>::weigh, [this](HeadPass<Scalar>& head) {
        head.finishWeights();
        countHead();
    });
}

template <class Scalar>
void LayerPass<Scalar>::blend()
{
    shareRows(&HeadPass<Scalar>::blend, [this](HeadPass<Scalar>& head) { concatenate(head); });
}

/// Does a part of the work on all rows of the heads: whole heads at a time when there are plenty of
/// them, else parts of their rows. `headDone` is called after the last row of a head.
template <class Scalar>
void LayerPass<Scalar>::shareRows(Attend part, const HeadDone& headDone)
{
    if (m_staleHeads.empty())
        return;
    const Index heads = Index(m_staleHeads.size());
    const Index tokens = m_trace->residPre.rows();
    const Index wanted = 4 * Index(m_pool.threads());
    const Index parts = (wanted + heads - 1) / heads;
    const Index block = kernelsOf<Scalar>().tileRows;
    const Index rows = std::max(block, (tokens / parts + block - 1) / block * block);
    const Index perHead = std::max<Index>(1, (tokens + rows - 1) / rows);
    std::vector<std::atomic<Index>> left(m_staleHeads.size());
    for (std::atomic<Index>& count : left)
        count = perHead;
    const double work = double(tokens) * double(tokens)
        * double(m_config.keyWidth + m_config.valueWidth) * double(heads);
    share(int(perHead * heads), work, [&](int i) {
        const std::size_t h = std::size_t(i / perHead);
        const Index first = i % perHead * rows;
        (m_staleHeads[h]->*part)(first, std::min(first + rows, tokens), m_control.stop);
        if (--left[h] == 0)
            headDone(*m_staleHeads[h]);
    });
}

template <class Scalar>
double LayerPass<Scalar>::multiplicationsAfterWeights() const
{
    const double tokens = double(m_input.x.rows());
    const double values = tokens * double(m_config.valueWidth) * double(m_config.modelWidth);
    const double blend = tokens * tokens * double(m_config.valueWidth);
    const double output = m_config.outputProjection
        ? tokens * double(concatWidth(m_config) * m_config.outputWidth)
        : 0;
    return double(m_staleHeads.size()) * (values + blend) + output;
}

/// Hands out a layer of its own, since this one will be written to.
template <class Scalar>
void LayerPass<Scalar>::publish(const WeightsReady& weightsReady) const
{
    const auto layer = std::make_shared<LayerTraceOf<Scalar>>();
    for (const HeadPass<Scalar>& head : m_heads)
        layer->heads.push_back(head.trace());
    weightsReady(layer);
}

template <class Scalar>
void LayerPass<Scalar>::finish()
{
    m_trace->heads.reserve(m_heads.size());
    for (HeadPass<Scalar>& head : m_heads)
        m_trace->heads.push_back(head.trace());
    if (const MatrixOf<Scalar>* pin = m_pinned.find("concat"))
        m_trace->concat = *pin;
    for (const HeadPass<Scalar>& head : m_heads) {
        if (head.isUnchanged())
            concatenate(head);
    }
    projectOutput();
}

/// Puts the z of a head beside those of the others.
template <class Scalar>
void LayerPass<Scalar>::concatenate(const HeadPass<Scalar>& head)
{
    if (m_pinned.find("concat"))
        return;
    const std::size_t h = std::size_t(head.head());
    const MatrixOf<Scalar>& z = head.trace()->z;
    RowSet late{true};
    if (behind())
        late = united(behind()->heads[h].z, m_stale.heads[h].z);
    forEachRun(late, 0, z.rows(), std::max<Index>(z.rows(), 1), [&](Index row, Index count) {
        m_trace->concat.block(row, head.head() * z.cols(), count, z.cols())
            = z.middleRows(row, count);
    });
}

/// concat W_O + b_O, and what came in added to it
template <class Scalar>
void LayerPass<Scalar>::projectOutput()
{
    const MatrixOf<Scalar>* pin = m_pinned.find("attn_out");
    const MatrixOf<Scalar>& concat = m_trace->concat;
    MatrixOf<Scalar>& result = m_trace->attnOut;
    if (pin || !m_config.outputProjection) {
        result = pin ? *pin : concat;
        addResidual(planResidual(), {0, result.cols()});
        return;
    }
    const MatrixOf<Scalar>& bias = *weights().bO;
    Stale& stale = m_stale.attnOut;
    // A bias is in every sum, so that none of them can stay.
    if (m_input.before && !m_biasChanged && bias.size() == 0) {
        RowSet staleZ;
        for (const HeadStale& head : m_stale.heads)
            staleZ = united(staleZ, head.z);
        stale = {changedRows(m_input.before->concat, concat, staleZ), m_changedO};
    }
    result.resize(concat.rows(), m_config.outputWidth);
    if (!stale.rows.all)
        catchUp(result, m_input.before->attnOut, behind() ? behind()->attnOut : Stale{{true}});
    const Stale lateResidual = planResidual();
    const KernelsOf<Scalar>& kernels = kernelsOf<Scalar>();
    const Index step = kernels.panelWidth(result.cols());
    const Index panels = (result.cols() + step - 1) / step;
    const Index parts = std::min<Index>(panels, 16 * m_pool.threads());
    const double work = double(concat.size()) * double(result.cols());
    const Scalar* packed = m_packed.o.block(0);
    const auto firstOf = [&](Index part) { return panels * part / parts * step; };
    const auto upcoming = [&](Index part) -> const Scalar* {
        return part < parts ? packed + std::min(concat.cols(), kernels.blockDepth) * firstOf(part)
                            : nullptr;
    };
    share(int(parts), work, [&](int i) {
        const Index first = firstOf(i);
        const Index last = std::min(firstOf(i + 1), result.cols());
        multiplyStale<Scalar>({concat.rows(), concat.cols(), result.cols(), first, last,
                               concat.data(), concat.cols(), packed, result.data(), result.cols(),
                               upcoming(i + m_pool.threads())},
                              stale);
        if (bias.size() > 0)
            result.middleCols(first, last - first).rowwise()
                += bias.row(0).segment(first, last - first);
        addResidual(lateResidual, {first, last});
    });
}

/// Makes room for the sum of output and what came in, and returns what is to be added of it.
template <class Scalar>
Stale LayerPass<Scalar>::planResidual()
{
    MatrixOf<Scalar>& result = m_trace->residPost;
    if (const MatrixOf<Scalar>* pin = m_pinned.find("resid_post")) {
        result = *pin;
        return {};
    }
    Stale& stale = m_stale.residPost;
    stale = m_stale.attnOut;
    if (m_config.residual)
        stale.rows = united(stale.rows, m_stale.residPre);
    result.resize(m_trace->attnOut.rows(), m_trace->attnOut.cols());
    return behind() ? united(behind()->residPost, stale) : Stale{{true}};
}

template <class Scalar>
void LayerPass<Scalar>::addResidual(const Stale& late, const ColumnRange& part)
{
    MatrixOf<Scalar>& result = m_trace->residPost;
    forEachBlock(late, result.rows(), result.cols(),
                 [&](Index row, Index column, Index rows, Index columns) {
                     const ColumnRange both = common({column, column + columns}, part);
                     if (both.isEmpty())
                         return;
                     const auto block = [&](auto& matrix) {
                         return matrix.block(row, both.first, rows, both.last - both.first);
                     };
                     if (m_config.residual)
                         block(result) = block(m_trace->residPre) + block(m_trace->attnOut);
                     else
                         block(result) = block(m_trace->attnOut);
                 });
}

template class LayerPass<double>;
template class LayerPass<float>;

} // namespace headlight
