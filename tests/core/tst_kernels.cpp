#include "core/kernels/kernels.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"
#include "tests/core/support/reference_forward.h"

#include <QFile>
#include <QLibrary>
#include <QTest>

#include <cstring>
#include <new>

using namespace headlight;

namespace {

/// Numbers where pack() wants them.
template <class Scalar>
class Packed {
public:
    explicit Packed(std::ptrdiff_t size)
        : m_numbers(new (std::align_val_t(64)) Scalar[std::size_t(size)])
    {
    }
    ~Packed() { ::operator delete[](m_numbers, std::align_val_t(64)); }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;

    Scalar* data() { return m_numbers; }

private:
    Scalar* m_numbers;
};

template <class Scalar>
const KernelsOf<Scalar>& tableOf(const Kernels& kernels)
{
    if constexpr (std::is_same_v<Scalar, float>)
        return kernels.single;
    else
        return kernels.real;
}

template <class Scalar>
MatrixOf<Scalar> product(const Kernels& kernels, const MatrixOf<Scalar>& a,
                         const MatrixOf<Scalar>& b, bool transposed)
{
    const KernelsOf<Scalar>& table = tableOf<Scalar>(kernels);
    Packed<Scalar> packed(table.packedSize(b.rows(), b.cols()));
    if (transposed) {
        const MatrixOf<Scalar> turned = b.transpose();
        table.packTransposed(b.rows(), b.cols(), turned.data(), turned.cols(), packed.data());
    } else {
        table.pack(b.rows(), b.cols(), b.data(), b.cols(), packed.data());
    }
    MatrixOf<Scalar> c = MatrixOf<Scalar>::Constant(a.rows(), b.cols(), Scalar(77));
    table.multiply({a.rows(), b.rows(), b.cols(), 0, b.cols(), a.data(), a.cols(), packed.data(),
                    c.data(), c.cols()});
    return c;
}

/// |found - expected| in units of the last place of `expected`.
template <class Scalar>
double unitsBetween(Scalar found, long double expected)
{
    const Scalar size = std::abs(Scalar(expected));
    const Scalar unit = size < std::numeric_limits<Scalar>::min()
        ? std::numeric_limits<Scalar>::denorm_min()
        : std::nextafter(size, std::numeric_limits<Scalar>::infinity()) - size;
    return double(std::abs(found - expected) / unit);
}

bool runsHere([[maybe_unused]] const char* level)
{
#ifdef __x86_64__
    if (qstrcmp(level, "x86-64-v3") == 0)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (qstrcmp(level, "x86-64-v4") == 0)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
            && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
    return qstrcmp(level, "baseline") == 0;
}

/// The kernels for one level whatever the loader chose; null where this processor lacks it.
const Kernels* kernelsFor(const char* level)
{
    const QString folder = QStringLiteral(HEADLIGHT_KERNELS_DIR "/");
    const QString inside = qstrcmp(level, "baseline") == 0
        ? QString()
        : QStringLiteral("glibc-hwcaps/%1/").arg(QLatin1String(level));
    QLibrary library(folder + inside + QStringLiteral(HEADLIGHT_KERNELS_FILE));
    if (!QFile::exists(library.fileName()) || !runsHere(level))
        return nullptr;
    const auto table = reinterpret_cast<const Kernels* (*)()>(library.resolve("headlight_kernels"));
    return table ? table() : nullptr;
}

/// One row per level; the test functions begin with HEADLIGHT_FETCH_KERNELS.
void addLevels()
{
    QTest::addColumn<QByteArray>("level");
    for (const char* level : {"baseline", "x86-64-v3", "x86-64-v4"})
        QTest::newRow(level) << QByteArray(level);
}

#define HEADLIGHT_FETCH_KERNELS(kernels)                                                           \
    QFETCH(QByteArray, level);                                                                     \
    const Kernels* kernels = kernelsFor(level.constData());                                        \
    if (!kernels)                                                                                  \
    QSKIP("This processor or system has no such level.")

} // namespace

class TestKernels : public QObject {
    Q_OBJECT

private slots:
    void theLoadersChoiceIsTheBestLevelOfThisProcessor();
    void theLibraryShowsOneSymbol();
    void productsAgreeWithEigen_data() { addLevels(); }
    void productsAgreeWithEigen();
    void everyPartOfAProductHasTheSameBits_data() { addLevels(); }
    void everyPartOfAProductHasTheSameBits();
    void nothingTimesNothingIsZero_data() { addLevels(); }
    void nothingTimesNothingIsZero();
    void nanAndInfinityGoWhereTheyBelong_data() { addLevels(); }
    void nanAndInfinityGoWhereTheyBelong();
    void softmaxIsWithinTwoUnits_data() { addLevels(); }
    void softmaxIsWithinTwoUnits();
    void softmaxOfHardRowsIsWithinTwoUnits_data() { addLevels(); }
    void softmaxOfHardRowsIsWithinTwoUnits();
    void hiddenKeysAndMinusInfinityAreTheSame_data() { addLevels(); }
    void hiddenKeysAndMinusInfinityAreTheSame();
    void aRowWithNothingToSeeIsZero_data() { addLevels(); }
    void aRowWithNothingToSeeIsZero();
    void nanAndInfinitySpreadOverTheRow_data() { addLevels(); }
    void nanAndInfinitySpreadOverTheRow();
};

void TestKernels::theLoadersChoiceIsTheBestLevelOfThisProcessor()
{
    for (const char* level : {"x86-64-v4", "x86-64-v3"}) {
        if (kernelsFor(level)) {
            QCOMPARE(QByteArray(headlight_kernels()->level), QByteArray(level));
            return;
        }
    }
    QCOMPARE(QByteArray(headlight_kernels()->level), QByteArray(kernelsFor("baseline")->level));
}

void TestKernels::theLibraryShowsOneSymbol()
{
    QLibrary library(QStringLiteral(HEADLIGHT_KERNELS_DIR "/" HEADLIGHT_KERNELS_FILE));
    QVERIFY(library.resolve("headlight_kernels"));
    QVERIFY(!library.resolve("_ZN9headlight7softmaxIfEEbRKNS_12SoftmaxRowOfIT_EE"));
}

void TestKernels::productsAgreeWithEigen()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    RandomDocuments random(41);
    for (int i = 0; i < 300; ++i) {
        const Index depth = i % 10 == 0 ? random.between(200, 600) : random.between(1, 40);
        const Matrix a = random.matrix(random.between(1, 20), depth);
        const Matrix b = random.matrix(depth, i % 7 == 0 ? 500 : random.between(1, 70));
        const Matrix expected = a * b;
        HEADLIGHT_COMPARE_NEAR("product", product(*kernels, a, b, false), expected, 1e-13);
        HEADLIGHT_COMPARE_NEAR("product", product(*kernels, a, b, true), expected, 1e-13);
        const MatrixOf<float> c = a.cast<float>();
        const MatrixOf<float> d = b.cast<float>();
        HEADLIGHT_COMPARE_NEAR("float", product(*kernels, c, d, false), c * d, 3e-5);
    }
}

void TestKernels::everyPartOfAProductHasTheSameBits()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    RandomDocuments random(42);
    const KernelsOf<double>& table = kernels->real;
    for (int i = 0; i < 100; ++i) {
        const Matrix a = random.matrix(random.between(1, 20), random.between(1, 600));
        const Matrix b = random.matrix(a.cols(), random.between(1, 300));
        const Matrix whole = product(*kernels, a, b, false);
        Packed<double> packed(table.packedSize(b.rows(), b.cols()));
        table.pack(b.rows(), b.cols(), b.data(), b.cols(), packed.data());
        const Index step = table.panelWidth(b.cols());
        const Index first = random.between(0, (b.cols() - 1) / step) * step;
        const Index row = random.between(0, a.rows() - 1);
        Matrix part = whole;
        part.row(row).tail(b.cols() - first).setConstant(77);
        table.multiply({1, b.rows(), b.cols(), first, b.cols(), &a(row, 0), a.cols(), packed.data(),
                        &part(row, 0), part.cols()});
        QVERIFY(sameBits(part, whole));
        QVERIFY(sameBits(product(*kernels, a, Matrix(b.rightCols(b.cols() - first)), true),
                         whole.rightCols(b.cols() - first)));
    }
}

void TestKernels::nothingTimesNothingIsZero()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    QVERIFY(product(*kernels, Matrix(2, 0), Matrix(0, 3), false) == Matrix::Zero(2, 3));
    QCOMPARE(product(*kernels, Matrix(0, 4), Matrix(Matrix::Ones(4, 3)), false).rows(), Index(0));
}

void TestKernels::nanAndInfinityGoWhereTheyBelong()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    Matrix a = Matrix::Ones(9, 5);
    Matrix b = Matrix::Ones(5, 11);
    a(2, 1) = std::nan("");
    b(3, 10) = HUGE_VAL;
    a(4, 3) = 0; // 0 times infinity is NaN
    const Matrix c = product(*kernels, a, b, false);
    for (Index row = 0; row < 9; ++row) {
        for (Index column = 0; column < 11; ++column) {
            const bool isNan = row == 2 || (row == 4 && column == 10);
            const double expected = column == 10 ? HUGE_VAL : row == 4 ? 4 : 5;
            QVERIFY(isNan ? std::isnan(c(row, column)) : c(row, column) == expected);
        }
    }
}

namespace {

template <class Scalar>
void compareSoftmax(const Kernels& kernels, const std::vector<Scalar>& scores)
{
    const std::vector<long double> expected
        = referenceSoftmax(std::vector<long double>(scores.begin(), scores.end()));
    std::vector<Scalar> found = scores;
    const std::ptrdiff_t keys = std::ptrdiff_t(found.size());
    QVERIFY(tableOf<Scalar>(kernels).softmax({found.data(), keys, keys, Scalar(1)}));
    for (std::size_t key = 0; key < found.size(); ++key) {
        const double units = unitsBetween(found[key], expected[key]);
        QVERIFY2(units <= 2,
                 qPrintable(QStringLiteral("key %1 of %2 is %3 units off")
                                .arg(key)
                                .arg(found.size())
                                .arg(units)));
    }
}

template <class Scalar>
void compareRandomRows(const Kernels& kernels, std::uint64_t seed)
{
    RandomDocuments random(seed);
    for (int i = 0; i < 2000 && !QTest::currentTestFailed(); ++i) {
        const double spread = std::pow(10.0, double(random.between(-4, 6)) / 2);
        const Matrix row = spread * random.matrix(1, random.between(1, i % 20 == 0 ? 900 : 40));
        std::vector<Scalar> scores(row.data(), row.data() + row.size());
        if (i % 5 == 0) // equal terms round the same way, so their errors do not cancel
            std::fill(scores.begin(), scores.end() - 1, scores.front());
        compareSoftmax(kernels, scores);
    }
}

} // namespace

void TestKernels::softmaxIsWithinTwoUnits()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    compareRandomRows<double>(*kernels, 43);
    compareRandomRows<float>(*kernels, 44);
}

void TestKernels::softmaxOfHardRowsIsWithinTwoUnits()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    const std::vector<std::vector<double>> rows = {
        {800, -800, 799},          {-800, -801, -802, -800.5},   {5e-324, 0, -5e-324},
        {1e-310, 2e-310, 3e-310},  {1e308, -1e308, 1e308},       {0.0, -0.0},
        {0, -708, -720, -740},     {0, -745, -745.1, -745.2}, // subnormal and just not
        {0, -87, -95, -103, -104}, {30.1, -50.123456789, -70.7}, // x - maximum is not exact
    };
    for (const std::vector<double>& row : rows) {
        compareSoftmax(*kernels, row);
        std::vector<float> single;
        for (const double x : row)
            single.push_back(float(std::clamp(x, -1e38, 1e38)));
        compareSoftmax(*kernels, single);
    }
}

void TestKernels::hiddenKeysAndMinusInfinityAreTheSame()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    RandomDocuments random(45);
    for (Index keys = 1; keys <= 70; ++keys) {
        const Index visible = random.between(1, keys);
        Matrix hidden = random.matrix(1, keys);
        Matrix infinite = hidden;
        infinite.rightCols(keys - visible).setConstant(-HUGE_VAL);
        infinite.leftCols(visible) *= 0.125;
        QVERIFY(kernels->real.softmax({hidden.data(), keys, visible, 0.125}));
        QVERIFY(kernels->real.softmax({infinite.data(), keys, keys, 1}));
        QVERIFY(sameBits(hidden, infinite));
        QVERIFY(hidden.rightCols(keys - visible).isZero(0));
    }
}

void TestKernels::aRowWithNothingToSeeIsZero()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    for (Index keys = 0; keys <= 33; ++keys) {
        Matrix row = Matrix::Constant(1, keys, -HUGE_VAL);
        QVERIFY(!kernels->real.softmax({row.data(), keys, keys, 1}));
        QVERIFY(row.isZero(0));
        row.setOnes();
        QVERIFY(!kernels->real.softmax({row.data(), keys, 0, 1}));
        QVERIFY(row.isZero(0));
    }
}

void TestKernels::nanAndInfinitySpreadOverTheRow()
{
    HEADLIGHT_FETCH_KERNELS(kernels);
    for (const double value : {std::nan(""), HUGE_VAL}) {
        for (const double others : {0.0, -HUGE_VAL}) {
            for (Index column = 0; column < 19; ++column) {
                Matrix row = Matrix::Constant(1, 20, others);
                row(0, column) = value;
                MatrixOf<float> single = row.cast<float>();
                QVERIFY(kernels->real.softmax({row.data(), 20, 19, 1}));
                QVERIFY(kernels->single.softmax({single.data(), 20, 19, 1}));
                QVERIFY(row.array().isNaN().all());
                QVERIFY(single.array().isNaN().all());
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestKernels)
#include "tst_kernels.moc"
