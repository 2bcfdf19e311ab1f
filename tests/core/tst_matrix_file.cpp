#include "core/io/matrix_file.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <bit>
#include <random>
#include <span>

using namespace headlight;

class TestMatrixFile : public QObject {
    Q_OBJECT

private slots:
    void textByHand();
    void everyFormatReadsBack();
    void vectorsAndNumbersAreMatrices();
    void theOnlyMatrixIsTaken();
    void refusalsSayWhatToDo();
};

void TestMatrixFile::textByHand()
{
    Matrix matrix(2, 2);
    matrix << 0.1, -0.0, 1e300, 3;
    QCOMPARE(*writeMatrixFile(matrix, "csv"), std::string("0.1,-0\n1e300,3\n"));
    QCOMPARE(*writeMatrixFile(matrix, "tsv"), std::string("0.1\t-0\n1e300\t3\n"));
    Matrix expected(2, 2);
    expected << 1, 2, 3, 4;
    QCOMPARE(*readMatrixFile("1,2\r\n3.0,4e0", "csv"), expected);
}

void TestMatrixFile::everyFormatReadsBack()
{
    std::mt19937_64 random(17);
    for (const char* format : {"csv", "tsv", "npy", "npz"}) {
        for (int round = 0; round < 50; ++round) {
            Matrix matrix(1 + Index(random() % 6), 1 + Index(random() % 6));
            for (double& value : std::span(matrix.data(), std::size_t(matrix.size()))) {
                value = std::bit_cast<double>(random());
                value = std::isnan(value) ? 0 : value;
            }
            const Result<std::string> bytes = writeMatrixFile(matrix, format);
            HEADLIGHT_VERIFY_OK(bytes);
            const Result<Matrix> again = readMatrixFile(*bytes, format);
            HEADLIGHT_VERIFY_OK(again);
            QVERIFY(sameBits(*again, matrix));
        }
    }
}

void TestMatrixFile::vectorsAndNumbersAreMatrices()
{
    const Result<Matrix> row = readMatrixFile(writeNpy(Array{{3}, {1, 2, 3}}), "npy");
    HEADLIGHT_VERIFY_OK(row);
    QCOMPARE(row->rows(), 1);
    QCOMPARE((*row)(0, 2), 3.0);
    QCOMPARE((*readMatrixFile(writeNpy(Array{{}, {7}}), "npy"))(0, 0), 7.0);
}

void TestMatrixFile::theOnlyMatrixIsTaken()
{
    const std::string stack = writeNpy(Array{{1, 1, 1}, {5}});
    const std::string bytes = *writeZip({{"stack.npy", stack}, {"W.npy", writeNpy(Matrix(0, 4))}});
    QCOMPARE(readMatrixFile(bytes, "npz")->cols(), 4);
    QVERIFY(!readMatrixFile(bytes, "npz", "stack"));
}

void TestMatrixFile::refusalsSayWhatToDo()
{
    const auto message = [](const auto& result) {
        return QString::fromStdString(result ? "" : result.error().message);
    };
    QVERIFY(message(writeMatrixFile(Matrix(0, 3), "csv")).contains("save it as .npy"));
    QVERIFY(message(writeMatrixFile(Matrix(1, 1), "xls")).contains("“.xls”"));
    QVERIFY(message(readMatrixFile("", "xls")).contains(".csv, .tsv"));
    const std::string two = *writeNpz({{"a", Matrix(1, 1)}, {"b", Matrix(1, 1)}});
    QVERIFY(message(readMatrixFile(two, "npz")).contains("one of “a”, “b”"));
    QVERIFY(message(readMatrixFile(two, "npz", "c")).contains("the file has “a”, “b”"));
    QVERIFY(message(readMatrixFile(writeNpy(Array{{1, 1, 1}, {5}}), "npy")).contains("3 axes"));
}

QTEST_APPLESS_MAIN(TestMatrixFile)
#include "tst_matrix_file.moc"
