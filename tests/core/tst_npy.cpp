#include "core/io/npy.h"
#include "core/support/byte_reader.h"
#include "tests/core/support/mutations.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <span>

using namespace headlight;

namespace {

/// A file with this dictionary, filled up as NumPy does, and these bytes.
std::string npyFile(const std::string& dictionary, const std::string& data, char version = 1)
{
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    std::string header = dictionary;
    while ((8 + lengthBytes + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    std::string bytes = "\x93NUMPY";
    bytes += version;
    bytes += '\0';
    for (std::size_t i = 0; i < lengthBytes; ++i)
        bytes += char(header.size() >> (8 * i) & 255);
    return bytes + header + data;
}

std::string dictionary(const std::string& descr, const std::string& shape, bool fortran = false)
{
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False")
        + ", 'shape': " + shape + ", }";
}

std::string bytesOf(std::initializer_list<int> bytes)
{
    std::string text;
    for (const int byte : bytes)
        text += char(byte);
    return text;
}

Result<Array> readNumbers(const std::string& bytes)
{
    const Result<TensorView> view = readNpy(bytes);
    return view ? readArray(*view) : Result<Array>(view.error());
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT

private slots:
    void aReaderNeverLeavesItsBytes();
    void productsThatDoNotFitAreNone();
    void theBytesAreThoseNumPyPrescribes();
    void everyTypeIsRead_data();
    void everyTypeIsRead();
    void everyVersionIsRead();
    void fortranOrderIsTurned();
    void aStackIsReadMatrixByMatrix();
    void aStackHasOnlyItsOwnMatrices();
    void stringsAreRead();
    void whatIsWrittenReadsBack();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void everyTruncationIsRefused();
    void damageNeverHurts();
};

void TestNpy::aReaderNeverLeavesItsBytes()
{
    ByteReader reader("\x01\x02\x03\x04\x05");
    QCOMPARE(reader.little<std::uint16_t>(), std::optional<std::uint16_t>(0x0201));
    QVERIFY(!reader.little<std::uint32_t>());
    QCOMPARE(reader.position(), std::uint64_t(2));
    QVERIFY(!reader.take(std::numeric_limits<std::uint64_t>::max()));
    QVERIFY(!reader.seek(6));
    QVERIFY(reader.seek(5));
    QCOMPARE(reader.remaining(), std::uint64_t(0));
    QVERIFY(reader.take(0).has_value());
}

void TestNpy::productsThatDoNotFitAreNone()
{
    constexpr std::uint64_t half = std::uint64_t(1) << 32;
    QCOMPARE(checkedProduct(half, half - 1), std::optional(half * (half - 1)));
    QVERIFY(!checkedProduct(half, half));
    QCOMPARE(checkedProduct(0, ~std::uint64_t(0)), std::optional<std::uint64_t>(0));
}

// What numpy.lib.format prescribes for numpy.array([[1.0, 2.0, 3.0]]), written by hand.
void TestNpy::theBytesAreThoseNumPyPrescribes()
{
    Matrix matrix(1, 3);
    matrix << 1, 2, 3;
    std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
    expected += "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3), }";
    expected.append(58, ' ');
    expected += '\n';
    expected += bytesOf(
        {0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 8, 0x40});
    QCOMPARE(QByteArray::fromStdString(writeNpy(matrix)), QByteArray::fromStdString(expected));
}

void TestNpy::everyTypeIsRead_data()
{
    QTest::addColumn<QString>("descr");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<double>("value");
    const auto row = [](const char* descr, std::initializer_list<int> bytes, double value) {
        QTest::addRow("%s %g", descr, value)
            << QString(descr) << QByteArray::fromStdString(bytesOf(bytes)) << value;
    };
    row("|b1", {1}, 1);
    row("|u1", {200}, 200);
    row("|i1", {200}, -56);
    row("<u2", {0x34, 0x12}, 0x1234);
    row(">u2", {0x34, 0x12}, 0x3412);
    row("<i2", {0xfe, 0xff}, -2);
    row("<u4", {0, 0, 0, 0x80}, 2147483648.0);
    row(">i4", {0xff, 0xff, 0xff, 0xfd}, -3);
    row("<u8", {0, 0, 0, 0, 0, 0, 0, 0x80}, 9223372036854775808.0);
    row("<i8", {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, -1);
    row("<f2", {0x00, 0x3c}, 1);
    row(">f2", {0xc0, 0x00}, -2);
    row("<f2", {0x01, 0x00}, std::ldexp(1, -24));
    row("<f2", {0xff, 0x7b}, 65504);
    row("<f2", {0x00, 0x7c}, HUGE_VAL);
    row("<f4", {0, 0, 0x20, 0x40}, 2.5);
    row("=f4", {0, 0, 0x20, 0x40}, 2.5);
    row(">f4", {0x40, 0x20, 0, 0}, 2.5);
    row(">f8", {0xbf, 0xf0, 0, 0, 0, 0, 0, 0}, -1);
}

void TestNpy::everyTypeIsRead()
{
    QFETCH(QString, descr);
    QFETCH(QByteArray, bytes);
    const Result<Array> array
        = readNumbers(npyFile(dictionary(descr.toStdString(), "()"), bytes.toStdString()));
    HEADLIGHT_VERIFY_OK(array);
    QVERIFY(array->shape.empty());
    QTEST(array->values.at(0), "value");
}

void TestNpy::everyVersionIsRead()
{
    for (const char version : {1, 2, 3}) {
        const Result<Array> array
            = readNumbers(npyFile(dictionary("|u1", "(2L, )"), "\x05\x07", version));
        HEADLIGHT_VERIFY_OK(array);
        QCOMPARE(array->values, (std::vector<double>{5, 7}));
    }
    HEADLIGHT_VERIFY_OK(
        readNumbers(npyFile(R"({"shape":(0,4),"fortran_order":False,"descr":"<f4"})", "")));
}

void TestNpy::fortranOrderIsTurned()
{
    const std::string bytes
        = npyFile(dictionary("|u1", "(2, 3)", true), bytesOf({0, 1, 2, 3, 4, 5}));
    QCOMPARE(readNumbers(bytes)->values, (std::vector<double>{0, 2, 4, 1, 3, 5}));
    Matrix expected(2, 3);
    expected << 0, 2, 4, 1, 3, 5;
    QCOMPARE(*readSlice(*readNpy(bytes), 0), expected);
}

void TestNpy::aStackIsReadMatrixByMatrix()
{
    std::string data;
    for (int i = 0; i < 24; ++i)
        data += char(i);
    for (const bool fortran : {false, true}) {
        const std::string bytes = npyFile(dictionary("|u1", "(2, 2, 2, 3)", fortran), data);
        const Result<TensorView> view = readNpy(bytes);
        HEADLIGHT_VERIFY_OK(view);
        const Array array = *readArray(*view);
        for (Index slice = 0; slice < 4; ++slice) {
            const Matrix matrix = *readSlice(*view, slice);
            for (Index i = 0; i < 6; ++i)
                QCOMPARE(matrix(i / 3, i % 3), array.values[std::size_t(slice * 6 + i)]);
        }
    }
}

/// Found by fuzzing: a stack of no matrices has not even a first one.
void TestNpy::aStackHasOnlyItsOwnMatrices()
{
    const std::string none = npyFile(dictionary("<f8", "(2, 0, 3, 3)"), "");
    QVERIFY(!readSlice(*readNpy(none), 0));
    const std::string two = npyFile(dictionary("|u1", "(2, 1, 1)"), "ab");
    QCOMPARE((*readSlice(*readNpy(two), 1))(0, 0), double('b'));
    QVERIFY(!readSlice(*readNpy(two), 2));
    QVERIFY(!readSlice(*readNpy(two), -1));
}

void TestNpy::stringsAreRead()
{
    const std::string wide
        = npyFile(dictionary("<U2", "(3,)"),
                  bytesOf({'a',  0,    0, 0, 0,    0,    0, 0, // "a"
                           0x42, 0x30, 0, 0, 0x00, 0xf6, 1, 0, // "あ😀"
                           0,    0xd8, 0, 0, 0,    0,    0, 0})); // half a surrogate
    const Result<std::vector<std::string>> words = readStrings(*readNpy(wide));
    HEADLIGHT_VERIFY_OK(words);
    QCOMPARE(*words, (std::vector<std::string>{"a", "あ😀", "\xef\xbf\xbd"}));
    const std::string narrow = npyFile(dictionary("|S3", "(2,)"), std::string("ab\0 <s", 6));
    QCOMPARE(*readStrings(*readNpy(narrow)), (std::vector<std::string>{"ab", " <s"}));
    QVERIFY(!readNumbers(narrow));
    QVERIFY(!readStrings(*readNpy(npyFile(dictionary("|u1", "(1,)"), "a"))));
    QVERIFY(!readNpy(npyFile(dictionary("<U0", "(4,)"), "")));
}

void TestNpy::whatIsWrittenReadsBack()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 200; ++round) {
        Matrix matrix(Index(random() % 5), Index(random() % 5));
        for (double& value : std::span(matrix.data(), std::size_t(matrix.size())))
            value = std::bit_cast<double>(random());
        const std::string bytes = writeNpy(matrix);
        const Result<TensorView> view = readNpy(bytes);
        HEADLIGHT_VERIFY_OK(view);
        QVERIFY(sameBits(*readSlice(*view, 0), matrix));
        const Array array{{matrix.size(), 1, 1}, {matrix.data(), matrix.data() + matrix.size()}};
        const std::string again = writeNpy(array);
        QCOMPARE(readNpy(again)->shape, array.shape);
        const Matrix inFloat = matrix.cast<float>().cast<double>();
        QVERIFY(sameBits(*readSlice(*readNpy(writeNpy(inFloat)), 0), inFloat));
    }
}

void TestNpy::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const std::string& bytes, const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(part);
    };
    row("nothing", "", "does not start with");
    row("version 4", npyFile(dictionary("<f4", "()"), "1234", 4), "version 4.0");
    row("long header", npyFile(dictionary("<f4", "()") + std::string(70000, ' '), "1234", 2),
        "65536 are the limit");
    row("objects", npyFile(dictionary("|O", "(1,)"), "12345678"), "Python objects");
    row("complex", npyFile(dictionary("<c8", "(1,)"), "12345678"), "complex");
    row("bfloat16", npyFile(dictionary("<V2", "(1,)"), "12"), "float32");
    row("structured", npyFile("{'descr': [('a', '<f4')], 'shape': (1,)}", "1234"), "structured");
    row("one byte short", npyFile(dictionary("<f4", "(2,)"), "1234567"),
        "needs 8 bytes, but there are 7");
    row("one byte more", npyFile(dictionary("<f4", "(2,)"), "123456789"), "there are 9");
    row("much too large", npyFile(dictionary("<f8", "(65536, 65536)"), ""), "needs 34359738368");
    row("product", npyFile(dictionary("<f8", "(2000000000, 2000000000, 8)"), ""), "any file");
    row("long axis", npyFile(dictionary("<f8", "(9000000000000000000, 0)"), ""),
        "9000000000000000000");
    row("negative", npyFile(dictionary("<f8", "(-1, -1)"), "12345678"), "length -1");
    row("no shape", npyFile("{'descr': '<f4', 'fortran_order': False}", ""), "not all there");
    row("twice", npyFile("{'descr': '<f4', 'descr': '<f4'}", ""), "twice");
    row("deep", npyFile("{'shape': ((1,),)}", ""), "whole numbers");
}

void TestNpy::mistakesAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    const std::string file = bytes.toStdString();
    const Result<TensorView> view = readNpy(file);
    QVERIFY(!view);
    const QString message = QString::fromStdString(view.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void TestNpy::everyTruncationIsRefused()
{
    const std::string bytes = npyFile(dictionary("<i2", "(2, 3)"), "abcdefabcdef");
    HEADLIGHT_VERIFY_OK(readNpy(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
        QVERIFY(!readNpy(std::string_view(bytes).substr(0, length)));
}

void TestNpy::damageNeverHurts()
{
    const std::vector<std::string> files
        = {npyFile(dictionary("<f4", "(2, 3)", true), std::string(24, 'x')),
           npyFile(dictionary("<U2", "(2,)"), std::string(16, '\1'), 3)};
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        const std::string bytes = mutated(files[std::size_t(i) % 2], random);
        const Result<TensorView> view = readNpy(bytes);
        if (view && !readArray(*view))
            QVERIFY(isText(view->type));
        if (view && isText(view->type))
            (void)readStrings(*view).has_value();
    }
}

QTEST_APPLESS_MAIN(TestNpy)
#include "tst_npy.moc"
