#include "core/document/tensor_path.h"
#include "core/explain/sources.h"
#include "core/explain/why.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <set>

using namespace headlight;

namespace {

using Cells = std::set<std::tuple<std::string, Index, Index>>;

Cells cellsOf(const std::vector<CellBlock>& blocks)
{
    Cells cells;
    for (const CellBlock& block : blocks)
        for (Index r = 0; r < block.rows; ++r)
            for (Index c = 0; c < block.columns; ++c)
                cells.emplace(block.tensor, block.row + r, block.column + c);
    return cells;
}

void add(Cells& cells, const Factor& factor)
{
    if (factor.cell)
        cells.emplace(factor.cell->tensor, factor.cell->row, factor.cell->column);
}

Cells linksOf(const Explanation& explanation)
{
    Cells cells;
    for (const Term& term : explanation.terms)
        for (const Factor& factor : term.factors)
            add(cells, factor);
    if (explanation.softmax)
        for (const Factor& score : explanation.softmax->scores)
            add(cells, score);
    return cells;
}

} // namespace

class TestSources : public QObject {
    Q_OBJECT

private slots:
    void aScoreComesFromAQueryAndAKey();
    void aPinHasNoSources();
    void areWhatTheExplanationLinksTo();
    void whatIsNoSourceDoesNotMatter();
};

void TestSources::aScoreComesFromAQueryAndAKey()
{
    const Document document = shippedExample("birds-eat-seeds");
    const std::vector<CellBlock> sources
        = directSources(document, {"layers.0.head.0.scores", 0, 1});
    QCOMPARE(sources.size(), std::size_t(2));
    QVERIFY(sources[0] == (CellBlock{"layers.0.head.0.q", 0, 0, 1, 2}));
    QVERIFY(sources[1] == (CellBlock{"layers.0.head.0.k", 1, 0, 1, 2}));
    const std::map<std::string, CellBlock> all
        = allSources(document, {"layers.0.head.0.scores", 0, 1});
    QVERIFY(all.at("layers.0.resid_pre") == (CellBlock{"layers.0.resid_pre", 0, 0, 2, 4}));
    QVERIFY(all.at("layers.0.head.0.W_Q") == (CellBlock{"layers.0.head.0.W_Q", 0, 0, 4, 2}));
    QVERIFY(!all.contains("layers.0.head.0.W_V"));
    QVERIFY(!all.contains("layers.0.head.0.scores"));
}

void TestSources::aPinHasNoSources()
{
    Document document = shippedExample("birds-eat-seeds");
    document.pins["layers.0.head.0.q"] = rows({{1, 2}, {3, 4}, {5, 6}});
    QVERIFY(directSources(document, {"layers.0.head.0.q", 0, 0}).empty());
    QVERIFY(
        !allSources(document, {"layers.0.head.0.scores", 0, 1}).contains("layers.0.head.0.W_Q"));
}

void TestSources::areWhatTheExplanationLinksTo()
{
    RandomDocuments documents(7);
    for (int i = 0; i < 60; ++i) {
        const SnapshotPtr snapshot
            = computeSnapshot(std::make_shared<const Document>(documents.next()));
        forEachActivation(snapshot->trace, [&](const std::string& path, const Matrix& matrix) {
            if (matrix.size() == 0)
                return;
            const Index row = documents.between(0, matrix.rows() - 1);
            const Index column = documents.between(0, matrix.cols() - 1);
            const Cells sources = cellsOf(directSources(*snapshot->document, {path, row, column}));
            QVERIFY2(sources == linksOf(*explain(snapshot, {path, row, column})), path.c_str());
        });
    }
}

void TestSources::whatIsNoSourceDoesNotMatter()
{
    RandomDocuments documents(11);
    int unrelated = 0;
    for (int i = 0; i < 150; ++i) {
        Document document = documents.next();
        const Trace before = traceOf(document);
        const Index tokens = before.embed->rows();
        const int layer = int(documents.between(0, document.config.layers - 1));
        const std::string path = "layers." + std::to_string(layer) + ".head.0."
            + (documents.coin()       ? "scores"
                   : documents.coin() ? "z"
                                      : "k");
        const Matrix value = tensorOf(document, path);
        const CellBlock cell{path, documents.between(0, value.rows() - 1),
                             documents.between(0, value.cols() - 1)};
        const Index word = documents.between(0, document.embeddings->rows() - 1);
        const Index column = documents.between(0, document.config.modelWidth - 1);
        const auto all = allSources(document, cell);
        const auto embeddings = all.find("embeddings");
        if (tokens == 0 || (embeddings != all.end() && embeddings->second.contains(word, column)))
            continue;
        ++unrelated;
        document.embeddings.detach()(word, column) += 100;
        QCOMPARE(tensorOf(document, path)(cell.row, cell.column), value(cell.row, cell.column));
    }
    QVERIFY(unrelated > 5);
}

QTEST_APPLESS_MAIN(TestSources)
#include "tst_sources.moc"
