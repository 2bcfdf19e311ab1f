#pragma once

#include "app/main_window.h"
#include "tests/support/answers.h"
#include "tests/support/quiet.h"
#include "ui/figure/figure_widget.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace headlight {

/// The window as a person has it in front of them.
struct Person {
    MainWindow window;
    SnapshotPtr snapshot;

    Person()
    {
        QObject::connect(&window.session(), &Session::snapshotChanged, &window,
                         [this](const SnapshotPtr& s) { snapshot = s; });
        window.resize(1280, 800);
        window.show();
        settle();
    }

    void settle()
    {
        // Long enough for 1,152 heads in a debug build on a busy machine.
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isComputing() && snapshot, 30'000);
        QCoreApplication::processEvents();
    }

    template <class T>
    T* find(const char* name) const
    {
        return window.findChild<T*>(QLatin1String(name));
    }
    void trigger(const char* action)
    {
        find<QAction>(action)->trigger();
        settle();
    }
    void type(const QString& sentence)
    {
        auto* line = find<QLineEdit>("sentence");
        line->setFocus();
        line->selectAll();
        line->del();
        QTest::keyClicks(line, sentence);
        settle();
    }
    MatrixView* table() const { return find<MatrixEditor>("matrixEditor")->mainPane()->view(); }
    void typeInCell(int row, int column, const QString& text)
    {
        table()->setFocus();
        table()->setCurrentIndex(table()->model()->index(row, column));
        QTest::keyClicks(table(), text.left(1));
        auto* editor = table()->findChild<QLineEdit*>(QStringLiteral("cellEditor"));
        QVERIFY(editor);
        QTest::keyClicks(editor, text.mid(1));
        QTest::keyClick(editor, Qt::Key_Return);
        settle();
    }
    QString message() const { return find<QLabel>("message")->text(); }
    double weight(int query, int key) const
    {
        return tensor(*snapshot, "layers.0.head.0.pattern")->coeff(query, key);
    }
    /// The colour a person sees at the centre of a cell of the large heatmap.
    QRgb seen(int query, int key)
    {
        auto* single = find<FigureWidget>("singleHead");
        Figure plain = single->figure();
        plain.values = false; // so that no digit covers the centre
        plain.marked.reset();
        FigureWidget copy;
        copy.resize(single->size());
        copy.setFigure(plain);
        copy.show();
        return copy.grab().toImage().pixel(copy.cellRect({0, {query, key}}).center());
    }
    void shoot(const char* name)
    {
        const QDir folder(QStringLiteral(HEADLIGHT_SCREENSHOTS));
        folder.mkpath(QStringLiteral("."));
        QVERIFY(window.grab().save(folder.filePath(QLatin1String(name))));
    }
};

} // namespace headlight
