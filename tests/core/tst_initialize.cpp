#include "core/model/initialize.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/golden.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <cstdlib>
#include <set>

using namespace headlight;
using nlohmann::json;

namespace {

/// A double spelled in hexadecimal, "0x1.8p+0".
double fromHex(const json& text)
{
    return std::strtod(text.get<std::string>().c_str(), nullptr);
}

Matrix fromHexRows(const json& table)
{
    Matrix matrix(Index(table.size()), Index(table[0].size()));
    for (std::size_t r = 0; r < table.size(); ++r) {
        for (std::size_t c = 0; c < table[r].size(); ++c)
            matrix(Index(r), Index(c)) = fromHex(table[r][c]);
    }
    return matrix;
}

Config smallConfig()
{
    Config config;
    config.modelWidth = config.outputWidth = 3;
    config.keyWidth = 2;
    config.valueWidth = 1;
    config.heads = 2;
    config.layers = 2;
    return config;
}

double correlation(const Matrix& a, const Matrix& b)
{
    return (a.array() * b.array()).mean();
}

} // namespace

class TestInitialize : public QObject {
    Q_OBJECT

private slots:
    void numbersHaveTheBitsOfAnIndependentProgram();
    void weightsHaveTheBitsOfAnIndependentProgram();
    void embeddingsHaveTheBitsOfAnIndependentProgram();
    void numbersAreStandardNormal();
    void neighboursAreIndependent();
    void aLongerEmbeddingStartsWithTheShorterOne();
    void wordsAndSeedsDiffer();
    void aModelHasTheShapesOfItsConfig();
    void noTwoWeightsOfAModelAreTheSame();
    void deviationScalesTheWeights();
};

void TestInitialize::numbersHaveTheBitsOfAnIndependentProgram()
{
    const json golden = readGolden("seeded.json");
    QCOMPARE(golden["numbers"].size(), std::size_t(125));
    for (const json& entry : golden["numbers"]) {
        const std::string name = entry["name"];
        const double found = seededNormal(entry["seed"], name, entry["row"], entry["column"]);
        QVERIFY2(found == fromHex(entry["value"]), entry.dump().c_str());
    }
}

void TestInitialize::weightsHaveTheBitsOfAnIndependentProgram()
{
    const json weights = readGolden("seeded.json")["weights"];
    const Parameters parameters = seededParameters(smallConfig(), 42, 0.02);
    forEachWeight(parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        if (path.ends_with("b_O"))
            QCOMPARE(weight->size(), Index(0));
        else
            QVERIFY2(sameBits(*weight, fromHexRows(weights[path])), path.c_str());
    });
}

void TestInitialize::embeddingsHaveTheBitsOfAnIndependentProgram()
{
    const json expected = json::array({readGolden("seeded.json")["embedding"]});
    QVERIFY(sameBits(seededEmbedding(7, "bank", 8), fromHexRows(expected)));
}

void TestInitialize::numbersAreStandardNormal()
{
    constexpr Index side = 316; // about 100 000 numbers
    constexpr double count = double(side * side);
    Matrix numbers(side, side);
    for (Index r = 0; r < side; ++r) {
        for (Index c = 0; c < side; ++c)
            numbers(r, c) = seededNormal(1, "statistics", r, c);
    }
    const double mean = numbers.mean();
    const double variance = (numbers.array() - mean).square().mean();
    const double skewness = (numbers.array() - mean).cube().mean() / std::pow(variance, 1.5);
    const double kurtosis = (numbers.array() - mean).pow(4).mean() / (variance * variance);
    const double beyondTwo = double((numbers.array().abs() > 2).count()) / count;
    // Four standard errors each.
    QVERIFY(std::abs(mean) < 4 * std::sqrt(1 / count));
    QVERIFY(std::abs(variance - 1) < 4 * std::sqrt(2 / count));
    QVERIFY(std::abs(skewness) < 4 * std::sqrt(6 / count));
    QVERIFY(std::abs(kurtosis - 3) < 4 * std::sqrt(24 / count));
    QVERIFY(std::abs(beyondTwo - 0.0455003) < 4 * std::sqrt(0.0455 * 0.9545 / count));
}

void TestInitialize::neighboursAreIndependent()
{
    constexpr Index side = 200;
    const auto draw = [&](std::uint64_t seed, const char* name) {
        Matrix numbers(side, side);
        for (Index r = 0; r < side; ++r) {
            for (Index c = 0; c < side; ++c)
                numbers(r, c) = seededNormal(seed, name, r, c);
        }
        return numbers;
    };
    const Matrix numbers = draw(1, "a");
    const double bound = 4 / double(side - 1); // four standard errors
    const Index n = side - 1;
    QVERIFY(std::abs(correlation(numbers.leftCols(n), numbers.rightCols(n))) < bound);
    QVERIFY(std::abs(correlation(numbers.topRows(n), numbers.bottomRows(n))) < bound);
    QVERIFY(std::abs(correlation(numbers, numbers.transpose())) < 2 * bound); // diagonal included
    QVERIFY(std::abs(correlation(numbers, draw(2, "a"))) < bound);
    QVERIFY(std::abs(correlation(numbers, draw(1, "b"))) < bound);
}

void TestInitialize::aLongerEmbeddingStartsWithTheShorterOne()
{
    const Matrix longer = seededEmbedding(3, "bank", 16);
    for (Index width = 1; width < 16; ++width)
        QVERIFY(sameBits(seededEmbedding(3, "bank", width), longer.leftCols(width)));
}

void TestInitialize::wordsAndSeedsDiffer()
{
    QVERIFY(seededEmbedding(3, "bank", 4) != seededEmbedding(3, "Bank", 4));
    QVERIFY(seededEmbedding(3, "bank", 4) != seededEmbedding(4, "bank", 4));
    QVERIFY(seededEmbedding(3, "", 4) != seededEmbedding(3, " ", 4));
}

void TestInitialize::aModelHasTheShapesOfItsConfig()
{
    RandomDocuments random(5);
    for (int i = 0; i < 100; ++i) {
        Document document = random.next(); // checkDocument() compares the shapes
        document.parameters = seededParameters(document.config, 9, 1);
        HEADLIGHT_VERIFY_OK(checkDocument(document));
    }
}

void TestInitialize::noTwoWeightsOfAModelAreTheSame()
{
    std::set<double> seen;
    Index count = 0;
    const Parameters parameters = seededParameters(smallConfig(), 1, 1);
    forEachWeight(parameters, [&](const std::string&, const Shared<Matrix>& weight) {
        seen.insert(weight->data(), weight->data() + weight->size());
        count += weight->size();
    });
    QCOMPARE(Index(seen.size()), count);
}

void TestInitialize::deviationScalesTheWeights()
{
    const Parameters one = seededParameters(smallConfig(), 1, 1);
    const Parameters quarter = seededParameters(smallConfig(), 1, 0.25);
    QVERIFY(*quarter.layers[1].wK == 0.25 * *one.layers[1].wK);
}

QTEST_APPLESS_MAIN(TestInitialize)
#include "tst_initialize.moc"
