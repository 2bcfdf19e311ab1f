#include "core/io/safetensors.h"
#include "tests/core/support/mutations.h"
#include "tests/core/support/near.h"

#include <QTest>

using namespace headlight;

namespace {

std::string fileOf(const std::string& header, const std::string& data)
{
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes += char(header.size() >> (8 * i) & 255);
    return bytes + header + data;
}

// No raw strings around single quotation marks: moc 6.4 loses its way in them.
std::string entry(const std::string& name, const std::string& type, const std::string& shape,
                  const std::string& offsets)
{
    return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape
        + ",\"data_offsets\":" + offsets + "}";
}

/// Two tensors listed against the order of their bytes.
std::string twoTensors()
{
    return fileOf("{" + entry("b", "F32", "[1]", "[4,8]") + ",\"__metadata__\":{\"format\":\"pt\"},"
                      + entry("a", "BF16", "[2,1]", "[0,4]") + "}  ",
                  std::string("\x80\x3f\x00\xc0\x00\x00\x20\x40", 8));
}

} // namespace

class TestSafetensors : public QObject {
    Q_OBJECT

private slots:
    void tensorsAreReadInTheOrderOfTheirBytes();
    void emptyAndScalarTensorsAreLegal();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void everyTruncationIsRefused();
    void damageNeverHurts();
};

void TestSafetensors::tensorsAreReadInTheOrderOfTheirBytes()
{
    const std::string bytes = twoTensors();
    const Result<std::vector<NamedTensor>> tensors = readSafetensors(bytes);
    HEADLIGHT_VERIFY_OK(tensors);
    QCOMPARE(tensors->size(), std::size_t(2));
    QCOMPARE(tensors->at(0).name, std::string("a"));
    QCOMPARE(readArray(tensors->at(0).view)->values, (std::vector<double>{1, -2}));
    QCOMPARE(readArray(tensors->at(1).view)->values, (std::vector<double>{2.5}));
}

void TestSafetensors::emptyAndScalarTensorsAreLegal()
{
    HEADLIGHT_VERIFY_OK(readSafetensors(fileOf("{}", "")));
    HEADLIGHT_VERIFY_OK(readSafetensors(fileOf(R"({"__metadata__":{}})", "")));
    const std::string bytes = fileOf("{" + entry("z", "F64", "[0,9]", "[0,0]") + ","
                                         + entry("s", "U8", "[]", "[0,1]") + "}",
                                     "\7");
    const Result<std::vector<NamedTensor>> tensors = readSafetensors(bytes);
    HEADLIGHT_VERIFY_OK(tensors);
    QCOMPARE(readSlice(tensors->at(0).view, 0)->cols(), 9);
    QCOMPARE((*readSlice(tensors->at(1).view, 0))(0, 0), 7.0);
}

void TestSafetensors::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const std::string& bytes, const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(part);
    };
    const auto one = [](const std::string& fields, const std::string& data = "12345678") {
        return fileOf("{" + fields + "}", data);
    };
    row("short", "1234567", "shorter than 8 bytes");
    row("huge header", std::string(8, '\x7f') + "{}", "100000000 are the limit");
    row("not an object", fileOf("[]", ""), "start with");
    row("bad JSON", fileOf("{\"a\":", ""), "JSON");
    row("fraction", one(entry("a", "F32", "[2.0]", "[0,8]")), "not whole");
    row("negative", one(entry("a", "F32", "[-2]", "[0,8]")), "negative");
    row("twice", one(entry("a", "F32", "[2]", "[0,8]") + "," + entry("a", "F32", "[2]", "[0,8]")),
        "two fields");
    row("nested", one(R"("a":{"dtype":{"x":1}})"), "nested");
    row("lists", one(R"("a":{"shape":[[1]]})"), "list");
    row("unknown field", one(R"("a":{"color":"red"})"), "color");
    row("no shape", one(R"("a":{"dtype":"F32","data_offsets":[0,8]})"), "lacks");
    row("metadata", one(R"("__metadata__":{"a":1})"), "number");
    row("dtype", one(entry("a", "F8_E4M3", "[8]", "[0,8]")), "F8_E4M3");
    row("overlap", one(entry("a", "F32", "[2]", "[0,8]") + "," + entry("b", "F32", "[1]", "[4,8]")),
        "end at byte 8");
    row("gap", one(entry("a", "F32", "[1]", "[4,8]")), "end at byte 0");
    row("rest", one(entry("a", "F32", "[1]", "[0,4]")), "byte 4 of 8");
    row("shape", one(entry("a", "F32", "[3]", "[0,8]")), "needs 12 bytes");
    row("wraps", one(entry("a", "F32", "[4294967296,4294967296]", "[0,8]")), "4294967296");
    row("backwards", one(entry("a", "F32", "[1]", "[8,4]")), "no range");
}

void TestSafetensors::mistakesAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    const std::string file = bytes.toStdString();
    const Result<std::vector<NamedTensor>> tensors = readSafetensors(file);
    QVERIFY(!tensors);
    const QString message = QString::fromStdString(tensors.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void TestSafetensors::everyTruncationIsRefused()
{
    const std::string bytes = twoTensors();
    for (std::size_t length = 0; length < bytes.size(); ++length)
        QVERIFY(!readSafetensors(std::string_view(bytes).substr(0, length)));
}

void TestSafetensors::damageNeverHurts()
{
    const std::string bytes = twoTensors();
    std::mt19937_64 random(5);
    for (int i = 0; i < 20000; ++i) {
        const std::string damaged = mutated(bytes, random);
        const Result<std::vector<NamedTensor>> tensors = readSafetensors(damaged);
        for (const NamedTensor& tensor : tensors ? *tensors : std::vector<NamedTensor>())
            HEADLIGHT_VERIFY_OK(readArray(tensor.view));
    }
}

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
