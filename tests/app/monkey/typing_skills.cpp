#include "tests/app/monkey/hands.h"
#include "tests/app/monkey/skills.h"
#include "tests/core/support/odd_texts.h"
#include "tests/core/support/random_edits.h"
#include "ui/models/matrix_table_model.h"
#include "ui/views/pipeline_strip.h"

// Words, numbers, keys and drags: what changes the document by hand.

namespace headlight {
namespace {

using Numbers = std::array<unsigned, 3>;

const char* const cellTexts[]
    = {"0",     "8",       "-1.25",       "1e-320", "1e308", "NaN", "inf",
       "1.2.3", "=X(1,1)", "=row*column", "=1/0",   "=(",    "abc", "1,5"};

QLineEdit& sentenceLine(Scene& scene)
{
    return *scene.person().find<QLineEdit>("sentence");
}

/// One of the tables that are seen, or none.
MatrixView* someTable(Scene& scene)
{
    const QList<MatrixView*> tables = visibleChildren<MatrixView>(scene.window());
    return tables.isEmpty() ? nullptr : scene.pick(tables);
}

QModelIndex someCell(Scene& scene, MatrixView& table)
{
    const QAbstractItemModel& model = *table.model();
    return model.index(int(scene.below(unsigned(model.rowCount()))),
                       int(scene.below(unsigned(model.columnCount()))));
}

/// Return, Escape, another cell, or nothing: then it is still open when the next action comes.
void endTyping(Scene& scene, QWidget& editor)
{
    const Qt::Key keys[] = {Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab};
    const unsigned way = scene.below(4);
    if (way < std::size(keys))
        QTest::keyClick(&editor, keys[way]);
}

void typeSentence(Scene& scene, const Numbers&)
{
    const char* texts[] = {" birds", " the bank", ", eat!", "s", " a", "<s>", " one two three"};
    QLineEdit& line = sentenceLine(scene);
    line.setFocus();
    QTest::keyClick(&line, scene.below(3) == 0 ? Qt::Key_Home : Qt::Key_End);
    for (unsigned i = scene.below(8); i > 0; --i)
        QTest::keyClick(&line, Qt::Key_Backspace);
    QTest::keyClicks(&line, QLatin1String(scene.pick(texts)));
}

void pasteSentence(Scene& scene, const Numbers&)
{
    QLineEdit& line = sentenceLine(scene);
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_A, Qt::ControlModifier);
    pasteText(line, QString::fromStdString(scene.pick(oddTexts())));
}

/// So long that it is computed for a while.
void pasteLongSentence(Scene& scene, const Numbers&)
{
    QString words;
    for (unsigned i = 60 + scene.below(240); i > 0; --i)
        words += QStringLiteral("w%1 ").arg(scene.below(90));
    QLineEdit& line = sentenceLine(scene);
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_A, Qt::ControlModifier);
    pasteText(line, words);
}

void typeCell(Scene& scene, const Numbers&)
{
    MatrixView* table = someTable(scene);
    if (!table)
        return;
    table->setFocus();
    table->setCurrentIndex(someCell(scene, *table));
    const QString text = QLatin1String(scene.pick(cellTexts));
    QTest::keyClicks(table, text.left(1));
    if (auto* editor = table->findChild<QLineEdit*>(QStringLiteral("cellEditor"))) {
        QTest::keyClicks(editor, text.mid(1));
        endTyping(scene, *editor);
    }
}

void typeInChain(Scene& scene, const Numbers&)
{
    auto* strip = scene.person().find<PipelineStrip>("pipelineStrip");
    if (!strip->isVisible())
        return;
    strip->setFocus();
    const Qt::Key moves[]
        = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown};
    for (unsigned i = scene.below(10); i > 0; --i)
        QTest::keyClick(strip, scene.pick(moves));
    const QString text = QLatin1String(scene.pick(cellTexts));
    QTest::keyClicks(strip, text.left(1));
    if (auto* editor = strip->findChild<QLineEdit*>(QStringLiteral("stageCellEditor"))) {
        QTest::keyClicks(editor, text.mid(1));
        endTyping(scene, *editor);
    }
}

QString someBlock(Scene& scene)
{
    const char* blocks[]
        = {"[1 2 3; 4 5 6]",          "1\t2\n3\t4", "7", "1;2;3", "a\tb\nc", "", "1 2\n3",
           "[[1, nan], [inf, -0.0]]", "1,234\t5"};
    return QLatin1String(scene.pick(blocks));
}

void pasteBlock(Scene& scene, const Numbers&)
{
    if (MatrixView* table = someTable(scene)) {
        table->setCurrentIndex(someCell(scene, *table));
        pasteText(*table, someBlock(scene));
    }
}

/// Copy, fill, transpose and the rest, on a block of cells.
void useCellCommand(Scene& scene, const Numbers&)
{
    MatrixView* table = someTable(scene);
    if (!table)
        return;
    const QModelIndex from = someCell(scene, *table);
    const QModelIndex to = someCell(scene, *table);
    table->setCurrentIndex(from);
    table->selectionModel()->select({from, to}, QItemSelectionModel::ClearAndSelect);
    table->updateActions();
    const QList<QAction*> actions = table->cellActions();
    scene.pick(actions)->trigger();
}

void scrub(Scene& scene, const Numbers&)
{
    MatrixView* table = someTable(scene);
    if (!table || !table->model()->rowCount())
        return;
    const QPoint from = table->visualRect(someCell(scene, *table)).center();
    const QPoint way(int(scene.below(160)) - 80, int(scene.below(9)) - 4);
    drag(*table->viewport(), from, from + way, int(1 + scene.below(30)), {});
}

void pressKey(Scene& scene, const Numbers&)
{
    const Qt::Key keys[]
        = {Qt::Key_Left,    Qt::Key_Right,    Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Tab,
           Qt::Key_Backtab, Qt::Key_Return,   Qt::Key_Escape, Qt::Key_Delete, Qt::Key_F2,
           Qt::Key_PageUp,  Qt::Key_PageDown, Qt::Key_Home,   Qt::Key_End,    Qt::Key_Space,
           Qt::Key_Menu,    Qt::Key_3,        Qt::Key_Equal,  Qt::Key_Plus,   Qt::Key_Minus,
           Qt::Key_A,       Qt::Key_C,        Qt::Key_V};
    const Qt::KeyboardModifiers modifiers[]
        = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier};
    QWidget* focus = QApplication::focusWidget();
    QWidget* target = focus ? focus : &scene.window();
    const Qt::Key key = scene.pick(keys);
    QTest::keyClick(target, key, scene.pick(modifiers));
}

/// Of every kind, also those that no control asks for in one step.
void edit(Scene& scene, const Numbers& numbers)
{
    RandomEdits edits(numbers[0] * 1000003ull + numbers[1] * 1009 + numbers[2]);
    if (!scene.document().recorded)
        scene.window().session().edit(edits.next(scene.document()));
}

} // namespace

const std::vector<Skill>& typingSkills()
{
    static const std::vector<Skill> skills = {
        {"typeSentence", 6, typeSentence},
        {"pasteSentence", 2, pasteSentence},
        {"pasteLongSentence", 1, pasteLongSentence},
        {"typeCell", 10, typeCell},
        {"typeInChain", 4, typeInChain},
        {"pasteBlock", 4, pasteBlock},
        {"useCellCommand", 4, useCellCommand},
        {"scrub", 6, scrub},
        {"pressKey", 10, pressKey},
        {"edit", 10, edit},
    };
    return skills;
}

} // namespace headlight
