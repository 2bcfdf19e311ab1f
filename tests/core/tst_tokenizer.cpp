#include "core/text/tokenizer.h"

#include "core/text/characters.h"
#include "tests/core/support/odd_texts.h"

#include <QTest>

#include <random>

using namespace headlight;

namespace {

QByteArrayList tokensOf(const QByteArray& sentence)
{
    QByteArrayList tokens;
    for (const std::string& token : tokenize(sentence.toStdString()))
        tokens << QByteArray::fromStdString(token);
    return tokens;
}

/// Tokens are pieces of the sentence in order, and between them lie only separators and joiners
/// that join nothing.
bool accountsForEveryByte(const std::string& sentence, const std::vector<std::string>& tokens)
{
    std::size_t at = 0;
    const auto skipTo = [&](std::size_t end) {
        for (const CodePoint& point : decode(std::string_view(sentence).substr(at, end - at))) {
            if (!isSeparator(point.value) && point.value != zeroWidthJoiner
                && point.value != zeroWidthNonJoiner)
                return false;
        }
        return true;
    };
    for (const std::string& token : tokens) {
        const std::size_t found = sentence.find(token, at);
        if (token.empty() || found == std::string::npos || !skipTo(found))
            return false;
        at = found + token.size();
    }
    return skipTo(sentence.size());
}

} // namespace

class TestTokenizer : public QObject {
    Q_OBJECT

private slots:
    void splitsASentence_data();
    void splitsASentence();
    void everyByteIsInATokenOrSeparates_data();
    void everyByteIsInATokenOrSeparates();
    void tokensDoNotSplitFurther_data();
    void tokensDoNotSplitFurther();
    void anyBytesAreTokenized();
    void aLongWordIsOneToken();
};

void TestTokenizer::splitsASentence_data()
{
    QTest::addColumn<QByteArray>("sentence");
    QTest::addColumn<QByteArrayList>("tokens");
    const auto row
        = [](const char* name, const QByteArray& sentence, const QByteArrayList& tokens) {
              QTest::newRow(name) << sentence << tokens;
          };
    row("empty", "", {});
    row("only spaces", " \t\n ", {});
    row("words", "birds eat seeds", {"birds", "eat", "seeds"});
    row("spaces around", "  birds  eat ", {"birds", "eat"});
    row("full stop", "The dog bit the man.", {"The", "dog", "bit", "the", "man", "."});
    row("apostrophes", "don't dogs' 'no'", {"don't", "dogs", "'", "'", "no", "'"});
    row("typographic apostrophe", "don’t", {"don’t"});
    row("two apostrophes", "a''b", {"a", "'", "'", "b"});
    row("hyphen", "well-known", {"well", "-", "known"});
    row("underscore", "d_k", {"d_k"});
    row("decimal", "3.14", {"3", ".", "14"});
    row("comparison", "a < b", {"a", "<", "b"});
    row("heart", "a <3 b", {"a", "<", "3", "b"});
    row("start of sentence", "<s>The", {"<s>", "The"});
    row("element", "<b>x</b>", {"<b>", "x", "</b>"});
    row("empty element", "a<br/>b", {"a", "<br/>", "b"});
    row("bars", "<|endoftext|>", {"<|endoftext|>"});
    row("attribute", "<a b>", {"<", "a", "b", ">"});
    row("empty brackets", "<> []", {"<", ">", "[", "]"});
    row("unclosed", "<s", {"<", "s"});
    row("BERT", "[CLS] a [SEP]", {"[CLS]", "a", "[SEP]"});
    row("index", "a[i] [1]", {"a", "[", "i", "]", "[", "1", "]"});
    row("entity", "&lt;", {"&", "lt", ";"});
    row("family", "a👨‍👩‍👧‍👦b", {"a", "👨‍👩‍👧‍👦", "b"});
    row("skin tones", "👍🏽👍🏿", {"👍🏽", "👍🏿"});
    row("arrow joined", "🙂‍↔️!", {"🙂‍↔️", "!"});
    row("flags", "🇩🇪🇫🇷", {"🇩🇪", "🇫🇷"});
    row("half a flag", "🇩 x", {"🇩", "x"});
    row("flag of tags", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007Fx",
        {"🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "x"});
    row("rainbow flag", "🏳️‍🌈", {"🏳️‍🌈"});
    row("keycaps", "1️⃣#️⃣2⃣", {"1️⃣", "#️⃣", "2⃣"});
    row("keycap after a digit", "a12️⃣", {"a1", "2️⃣"});
    row("variation selector", "❤️❤", {"❤️", "❤"});
    row("combining", "e\u0301te\u0301", {"e\u0301te\u0301"});
    row("combining arrow", "a\u20d7 b", {"a\u20d7", "b"});
    row("combining on punctuation", "=\u0338!", {"=\u0338", "!"});
    row("Devanagari", "नमस्ते दुनिया।", {"नमस्ते", "दुनिया", "।"});
    row("Arabic", "مرحبا، كيف؟", {"مرحبا", "،", "كيف", "؟"});
    row("Persian non-joiner", "می‌خواهم", {"می‌خواهم"});
    row("Hebrew", "שלום עולם", {"שלום", "עולם"});
    row("Han", "中文，好", {"中", "文", "，", "好"});
    row("ideographic variant", "葛\U000E0100飾", {"葛\U000E0100", "飾"});
    row("Japanese", "犬がカタカナ・テスト。", {"犬", "がカタカナ", "・", "テスト", "。"});
    row("Hangul", "한국어 문장", {"한국어", "문장"});
    row("guillemets", "«да»", {"«", "да", "»"});
    row("full width", "ａ！", {"ａ", "！"});
    row("Spanish", "¿Qué?", {"¿", "Qué", "?"});
    row("mathematics", "x≠y→z", {"x", "≠", "y", "→", "z"});
    row("superscript", "x² H₂O", {"x²", "H₂O"});
    row("Unicode spaces", "a\u00a0b\u2003c\u3000d\u2028e", {"a", "b", "c", "d", "e"});
    row("zero-width space", "a\u200bb\ufeffc", {"a", "b", "c"});
    row("directions", "\u202ea\u202c \u2066b\u2069", {"a", "b"});
    row("lonely joiners", "\u200d a \u200c", {"a"});
    row("NUL", QByteArray("a\0b", 3), {"a", "b"});
    row("invalid bytes", "a\xff\xfe z", {"a\xff\xfe", "z"});
    row("cut off", "a\xe2\x82", {"a\xe2\x82"});
    row("overlong space", "a\xc0\xa0\xe0\x80\xa0z", {"a\xc0\xa0\xe0\x80\xa0z"});
}

void TestTokenizer::splitsASentence()
{
    QFETCH(QByteArray, sentence);
    QFETCH(QByteArrayList, tokens);
    QCOMPARE(tokensOf(sentence), tokens);
}

void TestTokenizer::everyByteIsInATokenOrSeparates_data()
{
    QTest::addColumn<QByteArray>("sentence");
    for (std::size_t i = 0; i < oddTexts().size(); ++i)
        QTest::addRow("%zu", i) << QByteArray::fromStdString(oddTexts()[i]);
}

void TestTokenizer::everyByteIsInATokenOrSeparates()
{
    QFETCH(QByteArray, sentence);
    const std::string text = sentence.toStdString();
    QVERIFY(accountsForEveryByte(text, tokenize(text)));
}

void TestTokenizer::tokensDoNotSplitFurther_data()
{
    everyByteIsInATokenOrSeparates_data();
}

void TestTokenizer::tokensDoNotSplitFurther()
{
    QFETCH(QByteArray, sentence);
    for (const QByteArray& token : tokensOf(sentence))
        QCOMPARE(tokensOf(token), QByteArrayList{token});
}

void TestTokenizer::anyBytesAreTokenized()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 5000; ++i) {
        std::string text(random() % 40, ' ');
        for (char& c : text)
            c = char(random());
        QVERIFY(accountsForEveryByte(text, tokenize(text)));
    }
}

void TestTokenizer::aLongWordIsOneToken()
{
    const std::string word(1 << 20, 'x');
    QCOMPARE(tokenize(word), std::vector<std::string>{word});
    QCOMPARE(tokenize(std::string(1 << 20, '.')).size(), std::size_t(1 << 20));
}

QTEST_APPLESS_MAIN(TestTokenizer)
#include "tst_tokenizer.moc"
