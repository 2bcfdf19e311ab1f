#include "core/model/initialize.h"

#include <cmath>

namespace headlight {
namespace {

/// SplitMix64 (Steele, Lea and Flood 2014): a full-period generator with one word of state.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t state)
        : m_state(state)
    {
    }

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15u;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// Uniform in (-1, 1), 53 bits.
    double nextSigned() { return double(next() >> 11) * 0x1p-52 - 1; }

private:
    std::uint64_t m_state;
};

/// Natural logarithm for 0 < x < 1 from plain arithmetic, because std::log may differ in the last
/// bit between C libraries: x = m 2^e, log m = 2 artanh((m-1)/(m+1)).
double portableLog(double x)
{
    constexpr double ln2 = 0.693147180559945309417;
    constexpr double squareRootOfHalf = 0.70710678118654752440;
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < squareRootOfHalf) {
        mantissa *= 2;
        --exponent;
    }
    const double s = (mantissa - 1) / (mantissa + 1);
    const double square = s * s; // below 0.0295, so twelve terms reach the last bit
    double sum = 0;
    for (int power = 23; power >= 1; power -= 2)
        sum = sum * square + 1.0 / power;
    return exponent * ln2 + 2 * s * sum;
}

/// Standard-normal pair by the polar method (Marsaglia and Bray 1964); only the first is used.
double normal(SplitMix64 random)
{
    for (;;) {
        const double u = random.nextSigned();
        const double v = random.nextSigned();
        const double square = u * u + v * v;
        if (square > 0 && square < 1)
            return u * std::sqrt(-2 * portableLog(square) / square);
    }
}

/// FNV-1a, 64 bits.
std::uint64_t hash(std::string_view text)
{
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const char c : text)
        value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return value;
}

/// One well-mixed word from a seed and a value.
std::uint64_t mix(std::uint64_t seed, std::uint64_t value)
{
    SplitMix64 random(seed ^ SplitMix64(value).next());
    return random.next();
}

double normalAt(std::uint64_t key, Index row, Index column)
{
    return normal(SplitMix64(mix(mix(key, std::uint64_t(row)), std::uint64_t(column))));
}

/// Where the cells of one weight lie: heads are blocks of columns, of rows (W_O), or there are
/// none.
struct WeightLayout {
    const char* name;
    Index rows = 0;
    Index columns = 0;
    Index headRows = 0; // rows of one head, or 0
    Index headColumns = 0; // columns of one head, or 0
};

struct Cell {
    Index head = 0;
    Index row = 0; // inside the head
    Index column = 0;
};

Cell locate(const WeightLayout& layout, Index row, Index column)
{
    if (layout.headColumns > 0)
        return {column / layout.headColumns, row, column % layout.headColumns};
    if (layout.headRows > 0)
        return {row / layout.headRows, row % layout.headRows, column};
    return {0, row, column};
}

/// The value at `cell` of a matrix laid out as `layout`, or null when it has no such cell.
const double* find(const Matrix& matrix, const WeightLayout& layout, const Cell& cell)
{
    const bool insideHead = (layout.headColumns == 0 || cell.column < layout.headColumns)
        && (layout.headRows == 0 || cell.row < layout.headRows);
    const Index row = cell.row + cell.head * layout.headRows;
    const Index column = cell.column + cell.head * layout.headColumns;
    const bool inside = insideHead && row < matrix.rows() && column < matrix.cols();
    return inside ? &matrix(row, column) : nullptr;
}

struct Layouts {
    WeightLayout wQ, wK, wV, wO;
};

Layouts layoutsOf(const Config& config)
{
    const Index keys = config.heads * config.keyWidth;
    const Index output = config.outputProjection ? concatWidth(config) : 0;
    return {
        {"W_Q", config.modelWidth, keys, 0, config.keyWidth},
        {"W_K", config.modelWidth, keys, 0, config.keyWidth},
        {"W_V", config.modelWidth, concatWidth(config), 0, config.valueWidth},
        {"W_O", output, output ? config.outputWidth : 0, config.valueWidth, 0},
    };
}

/// Creates the weight of one layer: old numbers where `from` has them, seeded ones elsewhere.
class WeightMaker {
public:
    WeightMaker(std::uint64_t seed, std::size_t layer, double deviation)
        : m_seed(mix(seed, layer))
        , m_deviation(deviation)
    {
    }

    Matrix make(const Matrix& old, const WeightLayout& from, const WeightLayout& to) const
    {
        const std::uint64_t nameKey = mix(m_seed, hash(to.name));
        Matrix result(to.rows, to.columns);
        for (Index r = 0; r < to.rows; ++r) {
            for (Index c = 0; c < to.columns; ++c) {
                const Cell cell = locate(to, r, c);
                const double* kept = find(old, from, cell);
                result(r, c) = kept ? *kept : fresh(nameKey, cell);
            }
        }
        return result;
    }

private:
    double fresh(std::uint64_t nameKey, const Cell& cell) const
    {
        return m_deviation
            * normalAt(mix(nameKey, std::uint64_t(cell.head)), cell.row, cell.column);
    }

    std::uint64_t m_seed;
    double m_deviation;
};

bool sameLayout(const WeightLayout& a, const WeightLayout& b)
{
    return a.rows == b.rows && a.columns == b.columns && a.headRows == b.headRows
        && a.headColumns == b.headColumns;
}

Shared<Matrix> resized(const WeightMaker& maker, const Shared<Matrix>& old,
                       const WeightLayout& from, const WeightLayout& to)
{
    const bool unchanged = sameLayout(from, to) && old->rows() == to.rows;
    return unchanged ? old : Shared<Matrix>(maker.make(*old, from, to));
}

Shared<Matrix> resizedBias(const Shared<Matrix>& old, const Config& to)
{
    if (old->size() == 0 || !to.outputProjection || old->cols() == to.outputWidth)
        return to.outputProjection ? old : Shared<Matrix>();
    Matrix bias = Matrix::Zero(1, to.outputWidth);
    const Index kept = std::min(old->cols(), to.outputWidth);
    bias.leftCols(kept) = old->leftCols(kept);
    return Shared<Matrix>(std::move(bias));
}

} // namespace

double seededNormal(std::uint64_t seed, std::string_view name, Index row, Index column)
{
    return normalAt(mix(seed, hash(name)), row, column);
}

Matrix seededEmbedding(std::uint64_t seed, const std::string& word, Index width)
{
    Matrix row(1, width);
    const std::string name = "embedding of " + word;
    for (Index c = 0; c < width; ++c)
        row(0, c) = seededNormal(seed, name, 0, c);
    return row;
}

Parameters seededParameters(const Config& config, std::uint64_t seed, double deviation)
{
    return resizeParameters({}, config, config, seed, deviation);
}

Parameters resizeParameters(const Parameters& parameters, const Config& from, const Config& to,
                            std::uint64_t seed, double deviation)
{
    const Layouts before = layoutsOf(from);
    const Layouts after = layoutsOf(to);
    Parameters result;
    for (std::size_t l = 0; l < std::size_t(to.layers); ++l) {
        const LayerParameters old
            = l < parameters.layers.size() ? parameters.layers[l] : LayerParameters{};
        const WeightMaker maker(seed, l, deviation);
        result.layers.push_back({
            resized(maker, old.wQ, before.wQ, after.wQ),
            resized(maker, old.wK, before.wK, after.wK),
            resized(maker, old.wV, before.wV, after.wV),
            resized(maker, old.wO, before.wO, after.wO),
            resizedBias(old.bO, to),
        });
    }
    return result;
}

} // namespace headlight
