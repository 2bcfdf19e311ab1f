#include "core/document/edit.h"
#include "core/document/memory_limit.h"
#include "core/document/tensor_path.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"
#include "tests/core/support/random_edits.h"

#include <QTest>

using namespace headlight;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The bank document with a position table and two pins.
Document richDocument()
{
    Document document = bankDocument();
    document.config.positions = Positions::Table;
    document.positions = Matrix(Matrix::Constant(5, 4, 0.5));
    document.pins["layers.0.head.0.q"] = Matrix(Matrix::Constant(4, 2, 0.25));
    document.pins["layers.1.head.1.pattern"] = Matrix(Matrix::Identity(4, 4));
    return document;
}

Config bankConfig()
{
    return bankDocument().config;
}

template <class Change>
Edit configEdit(Change change)
{
    Config config = bankConfig();
    change(config);
    return SetConfig{config};
}

} // namespace

Q_DECLARE_METATYPE(headlight::Edit)

class TestEdit : public QObject {
    Q_OBJECT

private slots:
    void inverseRestoresTheDocument_data();
    void inverseRestoresTheDocument();
    void refusesWithASentence_data();
    void refusesWithASentence();
    void refusesASentenceTooLongForMemoryBeforeMakingAnything();
    void refusesAModelTooLargeForMemoryBeforeMakingAnything();
    void aSharedWordChangesInEveryPlace();
    void anotherShapeChangesTheSizesItFollowsFrom();
    void aBlockOfXWritesOnlyWhatDiffers();
    void theWayBackHoldsWhatDiffers();
    void aBlockOfXWritesOverANotANumber();
    void aHeadsBlockChangesOnlyItsPart();
    void theInverseOfACellIsACell();
    void copiesOfTheDocumentStayAsTheyWere();
    void onlyTheSameCellIsTheSameTarget();
    void whatCanBeTypedOver();
    void aThousandRandomEditsGoThereAndBack_data();
    void aThousandRandomEditsGoThereAndBack();
};

void TestEdit::inverseRestoresTheDocument_data()
{
    QTest::addColumn<bool>("rich");
    QTest::addColumn<Edit>("edit");
    const auto bank
        = [](const char* name, const Edit& edit) { QTest::newRow(name) << false << edit; };
    const auto rich
        = [](const char* name, const Edit& edit) { QTest::newRow(name) << true << edit; };
    bank("cell of W_Q", SetCell{"layers.0.W_Q", 0, 1, 5});
    bank("cell of W_K of layer 2", SetCell{"layers.1.W_K", 3, 3, 5});
    bank("cell of head 2 of W_V", SetCell{"layers.0.head.1.W_V", 3, 1, 5});
    bank("cell of head 2 of W_O", SetCell{"layers.1.head.1.W_O", 1, 3, 5});
    bank("cell of b_O", SetCell{"layers.0.b_O", 0, 3, 5});
    bank("cell of the embeddings", SetCell{"embeddings", 2, 1, -2});
    bank("cell of embed", SetCell{"embed", 3, 0, -2});
    bank("cell of X", SetCell{"X", 3, 0, -2});
    bank("not a number", SetCell{"layers.0.W_Q", 0, 0, notANumber});
    bank("infinity", SetCell{"layers.0.W_Q", 0, 0, -infinity});
    bank("denormal", SetCell{"layers.0.W_Q", 0, 0, 5e-324});
    bank("huge", SetCell{"embed", 0, 0, 1.7976931348623157e308});
    rich("cell of the positions", SetCell{"positions", 4, 3, 9});
    rich("cell of a pinned q", SetCell{"layers.0.head.0.q", 3, 1, 9});
    rich("cell of pinned weights", SetCell{"layers.1.head.1.pattern", 0, 3, 9});
    bank("all of W_O", SetTensor{"layers.0.W_O", Matrix::Zero(4, 4)});
    bank("block of W_O", SetBlock{"layers.0.W_O", 2, 1, Matrix::Constant(2, 3, 5)});
    bank("block of head 2 of W_O", SetBlock{"layers.0.head.1.W_O", 1, 2, Matrix::Zero(1, 2)});
    bank("block of X", SetBlock{"X", 2, 0, Matrix::Constant(2, 2, -0.0)});
    bank("rows of X that share a word", SetBlock{"X", 0, 1, Matrix::Random(4, 1)});
    rich("block of a pin", SetBlock{"layers.1.head.1.pattern", 3, 0, Matrix::Ones(1, 4)});
    bank("all of head 2 of W_Q", SetTensor{"layers.0.head.1.W_Q", Matrix::Zero(4, 2)});
    bank("all of head 2 of W_O", SetTensor{"layers.0.head.1.W_O", Matrix::Zero(2, 4)});
    bank("all embeddings", SetTensor{"embeddings", Matrix::Zero(3, 4)});
    bank("all of embed", SetTensor{"embed", Matrix::Zero(4, 4)});
    bank("all of X", SetTensor{"X", Matrix::Constant(4, 4, notANumber)});
    rich("all positions", SetTensor{"positions", Matrix::Zero(5, 4)});
    rich("all of a pin", SetTensor{"layers.1.head.1.pattern", Matrix::Zero(4, 4)});
    rich("W_Q of another shape",
         ResizeTensor{"layers.0.head.1.W_Q", {6, 3}, 1, 0, Matrix::Ones(5, 3)});
    rich("narrower X", ResizeTensor{"embed", {4, 2}, 0, 0, Matrix::Ones(4, 2)});
    rich("wider positions", ResizeTensor{"positions", {5, 7}, 4, 6, Matrix::Ones(1, 1)});
    rich("wider pin", ResizeTensor{"layers.0.head.0.q", {4, 5}, 0, 0, Matrix::Ones(4, 5)});
    rich("shorter sentence", SetSentence{"bank the"});
    rich("longer sentence", SetSentence{"bank by the old river bank, there"});
    rich("no sentence", SetSentence{""});
    rich("only spaces", SetSentence{" \t "});
    rich("other order", SetSentence{"the bank by bank"});
    rich("same words, other spaces", SetSentence{"bank  by the bank "});
    rich("embeddings", SetEmbeddings{{"by", "nowhere"}, Matrix::Constant(2, 4, 7)});
    rich("wider embeddings", SetEmbeddings{{"by"}, Matrix::Constant(1, 6, 7)});
    rich("mask", configEdit([](Config& c) { c.mask = Mask::Causal; }));
    rich("scale", configEdit([](Config& c) { c.scaleKind = ScaleKind::Off; }));
    rich("custom scale", configEdit([](Config& c) { c.customScale = 3; }));
    rich("positions", configEdit([](Config& c) { c.positions = Positions::Sinusoidal; }));
    rich("residual", configEdit([](Config& c) { c.residual = true; }));
    rich("without W_O", configEdit([](Config& c) { c.outputProjection = false; }));
    rich("one head", configEdit([](Config& c) { c.heads = 1; }));
    rich("five heads", configEdit([](Config& c) { c.heads = 5; }));
    rich("one layer", configEdit([](Config& c) { c.layers = 1; }));
    rich("three layers", configEdit([](Config& c) { c.layers = 3; }));
    rich("d_k", configEdit([](Config& c) { c.keyWidth = 3; }));
    rich("d_v", configEdit([](Config& c) { c.valueWidth = 1; }));
    rich("d_model", configEdit([](Config& c) { c.modelWidth = c.outputWidth = 6; }));
    rich("narrower", configEdit([](Config& c) { c.modelWidth = c.outputWidth = 1; }));
    rich("seed", SetSeed{99});
    rich("new pin", SetPin{"layers.0.head.1.scores", Matrix::Zero(4, 4)});
    rich("pin over a pin", SetPin{"layers.0.head.0.q", Matrix::Zero(4, 2)});
    rich("pinned input", SetPin{"layers.0.resid_pre", Matrix::Zero(4, 4)});
    rich("removed pin", RemovePin{"layers.0.head.0.q"});
    rich("another document", Restore{std::make_shared<const Document>(bankDocument())});
}

void TestEdit::inverseRestoresTheDocument()
{
    QFETCH(bool, rich);
    QFETCH(Edit, edit);
    const Document before = rich ? richDocument() : bankDocument();
    Document document = before;
    HEADLIGHT_VERIFY_OK(checkEdit(document, edit));
    const Edit inverse = applyEdit(document, edit);
    HEADLIGHT_VERIFY_OK(checkDocument(document));
    QVERIFY(!sameDocument(document, before));
    const Document after = document;
    HEADLIGHT_VERIFY_OK(checkEdit(document, inverse));
    const Edit again = applyEdit(document, inverse);
    QVERIFY(sameDocument(document, before));
    applyEdit(document, again);
    QVERIFY(sameDocument(document, after));
}

void TestEdit::refusesWithASentence_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const Edit& edit, const char* sentence) {
        QTest::newRow(name) << edit << QString(sentence);
    };
    row("row outside", SetCell{"layers.0.W_Q", 9, 0, 1},
        "Row 10, column 1 is outside layers.0.W_Q, which is 4 x 4.");
    row("row before the first", SetCell{"layers.0.W_Q", -1, 0, 1},
        "Row 0, column 1 is outside layers.0.W_Q, which is 4 x 4.");
    row("column of the next head", SetCell{"layers.0.head.0.W_Q", 0, 2, 1},
        "Row 1, column 3 is outside layers.0.head.0.W_Q, which is 4 x 2.");
    row("token outside", SetCell{"embed", 4, 0, 1},
        "Row 5, column 1 is outside embed, which is 4 x 4.");
    row("no such table", SetCell{"foo", 0, 0, 1}, "There is no editable matrix named \"foo\".");
    row("no such weight", SetCell{"layers.0.foo", 0, 0, 1},
        "There is no matrix named \"layers.0.foo\".");
    row("no such layer", SetCell{"layers.2.W_Q", 0, 0, 1},
        "There is no matrix named \"layers.2.W_Q\".");
    row("no such head", SetCell{"layers.0.head.2.W_Q", 0, 0, 1},
        "There is no matrix named \"layers.0.head.2.W_Q\".");
    row("odd number", SetCell{"layers.00.W_Q", 0, 0, 1},
        "There is no matrix named \"layers.00.W_Q\".");
    row("no bias", SetCell{"layers.1.b_O", 0, 0, 1}, "There is no matrix named \"layers.1.b_O\".");
    row("computed", SetCell{"layers.0.head.0.q", 0, 0, 1},
        "The Q of head 1 of layer 1 is computed. Pin it to type numbers of your own.");
    row("output", SetCell{"output", 0, 0, 1}, "There is no editable matrix named \"output\".");
    row("no positions", SetCell{"positions", 0, 0, 1},
        "There is no editable matrix named \"positions\".");
    row("other shape", SetTensor{"layers.0.W_Q", Matrix::Zero(3, 4)},
        "layers.0.W_Q is 4 x 4, but the new numbers are 3 x 4.");
    row("block outside", SetBlock{"layers.0.W_Q", 3, 2, Matrix::Zero(2, 2)},
        "2 x 2 numbers from row 4, column 3 on do not fit into layers.0.W_Q, which is 4 x 4.");
    row("block before the first", SetBlock{"layers.0.W_Q", 0, -1, Matrix::Zero(2, 2)},
        "2 x 2 numbers from row 1, column 0 on do not fit into layers.0.W_Q, which is 4 x 4.");
    row("no numbers", SetTensor{"layers.0.head.1.W_O", Matrix()},
        "layers.0.head.1.W_O is 2 x 4, but the new numbers are 0 x 0.");
    row("computed tensor", SetTensor{"layers.1.concat", Matrix::Zero(4, 4)},
        "The concatenation of layer 2 is computed. Pin it to type numbers of your own.");
    row("rows of tokens", ResizeTensor{"X", {5, 4}, 0, 0, Matrix::Zero(5, 4)},
        "Its rows follow from the sentence.");
    row("resized whole weight", ResizeTensor{"layers.0.W_Q", {4, 5}, 0, 0, Matrix::Zero(4, 5)},
        "Its columns follow from other parts of the model.");
    row("outside of the new shape",
        ResizeTensor{"layers.0.head.0.W_Q", {4, 3}, 0, 2, Matrix::Zero(4, 2)},
        "The numbers do not fit into 4 x 3.");
    row("resized computed tensor",
        ResizeTensor{"layers.0.head.0.q", {4, 5}, 0, 0, Matrix::Zero(4, 5)},
        "The Q of head 1 of layer 1 is computed. Pin it to type numbers of your own.");
    row("resized too wide",
        ResizeTensor{"layers.0.head.0.W_Q", {4, 16385}, 0, 0, Matrix::Zero(1, 1)},
        "d_k is 16385, but it has to be between 1 and 16384.");
    row("no heads", configEdit([](Config& c) { c.heads = 0; }),
        "The number of heads is 0, but it has to be between 1 and 96.");
    row("too many layers", configEdit([](Config& c) { c.layers = 97; }),
        "The number of layers is 97, but it has to be between 1 and 96.");
    row("too wide", configEdit([](Config& c) { c.keyWidth = 16385; }),
        "d_k is 16385, but it has to be between 1 and 16384.");
    row("stack of other widths", configEdit([](Config& c) { c.modelWidth = 5; }),
        "Layers can only be stacked when a layer's output is as wide as its input, but d_model is "
        "5: W_O gives an output of width 4.");
    row("residual of other width", configEdit([](Config& c) {
            c.layers = 1;
            c.residual = true;
            c.outputProjection = false;
            c.valueWidth = 3;
        }),
        "The residual connection needs an output as wide as X, but d_model is 4: without W_O the "
        "output is the concatenation of the heads, 6 wide (2 x d_v 3).");
    row("vectors without words", SetEmbeddings{{"bank"}, Matrix::Zero(2, 4)},
        "There are 2 vectors for 1 words.");
    row("vectors without numbers", SetEmbeddings{{"bank"}, Matrix::Zero(1, 0)},
        "d_model is 0, but it has to be between 1 and 16384.");
    row("scale not a number", configEdit([](Config& c) { c.customScale = notANumber; }),
        "The scale of the scores has to be a finite number.");
    row("pin of a weight", SetPin{"layers.0.W_Q", Matrix::Zero(4, 4)},
        "\"layers.0.W_Q\" is pinned, but this model computes no such matrix.");
    row("pin of nothing", SetPin{"layers.0.head.7.q", Matrix::Zero(4, 2)},
        "\"layers.0.head.7.q\" is pinned, but this model computes no such matrix.");
    row("pin of other shape", SetPin{"layers.0.head.0.q", Matrix::Zero(1, 1)},
        "The pinned layers.0.head.0.q is 1 x 1, but this model needs 4 x 2.");
    row("no such pin", RemovePin{"layers.0.head.0.q"}, "\"layers.0.head.0.q\" is not pinned.");
    Document twice = bankDocument();
    twice.words[1] = "bank";
    row("broken document", Restore{std::make_shared<const Document>(twice)},
        "The embedding table has two rows for the same word.");
}

void TestEdit::refusesWithASentence()
{
    QFETCH(Edit, edit);
    const Document document = bankDocument();
    const Result<Ok> result = checkEdit(document, edit);
    QVERIFY(!result);
    QTEST(QString::fromStdString(result.error().message), "sentence");
    QVERIFY(sameDocument(document, bankDocument()));
}

void TestEdit::refusesASentenceTooLongForMemoryBeforeMakingAnything()
{
    std::string sentence;
    for (int i = 0; i < 12000; ++i)
        sentence += "a ";
    const Result<Ok> result = checkEdit(bankDocument(), SetSentence{sentence});
    QVERIFY(!result);
    // 2 layers x 2 heads x 12000 x 12000 weights x 8 bytes, and a little for the rest
    QCOMPARE(
        result.error().message,
        std::string("12000 tokens with 4 heads need 4.3 GB of memory; the limit is 4.0 GB. "
                    "Use fewer tokens, heads or layers, or smaller widths, or raise the limit."));
    setMemoryLimit(4.5 * gigabyte);
    QVERIFY(checkEdit(bankDocument(), SetSentence{sentence}));
    setMemoryLimit(defaultMemoryLimit);
}

void TestEdit::refusesAModelTooLargeForMemoryBeforeMakingAnything()
{
    const Edit edit = configEdit([](Config& c) {
        c.layers = maximumLayers;
        c.heads = maximumHeads;
        c.modelWidth = c.outputWidth = c.keyWidth = c.valueWidth = maximumWidth;
    });
    const Result<Ok> result = checkEdit(bankDocument(), edit);
    QVERIFY(!result);
    QVERIFY(result.error().message.starts_with("4 tokens with 9216 heads need 737"));
}

void TestEdit::aSharedWordChangesInEveryPlace()
{
    for (const char* path : {"embed", "X"}) {
        Document document = bankDocument();
        applyEdit(document, SetCell{path, 3, 1, 42});
        const Matrix x = tensorOf(document, "X");
        QCOMPARE(x(0, 1), 42.0);
        QCOMPARE(x(3, 1), 42.0);
        QVERIFY(x.middleRows(1, 2) == tensorOf(bankDocument(), "X").middleRows(1, 2));
        QCOMPARE((*document.embeddings)(0, 1), 42.0);
    }
}

void TestEdit::anotherShapeChangesTheSizesItFollowsFrom()
{
    Document document = bankDocument(); // d_model 4, d_k 2, two heads in two layers
    const Matrix before = tensorOf(document, "layers.0.head.1.W_Q");
    const Matrix block = rows({{1, 2, 3}, {4, 5, 6}});
    applyEdit(document, ResizeTensor{"layers.0.head.1.W_Q", {5, 3}, 3, 0, block});
    QCOMPARE(document.config.keyWidth, Index(3));
    QCOMPARE(document.config.modelWidth, Index(5));
    QCOMPARE(document.config.outputWidth, Index(5)); // layers can still be stacked
    const Matrix after = tensorOf(document, "layers.0.head.1.W_Q");
    QVERIFY(after.bottomRows(2) == block);
    QVERIFY(after.topLeftCorner(3, 2) == before.topRows(3));

    applyEdit(document, ResizeTensor{"layers.0.head.0.W_O", {2, 3}, 0, 0, Matrix::Ones(1, 1)});
    QCOMPARE(document.config.outputWidth, Index(3));
    QCOMPARE(document.config.modelWidth, Index(3));
}

void TestEdit::aBlockOfXWritesOnlyWhatDiffers()
{
    for (const Index row : {0, 3}) { // either "bank" may be the one that was typed into
        Document document = bankDocument();
        Matrix x = tensorOf(document, "X");
        x(row, 1) = 42;
        applyEdit(document, SetTensor{"X", x});
        QVERIFY(tensorOf(document, "X").row(0) == rows({{1, 42, 3, 4}}));
        QVERIFY(tensorOf(document, "X").row(3) == rows({{1, 42, 3, 4}}));
        QVERIFY(document.embeddings->bottomRows(2) == bankDocument().embeddings->bottomRows(2));
    }
}

void TestEdit::theWayBackHoldsWhatDiffers()
{
    Document document = bankDocument();
    Matrix weight = tensorOf(document, "layers.0.W_V");
    weight(1, 1) = 40;
    weight(2, 3) = -0.0;
    const Edit back = applyEdit(document, SetTensor{"layers.0.W_V", weight});
    const auto& block = std::get<SetBlock>(back);
    QCOMPARE(block.row, Index(1));
    QCOMPARE(block.column, Index(1));
    QVERIFY(block.block == tensorOf(bankDocument(), "layers.0.W_V").block(1, 1, 2, 3));

    const Edit nothing = applyEdit(document, SetTensor{"layers.0.W_V", weight});
    QCOMPARE(std::get<SetBlock>(nothing).block.size(), Index(0));
    HEADLIGHT_VERIFY_OK(checkEdit(document, nothing));
}

void TestEdit::aBlockOfXWritesOverANotANumber()
{
    for (const Index row : {0, 3}) {
        Document document = bankDocument();
        applyEdit(document, SetCell{"X", 0, 1, notANumber});
        Matrix x = tensorOf(document, "X");
        x(row, 1) = 42;
        applyEdit(document, SetTensor{"X", x});
        QCOMPARE((*document.embeddings)(0, 1), 42.0);
    }
}

void TestEdit::aHeadsBlockChangesOnlyItsPart()
{
    Document document = bankDocument();
    applyEdit(document, SetTensor{"layers.0.head.1.W_Q", Matrix::Constant(4, 2, 7)});
    applyEdit(document, SetTensor{"layers.0.head.1.W_O", Matrix::Constant(2, 4, 8)});
    applyEdit(document, SetCell{"layers.0.head.1.W_V", 2, 1, 9});
    const LayerParameters before = bankDocument().parameters.layers[0];
    const LayerParameters& after = document.parameters.layers[0];
    QVERIFY(after.wQ->leftCols(2) == before.wQ->leftCols(2));
    QVERIFY(after.wQ->rightCols(2) == Matrix::Constant(4, 2, 7));
    QVERIFY(after.wO->topRows(2) == before.wO->topRows(2));
    QVERIFY(after.wO->bottomRows(2) == Matrix::Constant(2, 4, 8));
    QCOMPARE((*after.wV)(2, 3), 9.0);
}

void TestEdit::theInverseOfACellIsACell()
{
    Document document = bankDocument();
    const Edit inverse = applyEdit(document, SetCell{"embeddings", 1, 2, 0.5});
    const SetCell* cell = std::get_if<SetCell>(&inverse);
    QVERIFY(cell);
    QCOMPARE(cell->tensor, std::string("embeddings"));
    QCOMPARE(cell->row, Index(1));
    QCOMPARE(cell->column, Index(2));
    QCOMPARE(cell->value, 7.0);
}

void TestEdit::copiesOfTheDocumentStayAsTheyWere()
{
    Document document = bankDocument();
    const Document copy = document;
    applyEdit(document, SetCell{"layers.0.W_Q", 0, 0, 5});
    QVERIFY(sameDocument(copy, bankDocument()));
    QVERIFY(!document.parameters.layers[0].wQ.sharesWith(copy.parameters.layers[0].wQ));
    QVERIFY(document.parameters.layers[1].wQ.sharesWith(copy.parameters.layers[1].wQ));
}

void TestEdit::onlyTheSameCellIsTheSameTarget()
{
    const SetCell cell{"layers.0.W_Q", 1, 2, 5};
    QVERIFY(sameTarget(cell, SetCell{"layers.0.W_Q", 1, 2, 6}));
    QVERIFY(!sameTarget(cell, SetCell{"layers.0.W_Q", 1, 3, 5}));
    QVERIFY(!sameTarget(cell, SetCell{"layers.0.W_Q", 2, 2, 5}));
    QVERIFY(!sameTarget(cell, SetCell{"layers.0.W_K", 1, 2, 5}));
    QVERIFY(!sameTarget(cell, SetSeed{1}));
    const Restore restore{std::make_shared<const Document>(bankDocument())};
    QVERIFY(sameTarget(restore, restore));
    QVERIFY(!sameTarget(restore, cell));
}

void TestEdit::whatCanBeTypedOver()
{
    const Document document = bankDocument();
    for (const char* path : {"X", "embed", "embeddings", "layers.1.W_O", "layers.1.head.1.W_O",
                             "layers.0.b_O", "layers.0.head.0.W_K"})
        QVERIFY2(editable(document, path), path);
    for (const char* path : {"output", "pos_embed", "positions", "layers.1.b_O", "layers.0.concat",
                             "layers.0.head.0.q", "", "layers.0.head.0.b_O", "layers.-0.W_Q"})
        QVERIFY2(!editable(document, path), path);
    const Document rich = richDocument();
    for (const char* path : {"positions", "embed", "layers.0.head.0.q", "layers.1.head.1.pattern"})
        QVERIFY2(editable(rich, path), path);
    const Result<Ok> x = editable(rich, "X");
    QVERIFY(!x);
    QCOMPARE(x.error().message,
             std::string("X is the sum of embeddings and positions. Edit one of those instead."));
}

void TestEdit::aThousandRandomEditsGoThereAndBack_data()
{
    QTest::addColumn<int>("seed");
    for (const int seed : {1, 2, 3, 4})
        QTest::addRow("seed %d", seed) << seed;
}

void TestEdit::aThousandRandomEditsGoThereAndBack()
{
    QFETCH(int, seed);
    RandomEdits random(std::uint64_t(seed) + 600);
    const Document start = random.document();
    Document document = start;
    std::vector<Edit> way;
    while (way.size() < 1000) {
        const Edit edit = random.next(document);
        if (!checkEdit(document, edit))
            continue;
        way.push_back(applyEdit(document, edit));
        HEADLIGHT_VERIFY_OK(checkDocument(document));
    }
    const Document end = document;
    const Matrix endOutput = tensorOf(end, "output");
    for (auto edit = way.rbegin(); edit != way.rend(); ++edit) {
        HEADLIGHT_VERIFY_OK(checkEdit(document, *edit));
        *edit = applyEdit(document, *edit);
    }
    QVERIFY(sameDocument(document, start));
    for (Edit& edit : way)
        edit = applyEdit(document, edit);
    QVERIFY(sameDocument(document, end));
    QVERIFY(sameBits(tensorOf(document, "output"), endOutput));
}

QTEST_APPLESS_MAIN(TestEdit)
#include "tst_edit.moc"
