#include "core/dialects/dialect.h"
#include "core/io/array_file.h"
#include "core/io/document_json.h"
#include "core/io/matrix_file.h"
#include "core/io/recording.h"
#include "tests/core/support/memory_limit.h"
#include "tests/core/support/near.h"
#include "tests/core/support/reference_files.h"

#include <QTest>

#include <ctime>
#include <map>

using namespace headlight;

namespace {

constexpr std::uint64_t memoryBesideTheFile = 64 << 20;

/// What must stand in the sentence that refuses a file: the field, its value, the limit.
const std::map<std::string, std::vector<const char*>> reasons = {
    {"st_empty_file.safetensors", {"shorter than 8 bytes"}},
    {"st_7_bytes.safetensors", {"shorter than 8 bytes"}},
    {"st_header_len_huge.safetensors", {"header", "9223372036854775807", "73", "100000000"}},
    {"st_header_len_u64max.safetensors", {"header", "18446744073709551615", "73", "100000000"}},
    {"st_header_len_past_eof.safetensors", {"header", "5000", "73"}},
    {"st_header_len_zero.safetensors", {"header", "“{”"}},
    {"st_header_not_json.safetensors", {"header", "no valid JSON at its byte 6"}},
    {"st_header_not_object.safetensors", {"header", "“{”"}},
    {"st_header_not_utf8.safetensors", {"header", "no valid JSON at its byte 3"}},
    {"st_header_bom_space.safetensors", {"header", "“{”"}},
    {"st_deep_json.safetensors", {"header", "list outside of"}},
    {"st_dup_keys.safetensors", {"two fields", "“a”"}},
    {"st_overlap.safetensors", {"“b”", "byte 8", "byte 16"}},
    {"st_alias.safetensors", {"“b”", "byte 0", "byte 16"}},
    {"st_hole.safetensors", {"“b”", "byte 20", "byte 16"}},
    {"st_trailing.safetensors", {"byte 16 of 20"}},
    {"st_reversed_offsets.safetensors", {"“a”", "“data_offsets”", "[16, 0]", "16 bytes"}},
    {"st_offset_past_eof.safetensors", {"“a”", "“data_offsets”", "[0, ", "16 bytes"}},
    {"st_negative_offset.safetensors", {"“a”", "negative"}},
    {"st_float_offset.safetensors", {"“a”", "not whole"}},
    {"st_three_offsets.safetensors", {"“a”", "“data_offsets”", "16 bytes"}},
    {"st_shape_size_mismatch.safetensors", {"“a”", "1000 x 1000", "4000000 bytes", "16"}},
    {"st_shape_overflow.safetensors", {"“a”", "axis of length 4294967296", "2147483648"}},
    {"st_shape_overflow2.safetensors", {"“a”", "axis of length 4611686018427387905", "2147483648"}},
    {"st_negative_dim.safetensors", {"“a”", "negative"}},
    {"st_dim_float.safetensors", {"“a”", "not whole"}},
    {"st_unknown_dtype.safetensors", {"“a”", "dtype", "F33"}},
    {"st_missing_field.safetensors", {"“a”", "lacks the field “shape”"}},
    {"st_1000_dims.safetensors", {"“a”", "more than 64 numbers"}},
    {"st_metadata_not_string.safetensors", {"list outside of"}},
    {"npy_bad_magic.npy", {"“NUMPY”"}},
    {"npy_v9.npy", {"version 9.0", "1.0, 2.0 and 3.0"}},
    {"npy_header_past_eof.npy", {"header", "claims 60000 bytes", "118"}},
    {"npy_header_4g.npy", {"header", "claims 4294967295 bytes", "142"}},
    {"npy_object.npy", {"Python objects", "“|O”", "run code"}},
    {"npy_structured.npy", {"structured type"}},
    {"npy_code_in_header.npy", {"“descr”"}},
    {"npy_shape_overflow.npy", {"axis of length 4294967296", "2147483648"}},
    {"npy_shape_negative.npy", {"axis of length -2"}},
    {"npy_truncated.npy", {"2 x 3", "24 bytes", "23"}},
    {"npy_complex.npy", {"complex numbers", "“<c8”"}},
    {"npy_string.npy", {"text, not numbers"}},
    {"npy_trailing.npy", {"2 x 3", "24 bytes", "26"}},
    {"npy_no_shape.npy", {"“shape”"}},
    {"npy_deep_tuple.npy", {"“shape”", "whole numbers"}},
    {"npz_bomb_25MB.npz", {"24496 bytes", "21676416", "“a.npy”"}},
    {"npz_dup_member.npz", {"“a.npy”", "twice"}},
    {"npz_not_npy.npz", {"none of its 1 members"}},
    {"npz_empty.npz", {"none of its 0 members"}},
    {"npz_bad_crc.npz", {"“a”", "checksum"}},
    {"npz_truncated.npz", {"end record is missing"}},
    {"npz_size_lie.npz", {"260 bytes", "16829216", "“a.npy”"}},
    {"npz_cd_offset_bad.npz", {"directory does not fit"}},
    {"npz_method_99.npz", {"“a.npy”", "method 99", "deflated (8)"}},
    {"npz_encrypted_flag.npz", {"“a.npy”", "encrypted"}},
};

/// Every number of every array in a file, or what was wrong first.
Result<std::vector<Array>> everyArray(const std::string& bytes, std::string_view extension)
{
    const Result<ArrayFile> file = ArrayFile::open(bytes, extension);
    if (!file)
        return file.error();
    std::vector<Array> arrays;
    for (std::size_t i = 0; i < file->size(); ++i) {
        const Result<LoadedArray> loaded = file->load(i);
        if (!loaded)
            return loaded.error();
        Result<Array> array = readArray(loaded->view);
        if (!array)
            return array.error();
        arrays.push_back(std::move(*array));
    }
    return arrays;
}

std::string suffixOf(const std::string& name)
{
    return name.substr(name.rfind('.') + 1);
}

double processorSeconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

std::string little(std::uint64_t number, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += char(number >> (8 * i) & 255);
    return text;
}

std::string npyClaiming(const std::string& shape, std::uint64_t headerLength = 0)
{
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + "}";
    return "\x93NUMPY" + little(2, 2) + little(headerLength != 0 ? headerLength : header.size(), 4)
        + header;
}

std::string safetensorsClaiming(const std::string& shape)
{
    const std::string header
        = R"({"a":{"dtype":"F64","shape":)" + shape + R"(,"data_offsets":[0,8]}})";
    return little(header.size(), 8) + header + "12345678";
}

/// A document of `words` words whose rows hold one number, but whose d_model is the largest there
/// is.
std::string documentClaiming(int words)
{
    std::string rows;
    for (int i = 0; i < words; ++i)
        rows += (i == 0 ? "\"w" : ", \"w") + std::to_string(i) + "\": [1]";
    return R"({"headlight": 1, "sentence": "", "tokens": [], "config": {"d_model": 16384, )"
           R"("d_k": 1, "d_v": 1, "layers": 1, "heads": 1}, "embeddings": {)"
        + rows + R"(}, "layers": "seeded"})";
}

/// One long row and many short ones: as a rectangle, far more cells than the text has.
std::string raggedTable(char separator)
{
    std::string text = "1" + std::string(100000, separator) + "\n";
    for (int i = 0; i < 100000; ++i)
        text += "1\n";
    return text;
}

} // namespace

/// What claims to be larger than it is, or is not what it claims to be.
class TestHostileFiles : public QObject {
    Q_OBJECT

private slots:
    void strangersFilesAreJudgedRight_data();
    void strangersFilesAreJudgedRight();
    void everyReasonIsOfAFileThatExists();
    void claimsBeyondTheFileTakeNoMemory_data();
    void claimsBeyondTheFileTakeNoMemory();
    void deepNestingIsRefused_data();
    void deepNestingIsRefused();
};

void TestHostileFiles::strangersFilesAreJudgedRight_data()
{
    QTest::addColumn<HostileFile>("file");
    for (const char* prefix : {"st_", "npy_", "npz_"}) {
        for (const HostileFile& file : hostileFiles(prefix))
            QTest::newRow(file.name.c_str()) << file;
    }
    if (hostileFiles("st_").empty())
        QTest::newRow("absent") << HostileFile{};
}

void TestHostileFiles::strangersFilesAreJudgedRight()
{
    QFETCH(HostileFile, file);
    if (file.name.empty())
        QSKIP("The reference material is not here: set HEADLIGHT_REFERENCE to its folder.");
    const MemoryLimit limit(file.bytes.size() + memoryBesideTheFile);
    const double start = processorSeconds();
    const Result<std::vector<Array>> arrays = everyArray(file.bytes, suffixOf(file.name));
    const double seconds = processorSeconds() - start;
    // Bytes behind a .npy are refused; a member's name is never used as a path, so does no harm.
    const bool accepted = file.expectation.starts_with("accept")
        && file.expectation.find("ignores") == std::string::npos;
    QVERIFY2(arrays.has_value() == accepted, file.why.c_str());
    QVERIFY2(seconds < (MemoryLimit::works() ? 0.05 : 1.0), qPrintable(QString::number(seconds)));
    if (accepted)
        return;
    QVERIFY2(reasons.contains(file.name), "A reason is to be added to this test.");
    const QString message = QString::fromStdString(arrays.error().message);
    for (const char* part : reasons.at(file.name))
        QVERIFY2(message.contains(QString::fromUtf8(part)), qPrintable(message));
}

void TestHostileFiles::everyReasonIsOfAFileThatExists()
{
    if (hostileFiles("st_").empty())
        QSKIP("The reference material is not here: set HEADLIGHT_REFERENCE to its folder.");
    for (const auto& [name, parts] : reasons)
        QCOMPARE(hostileFiles(name).size(), std::size_t(1));
}

void TestHostileFiles::claimsBeyondTheFileTakeNoMemory_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const std::string& bytes, const char* format,
                        const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(format) << QString(part);
    };
    row("32 GiB array", npyClaiming("(65536, 65536)"), "npy", "34359738368");
    row("2^63 rows", npyClaiming("(9223372036854775807,)"), "npy", "9223372036854775807");
    row("4 GiB header", npyClaiming("(1,)", 0xffffffff), "npy", "4294967295");
    row("2^64 rows", safetensorsClaiming("[18446744073709551615]"), "safetensors", "2147483648");
    row("32 GiB tensor", safetensorsClaiming("[65536,65536]"), "safetensors", "34359738368");
    row("header of 2^63 bytes", little(std::uint64_t(1) << 63, 8) + "{}", "safetensors",
        "9223372036854775808");
    row("wide embeddings", documentClaiming(1000), "headlight",
        "embeddings.w0 is 1 x 1, but this model needs 1 x 16384");
    row("ragged csv", raggedTable(','), "csv", "cells");
    row("ragged tsv", raggedTable('\t'), "tsv", "cells");
}

void TestHostileFiles::claimsBeyondTheFileTakeNoMemory()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, format);
    QFETCH(QString, part);
    const std::string text = bytes.toStdString();
    const MemoryLimit limit(text.size() + memoryBesideTheFile);
    std::string message;
    if (format == QStringLiteral("headlight")) {
        if (const Result<Document> document = readDocument(text); !document)
            message = document.error().message;
    } else if (const Result<Matrix> matrix = readMatrixFile(text, format.toStdString()); !matrix) {
        message = matrix.error().message;
    }
    QVERIFY2(QString::fromStdString(message).contains(part), message.c_str());
}

void TestHostileFiles::deepNestingIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("lists") << QByteArray(200000, '[');
    QTest::newRow("objects") << QByteArray("{\"a\":").repeated(200000);
}

void TestHostileFiles::deepNestingIsRefused()
{
    QFETCH(QByteArray, text);
    const std::string bytes = text.toStdString();
    QVERIFY(!readDocument(bytes));
    QVERIFY(!readMatrix(bytes, Dialect::Json));
    QVERIFY(!readAnyMatrix(bytes));
    QVERIFY(!readRecording({"", "npy", bytes}));
}

QTEST_APPLESS_MAIN(TestHostileFiles)
#include "tst_hostile_files.moc"
