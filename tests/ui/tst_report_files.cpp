#include "core/report/report.h"
#include "tests/core/support/documents.h"
#include "tests/support/quiet.h"
#include "ui/figure/color_map.h"
#include "ui/report/printing.h"
#include "ui/report/report_dialog.h"
#include "ui/report/report_file.h"
#include "ui/report/report_heatmap.h"
#include "ui/report/report_preview.h"
#include "ui/session/number_list.h"
#include "ui/style/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPrinter>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace headlight;

namespace {

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

Report reportOf(const Document& document, const ReportOptions& options = {})
{
    const Result<Report> report = makeReport(snapshotOf(document), options);
    return report ? *report : Report{};
}

Report birds()
{
    return reportOf(shippedExample("birds-eat-seeds"));
}

/// Documents whose reports are hard to lay out: many heads, wide matrices, odd tokens.
Document hardDocument(const QString& name)
{
    if (name != QLatin1String("odd tokens"))
        return shippedExample(name.toStdString());
    Document document = shippedExample("birds-eat-seeds");
    document.title = std::string(300, 'T') + " <b>&amp; \"title\"";
    document.note = std::string(400, 'n');
    document.sentence = document.tokens[0] = "<script>&\n\t" + std::string(200, 'W');
    document.tokens[1] = "\U0001F426";
    document.tokens[2] = "鳥鳥";
    document.words = document.tokens;
    return document;
}

bool write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

bool hasPoppler()
{
    return !QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty();
}

QByteArray textOfPdf(const QString& path, const QStringList& options = {})
{
    QProcess process;
    process.start(QStringLiteral("pdftotext"), options + QStringList{path, QStringLiteral("-")});
    return process.waitForFinished() ? process.readAllStandardOutput() : QByteArray();
}

QByteArray textOf(const Report& report, Paper paper = Paper::A4, const QStringList& options = {})
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("report.pdf"));
    return write(path, renderReport(report, ReportFormat::Pdf, paper)) ? textOfPdf(path, options)
                                                                       : QByteArray();
}

/// What a reader of the page finds.
struct Page {
    QString language;
    QStringList headings; // "2 The sentence"
    QStringList pictureTexts;
    QStringList addresses; // of links and pictures
    QStringList cells; // of tables, headings too
    int headingsWithoutScope = 0;
    int formulas = 0;
    QString error;
};

QString trimmedText(QXmlStreamReader& xml)
{
    return xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
}

void readElement(QXmlStreamReader& xml, Page& page)
{
    const QString name = xml.name().toString();
    const QXmlStreamAttributes attributes = xml.attributes();
    for (const char* address : {"href", "src"}) {
        if (attributes.hasAttribute(QLatin1String(address)))
            page.addresses += attributes.value(QLatin1String(address)).toString();
    }
    if (name == QLatin1String("html"))
        page.language = attributes.value(QStringLiteral("lang")).toString();
    else if (name == QLatin1String("img"))
        page.pictureTexts += attributes.value(QStringLiteral("alt")).toString();
    else if (name == QLatin1String("math"))
        ++page.formulas;
    else if (name.size() == 2 && name[0] == u'h' && name[1].isDigit())
        page.headings += QString(name[1]) + u' ' + trimmedText(xml);
    else if (name == QLatin1String("td") || name == QLatin1String("th")) {
        const bool isHeading = name == QLatin1String("th");
        page.headingsWithoutScope
            += isHeading && !attributes.hasAttribute(QStringLiteral("scope")) ? 1 : 0;
        page.cells += trimmedText(xml);
    }
}

Page pageOf(const Report& report)
{
    QByteArray html = renderReport(report, ReportFormat::Html, Paper::A4);
    html.replace("<!DOCTYPE html>\n", ""); // no document type of XML
    QXmlStreamReader xml(html);
    Page page;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement)
            readElement(xml, page);
    }
    page.error = xml.errorString();
    return page;
}

/// Pixels of each colour of a page of a PDF.
QHash<QRgb, int> coloursOfPdf(const QString& pdf, int page)
{
    QProcess process;
    const QString number = QString::number(page);
    process.start(QStringLiteral("pdftoppm"),
                  {QStringLiteral("-r"), QStringLiteral("150"), QStringLiteral("-f"), number,
                   QStringLiteral("-l"), number, QStringLiteral("-png"), pdf});
    QHash<QRgb, int> colours;
    if (!process.waitForFinished())
        return colours;
    const QImage image = QImage::fromData(process.readAllStandardOutput());
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            ++colours[image.pixel(x, y) | 0xff000000u];
    }
    return colours;
}

} // namespace

class TestReportFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void init() { failOnAnyWarning(); }

    void theWebPageIsWellFormedAndNeedsNothingElse_data();
    void theWebPageIsWellFormedAndNeedsNothingElse();
    void theWebPageHoldsThePublishedNumbers();
    void picturesAreToldInWords();
    void thePdfHoldsThePublishedNumbers();
    void nothingLeavesThePages_data();
    void nothingLeavesThePages();
    void longReportsHaveContents();
    void digitsAreAsWished();
    void theBytesAreTheSameEachTime();
    void stoppingGivesNothing();
    void heatmapsKeepTheirColoursOnPaper();
    void aFigureIsPrintedExactly();
    void printersPaperAndPagesAreFollowed();
    void theDialogFollowsItsChoices();
    void theDialogRefusesWhatIsNotThere();
    void listsOfNumbersAreRead_data();
    void listsOfNumbersAreRead();
};

void TestReportFiles::theWebPageIsWellFormedAndNeedsNothingElse_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"birds-eat-seeds", "four-heads", "cute-dog", "odd tokens"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestReportFiles::theWebPageIsWellFormedAndNeedsNothingElse()
{
    QFETCH(QString, name);
    const Page page = pageOf(reportOf(hardDocument(name)));
    QCOMPARE(page.error, QString());
    QCOMPARE(page.language, QStringLiteral("en"));
    QCOMPARE(page.headings.filter(QRegularExpression(QStringLiteral("^1 "))).size(), 1);
    for (qsizetype i = 1; i < page.headings.size(); ++i) // none is passed over
        QVERIFY2(page.headings[i][0].digitValue() <= page.headings[i - 1][0].digitValue() + 1,
                 qPrintable(page.headings[i]));
    for (const QString& address : page.addresses)
        QVERIFY2(address.startsWith(u'#')
                     || address.startsWith(QLatin1String("data:image/svg+xml")),
                 qPrintable(address.left(80)));
    QCOMPARE(page.headingsWithoutScope, 0);
    QVERIFY(!page.pictureTexts.isEmpty());
    QVERIFY(!page.pictureTexts.contains(QString()));
    QVERIFY(page.formulas > 5);
}

void TestReportFiles::theWebPageHoldsThePublishedNumbers()
{
    const Page page = pageOf(birds());
    const QString cells = page.cells.join(u' ');
    // Q, the scores, the first row of the weights and the output as the article prints them.
    for (const char* row : {"birds 1 4 eat 2 1 seeds 2 3", "birds 3 9 6 eat 6 4 5 seeds 6 8 7",
                            "birds 0.013 0.882 0.106", "birds 3.74 2.24 eat 1.13 3.72"})
        QVERIFY2(cells.contains(QLatin1String(row)), qPrintable(cells));
}

void TestReportFiles::picturesAreToldInWords()
{
    QCOMPARE(pageOf(birds()).pictureTexts,
             QStringList{QStringLiteral("Attention weights. birds attends most to eat, 0.882. eat "
                                        "attends most to birds, 0.576. seeds attends most to eat, "
                                        "0.576.")});
}

void TestReportFiles::thePdfHoldsThePublishedNumbers()
{
    if (!hasPoppler())
        QSKIP("pdftotext (Debian: poppler-utils) is not installed.");
    const QByteArray text = textOf(birds(), Paper::A4, {QStringLiteral("-layout")});
    for (const char* part : {"Birds eat seeds", "0.013", "0.882", "0.106", "Attention weights",
                             "3.74", "2.24", "1 of 3", "3 of 3"})
        QVERIFY2(text.contains(part), text);
    QVERIFY(!text.contains("Contents"));
}

void TestReportFiles::nothingLeavesThePages_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("digits");
    QTest::newRow("many heads") << QStringLiteral("four-heads") << 3;
    QTest::newRow("wide matrices") << QStringLiteral("twelve-layers-of-96-heads") << 3;
    QTest::newRow("wide matrices, all digits") << QStringLiteral("twelve-layers-of-96-heads") << 17;
    QTest::newRow("odd tokens") << QStringLiteral("odd tokens") << 3;
}

/// Every word of the PDF lies inside the margins of its page.
void TestReportFiles::nothingLeavesThePages()
{
    if (!hasPoppler())
        QSKIP("pdftotext (Debian: poppler-utils) is not installed.");
    QFETCH(QString, name);
    QFETCH(int, digits);
    ReportOptions options{{0}, {0}};
    options.digits = digits;
    const QByteArray boxes
        = textOf(reportOf(hardDocument(name), options), Paper::Letter, {QStringLiteral("-bbox")});
    static const QRegularExpression word(QStringLiteral(
        "<word xMin=\"([-0-9.]+)\" yMin=\"([-0-9.]+)\" xMax=\"([-0-9.]+)\" yMax=\"([-0-9.]+)\""));
    int words = 0;
    for (auto match = word.globalMatch(QString::fromUtf8(boxes)); match.hasNext(); ++words) {
        const QRegularExpressionMatch box = match.next();
        QVERIFY2(box.captured(1).toDouble() > 36 && box.captured(3).toDouble() < 612 - 36
                     && box.captured(2).toDouble() > 30 && box.captured(4).toDouble() < 792 - 24,
                 qPrintable(box.captured()));
    }
    QVERIFY(words > 50);
}

void TestReportFiles::longReportsHaveContents()
{
    if (!hasPoppler())
        QSKIP("pdftotext (Debian: poppler-utils) is not installed.");
    const QList<QByteArray> pages
        = textOf(reportOf(shippedExample("four-heads")), Paper::A4, {QStringLiteral("-layout")})
              .split('\f');
    const QString contents = QString::fromUtf8(pages.first());
    static const QRegularExpression entry(QStringLiteral("Head ([1-4])[ .]+(\\d+)\n"));
    int entries = 0;
    for (auto match = entry.globalMatch(contents); match.hasNext(); ++entries) {
        const QRegularExpressionMatch found = match.next();
        const QByteArray& page = pages[found.captured(2).toInt() - 1];
        QVERIFY2(page.contains("Head " + found.captured(1).toUtf8() + "\n"), page);
    }
    QCOMPARE(entries, 4);
}

void TestReportFiles::digitsAreAsWished()
{
    ReportOptions options;
    options.digits = 6;
    const Page page = pageOf(reportOf(shippedExample("birds-eat-seeds"), options));
    QVERIFY(page.cells.contains(QStringLiteral("0.881645"))); // 0.8816454107296027
    QVERIFY(!page.cells.contains(QStringLiteral("0.882")));
}

void TestReportFiles::theBytesAreTheSameEachTime()
{
    for (const ReportFormat format : {ReportFormat::Pdf, ReportFormat::Html}) {
        const QByteArray first = renderReport(birds(), format, Paper::A4);
        QVERIFY(first.size() > 10000);
        QCOMPARE(renderReport(birds(), format, Paper::A4), first);
    }
}

void TestReportFiles::stoppingGivesNothing()
{
    for (const ReportFormat format : {ReportFormat::Pdf, ReportFormat::Html}) {
        int asked = 0;
        QVERIFY(renderReport(birds(), format, Paper::A4, [&](int done, int total) {
                    ++asked;
                    return done < 2 || done > total;
                }).isEmpty());
        QCOMPARE(asked, 2);
    }
}

void TestReportFiles::heatmapsKeepTheirColoursOnPaper()
{
    if (!hasPoppler())
        QSKIP("pdftoppm (Debian: poppler-utils) is not installed.");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("birds.pdf"));
    QVERIFY(write(path, renderReport(birds(), ReportFormat::Pdf, Paper::A4)));
    const QHash<QRgb, int> colours = coloursOfPdf(path, 3);
    // 0.013, 0.882, 0.106, 0.576, 0.140, 0.284 on a scale from 0 to 1 of 256 colours
    for (const int entry : {3, 225, 27, 147, 36, 72}) {
        const QRgb colour = colorTable(ColorMap::Viridis)[std::size_t(entry)];
        QVERIFY2(colours[colour] > 500, qPrintable(QString::number(entry)));
    }
}

void TestReportFiles::aFigureIsPrintedExactly()
{
    if (!hasPoppler())
        QSKIP("pdftoppm (Debian: poppler-utils) is not installed.");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("figure.pdf"));
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFileName(path);
    ReportHeatmap heatmap{"Weights",
                          std::make_shared<const Matrix>(rows({{0, 1}, {0.2, 0.8}})),
                          {"a", "b"},
                          {"a", "b"}};
    printFigure(printer, figureOf(heatmap));
    QHash<QRgb, int> colours = coloursOfPdf(path, 1);
    int mixed = 0;
    int ofCells = 0;
    for (const int entry : {0, 255, 51, 204}) {
        const int pixels = colours.take(colorTable(ColorMap::Viridis)[std::size_t(entry)]);
        QVERIFY2(pixels > 50000, qPrintable(QString::number(entry))); // about 450 x 450 each
        ofCells += pixels;
    }
    for (const QRgb colour : colorTable(ColorMap::Viridis))
        colours.remove(colour); // the colour bar
    for (auto colour = colours.begin(); colour != colours.end(); ++colour)
        mixed += QColor::fromRgb(colour.key()).hsvSaturation() > 80 ? colour.value() : 0;
    QVERIFY2(mixed < ofCells / 200, qPrintable(QString::number(mixed)));
}

void TestReportFiles::printersPaperAndPagesAreFollowed()
{
    if (!hasPoppler())
        QSKIP("pdftotext (Debian: poppler-utils) is not installed.");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("report.pdf"));
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFileName(path);
    printer.setPageSize(QPageSize(QPageSize::A5));
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setFromTo(2, 3);
    printReport(printer, birds());
    const QByteArray text = textOfPdf(path, {QStringLiteral("-layout")});
    QCOMPARE(text.count('\f'), 2);
    QVERIFY2(text.contains("2 of ") && text.contains("3 of ") && !text.contains("1 of "), text);
    QVERIFY(textOfPdf(path, {QStringLiteral("-bbox")}).contains("width=\"595"));
}

void TestReportFiles::theDialogFollowsItsChoices()
{
    ReportDialog dialog(snapshotOf(shippedExample("four-heads")));
    const auto* preview = dialog.findChild<ReportPreview*>();
    const int all = preview->pageCount();
    QVERIFY(all > 10);
    dialog.findChild<QLineEdit*>(QStringLiteral("reportHeads"))->setText(QStringLiteral("2"));
    QTRY_VERIFY(preview->pageCount() < all / 2);
    dialog.findChild<QToolButton*>(QStringLiteral("nextPage"))->click();
    QCOMPARE(preview->page(), 1);
    dialog.findChild<QCheckBox*>(QStringLiteral("reportBrief"))->setChecked(true);
    dialog.findChild<QSpinBox*>(QStringLiteral("reportDigits"))->setValue(5);
    // At once: what was changed just now counts.
    dialog.findChild<QPushButton*>(QStringLiteral("printReport"))->click();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QVERIFY(dialog.wish() == ReportDialog::Wish::Print);
    QCOMPARE(dialog.report().digits, 5);
    QVERIFY(!pageOf(dialog.report()).headings.contains(QStringLiteral("3 Queries")));
}

void TestReportFiles::theDialogRefusesWhatIsNotThere()
{
    ReportDialog dialog(snapshotOf(shippedExample("four-heads")));
    const auto* complaint = dialog.findChild<QLabel*>(QStringLiteral("reportComplaint"));
    const auto* save = dialog.findChild<QPushButton*>(QStringLiteral("saveReport"));
    QVERIFY(save->isEnabled());
    auto* layers = dialog.findChild<QLineEdit*>(QStringLiteral("reportLayers"));
    layers->setText(QStringLiteral("2"));
    QTRY_COMPARE(complaint->text(), QStringLiteral("There is no layer 2; this document has 1."));
    QVERIFY(!save->isEnabled());
    layers->setText(QStringLiteral("one"));
    QTRY_VERIFY(complaint->text().contains(QStringLiteral("“one” is no list")));
    layers->setText(QStringLiteral("1"));
    QTRY_VERIFY(save->isEnabled());
    QCOMPARE(complaint->text(), QString());
}

void TestReportFiles::listsOfNumbersAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::vector<int>>("numbers");
    QTest::addColumn<bool>("good");
    const auto row = [](const char* text, const std::vector<int>& numbers, bool good = true) {
        QTest::newRow(*text ? text : "nothing") << QString::fromLatin1(text) << numbers << good;
    };
    row("", {});
    row("1", {0});
    row("1,3-5", {0, 2, 3, 4});
    row(" 4 , 2-3,3", {1, 2, 3});
    row("0", {}, false);
    row("5-3", {}, false);
    row("1,", {}, false);
    row("1-2-3", {}, false);
    row("-1", {}, false);
    row("all", {}, false);
    row("1-99999999", {}, false);
}

void TestReportFiles::listsOfNumbersAreRead()
{
    QFETCH(QString, text);
    const Result<std::vector<int>> numbers = readNumberList(text);
    QTEST(bool(numbers), "good");
    if (numbers)
        QTEST(*numbers, "numbers");
}

HEADLIGHT_TEST_MAIN(TestReportFiles)
#include "tst_report_files.moc"
