#include "core/io/picture_text.h"

#include <QTest>

using namespace headlight;

namespace {

/// PNG, section 5.3; nobody reads the checksum.
std::string chunk(const std::string& type, const std::string& data)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += char(data.size() >> shift & 0xff);
    return bytes + type + data + "csum";
}

const std::string signature = "\x89PNG\r\n\x1a\n";
const std::string zero(1, '\0');

std::string svg(const std::string& inside)
{
    return "<?xml version=\"1.0\"?><!-- <note> --><svg a='>'>" + inside + "</svg>";
}

} // namespace

class TestPictureText : public QObject {
    Q_OBJECT

private slots:
    void chunksOfTextAreFound();
    void otherFilesHaveNone();
    void everyTruncationIsSurvived();
    void elementsAreFound_data();
    void elementsAreFound();
    void hostileFilesTakeNoTime();
};

void TestPictureText::chunksOfTextAreFound()
{
    const std::string other = chunk("IHDR", "0123456789abc") + chunk("tEXt", "Keys" + zero + "no");
    const std::string plain = signature + other + chunk("tEXt", "Key" + zero + "{a}");
    QCOMPARE(textInPng(plain, "Key").value_or("none"), "{a}");
    const std::string wide
        = signature + other + chunk("iTXt", "Key" + std::string(5, '\0') + "é") + chunk("IEND", "");
    QCOMPARE(textInPng(wide, "Key").value_or("none"), "é");
}

void TestPictureText::otherFilesHaveNone()
{
    for (const std::string& file :
         {std::string(), std::string("PNG"), signature, signature + chunk("IEND", ""),
          signature + chunk("tEXt", "Key"), signature + chunk("zTXt", "Key" + zero + zero + "x"),
          signature + std::string("\xff\xff\xff\xfftEXt", 8) + "Key" + zero + "a"})
        QVERIFY(!textInPng(file, "Key"));
}

void TestPictureText::everyTruncationIsSurvived()
{
    const std::string file
        = signature + chunk("IHDR", "0123456789abc") + chunk("tEXt", "Key" + zero + "{a}");
    for (std::size_t size = 0; size < file.size(); ++size)
        QVERIFY(!textInPng(std::string_view(file).substr(0, size), "Key"));
}

void TestPictureText::elementsAreFound_data()
{
    QTest::addColumn<QByteArray>("inside");
    QTest::addColumn<QByteArray>("text"); // null: none
    const auto row = [](const char* name, const char* inside, const QByteArray& text) {
        QTest::newRow(name) << QByteArray(inside) << text;
    };
    row("as written here", "<g/><m><note xmlns=\"urn:x\">{&quot;a&quot;:1}</note></m>",
        "{\"a\":1}");
    row("another prefix", "<g xmlns:n='urn:x'/><n:note id=\"5>\">a&#38;&#x62;</n:note>", "a&b");
    row("another name space", "<note xmlns=\"urn:y\">a</note>", {});
    row("empty", "<note xmlns=\"urn:x\"/>", {});
    row("not closed", "<note xmlns=\"urn:x\">a", {});
    row("an element inside", "<note xmlns=\"urn:x\">a<b/></note>", {});
    row("an entity of its own", "<note xmlns=\"urn:x\">&file;</note>", {});
    row("half an entity", "<note xmlns=\"urn:x\">&amp</note>", {});
    row("no such element", "<notes xmlns=\"urn:x\">a</notes>", {});
}

void TestPictureText::elementsAreFound()
{
    QFETCH(QByteArray, inside);
    QFETCH(QByteArray, text);
    const std::optional<std::string> found = textInSvg(svg(inside.toStdString()), "urn:x", "note");
    QCOMPARE(found.has_value(), !text.isNull());
    QCOMPARE(QByteArray::fromStdString(found.value_or("")), text);
}

/// Files that would take a reader which looks back from every tag some hours.
void TestPictureText::hostileFilesTakeNoTime()
{
    constexpr int million = 1'000'000;
    for (const QByteArray& piece : {QByteArray("<note>"), QByteArray("<"), QByteArray("<note a='"),
                                    QByteArray("<note "), QByteArray("&amp;")}) {
        QByteArray text = "<note xmlns='urn:x'>" + piece.repeated(million);
        QVERIFY(!textInSvg({text.constData(), std::size_t(text.size())}, "urn:x", "note"));
        text = piece.repeated(million) + '>'; // where a tag may end that began at the start
        QVERIFY(!textInSvg({text.constData(), std::size_t(text.size())}, "urn:x", "note"));
    }
}

QTEST_APPLESS_MAIN(TestPictureText)
#include "tst_picture_text.moc"
