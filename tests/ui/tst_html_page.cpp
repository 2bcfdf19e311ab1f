#include "tst_figure_support.h"
#include "ui/figure/figure_export.h"
#include "ui/session/number_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace headlight;

namespace {

/// What a person would find out with mouse and keyboard, written down by the page itself.
const char* const probe = R"js(<script>
const asked = setInterval(() => {
  if (document.body.dataset.ready !== 'yes') return;
  clearInterval(asked);
  const found = { colors: [], hatched: [] };
  document.querySelectorAll('canvas').forEach((canvas, i) => {
    const panel = data.panels[i];
    const side = canvas.width / panel.columns;
    const pixels = canvas.getContext('2d', { willReadFrequently: true });
    const at = (x, y) => [...pixels.getImageData(x, y, 1, 1).data].slice(0, 3);
    for (let r = 0; r < panel.rows; ++r)
      for (let c = 0; c < panel.columns; ++c)
        found.colors.push(at(Math.floor((c + 0.5) * side), Math.floor(r * side)));
    found.side = side;
  });
  const canvas = document.querySelector('canvas');
  canvas.focus();
  const press = key => canvas.dispatchEvent(new KeyboardEvent('keydown', { key }));
  press('ArrowRight');
  press('ArrowDown');
  found.byKeys = output.textContent;
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new PointerEvent('pointermove',
    { clientX: box.left + box.width * 0.9, clientY: box.top + box.height * 0.1 }));
  found.byPointer = output.textContent;
  found.live = output.getAttribute('aria-live');
  numbers.open = true;
  showTable();
  const table = document.querySelector('table');
  found.header = [...table.tHead.querySelectorAll('th')].map(cell => cell.textContent);
  found.scopes = [...table.querySelectorAll('th')].map(cell => cell.scope);
  found.rows = [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.textContent));
  const pre = document.createElement('pre');
  pre.id = 'found';
  pre.textContent = JSON.stringify(found);
  document.body.append(pre);
}, 10);
</script>)js";

QString browser()
{
    const QString chromium = QStandardPaths::findExecutable(QStringLiteral("chromium"));
    return chromium.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("google-chrome"))
                              : chromium;
}

/// The page as the browser has it after its scripts ran.
QByteArray domOf(const QByteArray& page)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("page.html")));
    if (!file.open(QIODevice::WriteOnly) || file.write(page) != page.size())
        qFatal("cannot write the page");
    file.close();
    QProcess process;
    process.start(browser(),
                  {QStringLiteral("--headless"), QStringLiteral("--no-sandbox"),
                   QStringLiteral("--disable-gpu"), QStringLiteral("--disable-dev-shm-usage"),
                   QStringLiteral("--user-data-dir=") + folder.filePath(QStringLiteral("profile")),
                   QStringLiteral("--host-resolver-rules=MAP * ~NOTFOUND"), // no network
                   QStringLiteral("--virtual-time-budget=30000"), QStringLiteral("--dump-dom"),
                   QStringLiteral("file://") + file.fileName()});
    if (!process.waitForFinished(120'000))
        process.kill();
    return process.readAllStandardOutput();
}

QJsonObject foundIn(const Figure& figure)
{
    QByteArray page = *renderFigure(figure, FigureFormat::Html, {});
    page.replace("</body>", QByteArray(probe) + "</body>");
    const QString dom = QString::fromUtf8(domOf(page));
    static const QRegularExpression note(QStringLiteral("<pre id=\"found\">(.*)</pre>"));
    QString text = note.match(dom).captured(1);
    text.replace(QLatin1String("&lt;"), QLatin1String("<"))
        .replace(QLatin1String("&gt;"), QLatin1String(">"))
        .replace(QLatin1String("&amp;"), QLatin1String("&"));
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

QRgb colorAt(const QJsonArray& colors, qsizetype cell)
{
    const QJsonArray color = colors[cell].toArray();
    return qRgb(color[0].toInt(), color[1].toInt(), color[2].toInt());
}

} // namespace

/// The page for the web, in a real browser.
class TestHtmlPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { failOnAnyWarning(); }

    void cellsHaveTheColoursOfEveryOtherFormat();
    void cellsAreReadByPointerAndKeys();
    void numbersAreATable();
    void notFiniteCellsAreHatched();
};

void TestHtmlPage::initTestCase()
{
    if (browser().isEmpty())
        QSKIP("Chromium is not installed: apt-get install chromium");
}

void TestHtmlPage::cellsHaveTheColoursOfEveryOtherFormat()
{
    for (const ColorBend bend : colorBends) {
        Figure figure = figureOf(varied(12, 7), 2);
        figure.digits = 6;
        for (Panel& panel : figure.panels)
            panel.scale.colors.bend = bend;
        const QJsonArray colors = foundIn(figure)[QStringLiteral("colors")].toArray();
        QCOMPARE(colors.size(), 2 * 12 * 7);
        const Matrix& values = *figure.panels[0].values;
        for (Index cell = 0; cell < values.size(); ++cell)
            QCOMPARE(colorAt(colors, cell),
                     figure.panels[0].scale.colors.color(values.data()[cell]));
    }
}

void TestHtmlPage::cellsAreReadByPointerAndKeys()
{
    Figure figure = figureOf(birds());
    figure.rowLabels = figure.columnLabels
        = {QStringLiteral("<b>birds</b>"), QStringLiteral("eat"), QStringLiteral("seeds & co")};
    const QJsonObject found = foundIn(figure);
    QCOMPARE(found[QStringLiteral("byKeys")].toString(), QStringLiteral("eat → eat: 0.140"));
    QCOMPARE(found[QStringLiteral("byPointer")].toString(),
             QStringLiteral("<b>birds</b> → seeds & co: 0.106"));
    QCOMPARE(found[QStringLiteral("live")].toString(), QStringLiteral("polite"));
}

void TestHtmlPage::numbersAreATable()
{
    const QJsonObject found = foundIn(figureOf(birds()));
    QCOMPARE(found[QStringLiteral("header")].toArray(), QJsonArray::fromStringList(words(3)));
    const QJsonArray rows = found[QStringLiteral("rows")].toArray();
    QCOMPARE(rows[1].toArray(),
             (QJsonArray{QStringLiteral("word1"), QStringLiteral("0.576"), QStringLiteral("0.140"),
                         QStringLiteral("0.284")}));
    const QJsonArray scopes = found[QStringLiteral("scopes")].toArray();
    QCOMPARE(scopes.size(), 6);
    QCOMPARE(scopes[0].toString(), QStringLiteral("col"));
    QCOMPARE(scopes[5].toString(), QStringLiteral("row"));
}

void TestHtmlPage::notFiniteCellsAreHatched()
{
    const QJsonObject found = foundIn(figureOf(withNotFinite()));
    QVERIFY(found[QStringLiteral("side")].toInt() > 4); // enlarged, to have room for lines
    const QJsonArray colors = found[QStringLiteral("colors")].toArray();
    QCOMPARE(colorAt(colors, 1), hiddenColor); // the probe looks beside the lines
    QCOMPARE(colorAt(colors, 8), nanColor);
    const QString cells = found[QStringLiteral("rows")].toArray()[0].toArray()[2].toString();
    QCOMPARE(cells, QStringLiteral("−∞"));
}

HEADLIGHT_TEST_MAIN(TestHtmlPage)
#include "tst_html_page.moc"
