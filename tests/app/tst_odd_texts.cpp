#include "core/dialects/dialect.h"
#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "tests/app/person.h"
#include "tests/core/support/near.h"
#include "tests/core/support/odd_texts.h"
#include "ui/figure/figure_export.h"
#include "ui/style/plain_text.h"
#include "ui/style/resources.h"
#include "ui/views/token_chips.h"
#include "ui/views/token_texts.h"

#include <QRegularExpression>
#include <QTextBoundaryFinder>
#include <QTextDocument>
#include <QXmlStreamReader>

using namespace headlight;

namespace {

/// As a person can type it: what is no UTF-8 has become U+FFFD on its way through Qt.
QString typed(std::size_t text)
{
    return QString::fromStdString(oddTexts()[text]);
}

Matrix numbersFor(const std::vector<std::string>& tokens)
{
    Matrix matrix(Index(tokens.size()), Index(tokens.size()));
    for (Index r = 0; r < matrix.rows(); ++r) {
        for (Index c = 0; c < matrix.cols(); ++c)
            matrix(r, c) = double(r) + double(c) / 8;
    }
    return matrix;
}

/// Whether Qt shows the text as it is written: no control characters, no other line ends.
bool isOneLineOfText(const QString& text)
{
    static const QRegularExpression odd(QStringLiteral(
        "[\\x00-\\x1f\\x7f-\\x9f\\x{2028}\\x{2029}\\x{fdd0}-\\x{fdef}\\x{fffe}\\x{ffff}]"));
    return !text.contains(odd);
}

} // namespace

/// Every odd text from the sentence to files and back: no token vanishes as HTML, no character is
/// cut.
class TestOddTexts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void cleanupTestCase() { m_person.reset(); }
    /// Which scripts have a font is up to the machine.
    void init() { failOnAnyWarning(QStringLiteral("\\s*OpenType support missing")); }

    void theWindowShowsEveryTokenAsItIs_data() { eachText(); }
    void theWindowShowsEveryTokenAsItIs();
    void charactersStayWhole_data() { eachText(); }
    void charactersStayWhole();
    void documentsKeepEveryByte_data() { eachText(); }
    void documentsKeepEveryByte();
    void toolTipsShowTextAndNoHtml_data() { eachText(); }
    void toolTipsShowTextAndNoHtml();
    void figuresAreWellFormed_data() { eachText(); }
    void figuresAreWellFormed();
    void tablesReadBackBesideAnyHeadings_data() { eachText(); }
    void tablesReadBackBesideAnyHeadings();
    void aWordOfAMegabyteIsShown();

private:
    std::unique_ptr<Person> m_person; // one window for all texts: making it takes most of the time

    static void eachText()
    {
        QTest::addColumn<std::size_t>("text");
        for (std::size_t i = 0; i < oddTexts().size(); ++i)
            QTest::addRow("%zu", i) << i;
    }
};

void TestOddTexts::theWindowShowsEveryTokenAsItIs()
{
    QFETCH(std::size_t, text);
    if (!m_person)
        m_person = std::make_unique<Person>();
    Person& person = *m_person;
    person.window.session().edit(SetSentence{typed(text).toStdString()});
    person.settle();
    const QStringList tokens = tokenTexts(person.snapshot->document->tokens);
    const auto* figure = person.find<FigureWidget>("singleHead");
    QCOMPARE(figure->figure().rowLabels, tokens);
    const QAbstractItemModel* table
        = person.find<MatrixEditor>("matrixEditor")->inputPane()->view()->model();
    for (int row = 0; row < table->rowCount(); ++row)
        QCOMPARE(table->headerData(row, Qt::Vertical).toString(), tokens.value(row));
    QVERIFY(!person.window.grab().isNull()); // everything has drawn it
    QVERIFY(!person.window.findChild<TokenChips*>()->grab().isNull());
}

/// Against Qt's own idea of what a person takes for one character.
void TestOddTexts::charactersStayWhole()
{
    QFETCH(std::size_t, text);
    const QString sentence = typed(text);
    QTextBoundaryFinder boundaries(QTextBoundaryFinder::Grapheme, sentence);
    qsizetype at = 0;
    for (const std::string& token : newDocument(sentence.toStdString()).tokens) {
        const QString word = QString::fromStdString(token);
        const qsizetype begin = sentence.indexOf(word, at);
        QVERIFY(begin >= 0);
        at = begin + word.size();
        for (const qsizetype end : {begin, at}) {
            boundaries.setPosition(end);
            QVERIFY2(boundaries.isAtBoundary(), qPrintable(word));
        }
    }
}

void TestOddTexts::documentsKeepEveryByte()
{
    QFETCH(std::size_t, text);
    Document document = newDocument(typed(text).toStdString());
    document.title = document.note = typed(text).toStdString();
    const std::string written = writeDocument(document);
    const Result<Document> again = readDocument(written);
    HEADLIGHT_VERIFY_OK(again);
    QCOMPARE(again->sentence, document.sentence);
    QCOMPARE(again->note, document.note);
    QCOMPARE(again->tokens, document.tokens);
    QCOMPARE(writeDocument(*again), written);
}

void TestOddTexts::toolTipsShowTextAndNoHtml()
{
    QFETCH(std::size_t, text);
    if (!isOneLineOfText(typed(text)))
        return;
    QTextDocument shown;
    shown.setHtml(plainToolTip(typed(text)));
    QCOMPARE(shown.toRawText(), typed(text));
}

void TestOddTexts::figuresAreWellFormed()
{
    QFETCH(std::size_t, text);
    const Document document = newDocument(typed(text).toStdString());
    if (document.tokens.empty())
        return;
    Figure figure;
    figure.title = typed(text);
    figure.rowLabels = figure.columnLabels = tokenTexts(document.tokens);
    figure.panels.push_back(
        {typed(text), std::make_shared<Matrix>(numbersFor(document.tokens)), {}});
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Pdf, FigureFormat::Tex}) {
        const Result<QByteArray> file = renderFigure(figure, format, {});
        HEADLIGHT_VERIFY_OK(file);
        QVERIFY(!file->isEmpty());
    }
    const Result<QByteArray> svg = renderFigure(figure, FigureFormat::Svg, {});
    HEADLIGHT_VERIFY_OK(svg);
    QXmlStreamReader xml(*svg);
    while (!xml.atEnd()) {
        xml.readNext();
        QVERIFY2(!xml.isStartElement() || xml.name() != QStringLiteral("script"), "a script");
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    const Result<QByteArray> html = renderFigure(figure, FigureFormat::Html, {});
    HEADLIGHT_VERIFY_OK(html);
    QVERIFY(!html->contains("<img src=x"));
}

void TestOddTexts::tablesReadBackBesideAnyHeadings()
{
    QFETCH(std::size_t, text);
    const std::vector<std::string> tokens = newDocument(typed(text).toStdString()).tokens;
    if (tokens.empty())
        return;
    const Matrix matrix = numbersFor(tokens);
    for (int d = 0; d < dialectCount; ++d) {
        if (!hasHeadings(Dialect(d)))
            continue;
        const std::string copied = writeMatrix(matrix, Dialect(d), {0, tokens, tokens});
        const Result<Matrix> pasted = readMatrix(copied, Dialect(d));
        // Plain text has no quotes: headings that look like numbers may be refused.
        const bool mayRefuse = Dialect(d) == Dialect::Plain;
        QVERIFY2(pasted ? sameBits(*pasted, matrix) : mayRefuse, copied.c_str());
    }
}

void TestOddTexts::aWordOfAMegabyteIsShown()
{
    Person person;
    person.window.session().edit(SetSentence{std::string(1 << 20, 'x') + " y"});
    person.settle();
    QCOMPARE(person.snapshot->document->tokens.size(), std::size_t(2));
    QVERIFY(!person.window.grab().isNull());
    const std::string written = writeDocument(*person.snapshot->document);
    QCOMPARE(readDocument(written)->sentence.size(), std::size_t((1 << 20) + 2));
}

HEADLIGHT_TEST_MAIN(TestOddTexts)
#include "tst_odd_texts.moc"
