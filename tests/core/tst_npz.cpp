#include "core/io/npz.h"
#include "tests/core/support/mutations.h"
#include "tests/core/support/near.h"

#include <QElapsedTimer>
#include <QTest>

using namespace headlight;

namespace {

std::string little(std::uint64_t number, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += char(number >> (8 * i) & 255);
    return text;
}

constexpr std::uint32_t crcOfAbc = 0x352441c2; // of "abc", as published

/// An archive of one stored member "a" holding "abc", with what may be wrong or unusual about it.
struct OneMember {
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = crcOfAbc;
    std::uint64_t size = 3;
    bool zip64 = false; // sizes and offset in extra fields, members and place in the zip64 records
    std::string comment = {};

    std::string bytes() const
    {
        const std::string local
            = little(0x04034b50, 4) + little(45, 2) + common(false) + "a" + extra(false) + "abc";
        const std::string central = little(0x02014b50, 4) + little(45, 2) + little(45, 2)
            + common(true) + little(0, 2) + little(0, 2) + little(0, 6)
            + little(zip64 ? 0xffffffff : 0, 4) + "a" + extra(true);
        return local + central + end(local.size(), central.size());
    }

private:
    std::string common(bool central) const
    {
        return little(flags, 2) + little(method, 2) + little(0, 4) + little(crc, 4)
            + little(zip64 ? 0xffffffff : 3, 4)
            + little(zip64 ? 0xffffffff : (central ? size : 3), 4) + little(1, 2)
            + little(extra(central).size(), 2);
    }
    std::string extra(bool central) const
    {
        if (!zip64)
            return {};
        return little(1, 2) + little(central ? 24 : 16, 2) + little(size, 8) + little(3, 8)
            + (central ? little(0, 8) : "");
    }
    std::string end(std::uint64_t offset, std::uint64_t length) const
    {
        const std::string records = little(0x06064b50, 4) + little(44, 8) + little(45, 2)
            + little(45, 2) + little(0, 8) + little(1, 8) + little(1, 8) + little(length, 8)
            + little(offset, 8) + little(0x07064b50, 4) + little(0, 4) + little(offset + length, 8)
            + little(1, 4);
        return (zip64 ? records : "") + little(0x06054b50, 4) + little(0, 4) + little(1, 2)
            + little(1, 2) + little(zip64 ? 0xffffffff : length, 4)
            + little(zip64 ? 0xffffffff : offset, 4) + little(comment.size(), 2) + comment;
    }
};

/// Every member unpacked, or what was wrong first.
Result<std::vector<std::string>> contents(const std::string& bytes)
{
    const Result<std::vector<ZipMember>> members = readZip(bytes);
    if (!members)
        return members.error();
    std::vector<std::string> result;
    for (const ZipMember& member : *members) {
        const Result<std::string> content = unpack(member);
        if (!content)
            return content.error();
        result.push_back(*content);
    }
    return result;
}

std::string randomText(std::size_t size, std::mt19937_64& random)
{
    std::string text;
    const unsigned variety = 1 + unsigned(random() % 255);
    for (std::size_t i = 0; i < size; ++i)
        text += char(random() % variety);
    return text;
}

} // namespace

class TestNpz : public QObject {
    Q_OBJECT

private slots:
    void aMemberByHandIsRead();
    void zip64IsRead();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void whatIsWrittenReadsBack();
    void matricesReadBack();
    void equalFilesGiveEqualBytes();
    void aBombIsRefusedAtOnce();
    void ourOwnZerosAreNoBomb();
    void everyTruncationIsRefused();
    void damageNeverHurts();
};

void TestNpz::aMemberByHandIsRead()
{
    const Result<std::vector<std::string>> read = contents(OneMember{.comment = "PK\5\6"}.bytes());
    HEADLIGHT_VERIFY_OK(read);
    QCOMPARE(*read, std::vector<std::string>{"abc"});
    QVERIFY(!readNpz(OneMember().bytes()));
}

void TestNpz::zip64IsRead()
{
    const Result<std::vector<std::string>> read = contents(OneMember{.zip64 = true}.bytes());
    HEADLIGHT_VERIFY_OK(read);
    QCOMPARE(*read, std::vector<std::string>{"abc"});
    QVERIFY(!readZip(OneMember{.size = std::uint64_t(1) << 40, .zip64 = true}.bytes()));
}

void TestNpz::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const std::string& bytes, const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(part);
    };
    row("nothing", "", "end record");
    row("encrypted", OneMember{.flags = 1}.bytes(), "encrypted");
    row("method", OneMember{.method = 14}.bytes(), "method 14");
    row("checksum", OneMember{.crc = 1}.bytes(), "damaged");
    row("deflate", OneMember{.method = 8}.bytes(), "damaged");
    row("size", OneMember{.size = 4}.bytes(), "differently");
    row("huge size", OneMember{.size = 0xfffffff0}.bytes(), "the limit for its size");
    row("twice", *writeZip({{"a", "1"}, {"a", "2"}}), "twice");
    row("in front", "x" + OneMember().bytes(), "directory");
}

void TestNpz::mistakesAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    const Result<std::vector<std::string>> read = contents(bytes.toStdString());
    QVERIFY(!read);
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void TestNpz::whatIsWrittenReadsBack()
{
    std::mt19937_64 random(3);
    for (int round = 0; round < 100; ++round) {
        std::vector<ZipFile> files;
        for (std::size_t i = random() % 5; i > 0; --i)
            files.push_back({"é" + std::to_string(i), randomText(random() % 5000, random)});
        const std::string bytes = *writeZip(files);
        const Result<std::vector<std::string>> read = contents(bytes);
        HEADLIGHT_VERIFY_OK(read);
        QCOMPARE(read->size(), files.size());
        for (std::size_t i = 0; i < files.size(); ++i)
            QCOMPARE((*read)[i], files[i].content);
    }
}

void TestNpz::matricesReadBack()
{
    const Matrix a = Matrix::Random(40, 30);
    const std::string bytes = *writeNpz({{"layers.0.W_Q", a}, {"empty", Matrix(0, 3)}});
    const Result<std::vector<ZipMember>> arrays = readNpz(bytes);
    HEADLIGHT_VERIFY_OK(arrays);
    QCOMPARE(arrays->at(0).name, std::string("layers.0.W_Q"));
    const std::string content = *unpack(arrays->at(0));
    QVERIFY(sameBits(*readSlice(*readNpy(content), 0), a));
    const std::string empty = *unpack(arrays->at(1));
    QCOMPARE(readSlice(*readNpy(empty), 0)->cols(), 3);
}

void TestNpz::equalFilesGiveEqualBytes()
{
    const std::vector<NamedMatrix> matrices = {{"a", Matrix::Ones(9, 9)}};
    QCOMPARE(*writeNpz(matrices), *writeNpz(matrices));
}

void TestNpz::aBombIsRefusedAtOnce()
{
    const std::string zeros(15 << 20, '\0'); // small enough to be deflated by us
    const std::string bytes = *writeZip({{"a", zeros}, {"b", zeros}});
    QVERIFY(bytes.size() < 100000);
    QElapsedTimer timer;
    timer.start();
    const Result<std::vector<ZipMember>> members = readZip(bytes);
    QVERIFY(timer.elapsed() < 50);
    QVERIFY(!members);
    QVERIFY(QByteArray::fromStdString(members.error().message).contains("the limit for its size"));
}

void TestNpz::ourOwnZerosAreNoBomb()
{
    const std::string bytes = *writeNpz({{"zeros", Matrix::Zero(1500, 1500)}});
    HEADLIGHT_VERIFY_OK(contents(bytes));
}

void TestNpz::everyTruncationIsRefused()
{
    const std::string bytes = *writeNpz({{"a", Matrix::Identity(9, 9)}, {"b", Matrix::Ones(1, 1)}});
    HEADLIGHT_VERIFY_OK(contents(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
        QVERIFY(!readZip(bytes.substr(0, length)));
}

void TestNpz::damageNeverHurts()
{
    const std::vector<std::string> files
        = {*writeNpz({{"a", Matrix::Identity(9, 9)}, {"b", Matrix::Ones(1, 1)}}),
           OneMember{.zip64 = true}.bytes()};
    std::mt19937_64 random(11);
    int refused = 0;
    for (int i = 0; i < 20000; ++i)
        refused += contents(mutated(files[std::size_t(i) % 2], random)) ? 0 : 1;
    QVERIFY2(refused > 15000, qPrintable(QString::number(refused)));
}

QTEST_APPLESS_MAIN(TestNpz)
#include "tst_npz.moc"
