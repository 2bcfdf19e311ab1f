#include "core/document/restructure.h"
#include "core/lesson/cell_name.h"
#include "tests/core/support/documents.h"

#include <QTest>

using namespace headlight;

namespace {

Result<CellRef> resolved(const std::string& text, const Document& document, HeadPlace place = {})
{
    const Result<CellName> name = parseCellName(text);
    return name ? resolveCell(*name, document, place) : name.error();
}

QString text(const Result<CellRef>& cell)
{
    if (!cell)
        return QString::fromStdString(cell.error().message);
    return QString::fromStdString(cell->tensor + " " + std::to_string(cell->row) + " "
                                  + std::to_string(cell->column));
}

/// The name of a cell, as a lesson that looks at the second head of the second layer writes it.
QString named(const CellRef& cell, const Document& document, HeadPlace place = {1, 1})
{
    const Result<CellName> name = nameOf(cell, document, place);
    return QString::fromStdString(name ? toString(*name) : name.error().message);
}

} // namespace

class CellNameTest : public QObject {
    Q_OBJECT

private slots:
    void namesOnScreenBecomePaths_data();
    void namesOnScreenBecomePaths();
    void starsAreAllRowsOrColumns();
    void aModelLacksWhatItDoesNotUse();
    void cellsGetTheirNamesBack_data();
    void cellsGetTheirNamesBack();
    void everyNameIsReadBack();
    void strangePathsAreRefused();
};

void CellNameTest::namesOnScreenBecomePaths_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("cell");
    QTest::newRow("X") << "X[1,2]"
                       << "layers.1.resid_pre 0 1";
    QTest::newRow("X of a layer") << "X@1[1,2]"
                                  << "layers.0.resid_pre 0 1";
    QTest::newRow("embeddings") << "embeddings[3,4]"
                                << "embeddings 2 3";
    QTest::newRow("W_Q") << "W_Q[4,2]"
                         << "layers.1.head.0.W_Q 3 1";
    QTest::newRow("W_O") << "W_O[2,4]"
                         << "layers.1.head.0.W_O 1 3";
    QTest::newRow("b_O") << "b_O@1[1,4]"
                         << "layers.0.b_O 0 3";
    QTest::newRow("Q") << "Q[4,2]"
                       << "layers.1.head.0.q 3 1";
    QTest::newRow("V of a head") << "V@2[1,1]"
                                 << "layers.1.head.1.v 0 0";
    QTest::newRow("weights") << "weights[1,2]"
                             << "layers.1.head.0.pattern 0 1";
    QTest::newRow("Z of a layer and head") << "Z@1.2[3,1]"
                                           << "layers.0.head.1.z 2 0";
    QTest::newRow("concat") << "concat[1,4]"
                            << "layers.1.concat 0 3";
    QTest::newRow("attn_out") << "attn_out[1,1]"
                              << "layers.1.attn_out 0 0";
    QTest::newRow("output") << "output@2[1,1]"
                            << "layers.1.resid_post 0 0";
    QTest::newRow("more than a cell") << "X[1,*]"
                                      << "X[1,*] is more than one cell; give its row "
                                         "and its column.";
    QTest::newRow("rest") << "X[1,2] and"
                          << "\"X[1,2] and\" goes on after the cell; it should end "
                             "at the bracket.";
}

void CellNameTest::namesOnScreenBecomePaths()
{
    QFETCH(QString, name);
    QFETCH(QString, cell);
    QCOMPARE(text(resolved(name.toStdString(), bankDocument(), {1, 0})), cell);
}

void CellNameTest::starsAreAllRowsOrColumns()
{
    const Document document = bankDocument(); // 4 tokens, d_k 2
    const std::vector<CellName> names = *parseCellNames("K[2,*], K[*,1],K[*,*]");
    QCOMPARE(names.size(), std::size_t(3));
    const std::string k = "layers.0.head.0.k";
    QVERIFY((*resolveBlock(names[0], document, {}) == CellBlock{k, 1, 0, 1, 2}));
    QVERIFY((*resolveBlock(names[1], document, {}) == CellBlock{k, 0, 0, 4, 1}));
    QVERIFY((*resolveBlock(names[2], document, {}) == CellBlock{k, 0, 0, 4, 2}));
}

void CellNameTest::aModelLacksWhatItDoesNotUse()
{
    const Document birds = shippedExample("birds-eat-seeds");
    QCOMPARE(text(resolved("W_O[1,1]", birds)), QString("The model has no W_O."));
    QCOMPARE(text(resolved("b_O[1,1]", birds)), QString("The model has no b_O."));
    QCOMPARE(text(resolved("positions[1,1]", birds)), QString("The model has no positions."));
    QCOMPARE(text(resolved("b_O@2[1,1]", bankDocument())), QString("The model has no b_O."));
    QCOMPARE(text(resolved("X[1,1]", birds, {1, 0})),
             QString("The model has 1 layer, there is no layer 2."));
    QCOMPARE(text(resolved("X[1,1]", newDocument("", Config{}))), QString("The model has no X."));
}

void CellNameTest::cellsGetTheirNamesBack_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("name"); // of row 3, column 2, counted from 1
    QTest::newRow("chosen head") << "layers.1.head.1.pattern"
                                 << "weights[3,2]";
    QTest::newRow("other head") << "layers.1.head.0.pattern"
                                << "weights@1[3,2]";
    QTest::newRow("other layer") << "layers.0.head.1.pattern"
                                 << "weights@1.2[3,2]";
    QTest::newRow("chosen layer") << "layers.1.resid_post"
                                  << "output[3,2]";
    QTest::newRow("other layer's output") << "layers.0.resid_post"
                                          << "output@1[3,2]";
    QTest::newRow("X") << "X"
                       << "X@1[3,2]";
    QTest::newRow("output") << "output"
                            << "output[3,2]";
    QTest::newRow("embed") << "embed"
                           << "X@1[3,2]";
    QTest::newRow("embeddings") << "embeddings"
                                << "embeddings[3,2]";
    QTest::newRow("whole W_Q") << "layers.1.W_Q"
                               << "W_Q@1[3,2]";
    QTest::newRow("whole W_O") << "layers.1.W_O"
                               << "W_O[1,2]"; // head 2 owns rows 3 and 4
}

void CellNameTest::cellsGetTheirNamesBack()
{
    QFETCH(QString, tensor);
    QFETCH(QString, name);
    QCOMPARE(named({tensor.toStdString(), 2, 1}, bankDocument()), name);
}

void CellNameTest::everyNameIsReadBack()
{
    RandomDocuments random(11);
    for (int i = 0; i < 50; ++i) {
        const Document document = random.next();
        const HeadPlace place{int(random.between(0, document.config.layers - 1)),
                              int(random.between(0, document.config.heads - 1))};
        const Trace trace = traceOf(document);
        forEachActivation(trace, [&](const std::string& path, const Matrix& matrix) {
            if (matrix.size() == 0 || path == "embed")
                return;
            const CellRef cell{path, random.between(0, matrix.rows() - 1),
                               random.between(0, matrix.cols() - 1)};
            const Result<CellName> name = nameOf(cell, document, place);
            QVERIFY2(name, path.c_str());
            const Result<CellRef> back = resolved(toString(*name), document, place);
            QVERIFY2(back && *back == cell, (path + " " + toString(*name)).c_str());
        });
    }
}

void CellNameTest::strangePathsAreRefused()
{
    const Document document = bankDocument();
    for (const char* path : {"", "b_O", "W_Q", "q", "layers.0.embed", "layers.9.W_Q", "positions",
                             "layers.0.head.7.q", "layers.1.b_O", "nonsense", "a.b"})
        QVERIFY2(!nameOf({path, 0, 0}, document, {}), path);
    QVERIFY(!nameOf({"X", 4, 0}, document, {}));
    QVERIFY(!nameOf({"X", -1, 0}, document, {}));
}

QTEST_GUILESS_MAIN(CellNameTest)
#include "tst_cell_name.moc"
