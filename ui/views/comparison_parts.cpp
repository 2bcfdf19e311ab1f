#include "ui/views/comparison_parts.h"

#include "ui/models/matrix_table_model.h"
#include "ui/session/number_text.h"
#include "ui/style/theme.h"
#include "ui/views/matrix_view.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>

#include <algorithm>

namespace headlight {
namespace {

/// A table is not made lower than this, or than its rows need.
constexpr int leastTableHeight = 176;

struct LabTexts {
    Q_DECLARE_TR_FUNCTIONS(LabTexts)
};

QString subscript(int number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

} // namespace

QStringList numberedTokens(const std::vector<std::string>& tokens)
{
    QStringList texts = tokenTexts(tokens);
    for (qsizetype t = 0; t < texts.size(); ++t)
        texts[t].prepend(QString::number(t + 1) + u' ');
    return texts;
}

QStringList columnNames(Index count)
{
    QStringList names;
    for (int i = 1; i <= count; ++i)
        names += u'o' + subscript(i);
    return names;
}

QString orderSources(const Document& document)
{
    QStringList sources;
    if (document.config.positions != Positions::None)
        sources += LabTexts::tr("positions");
    if (document.config.mask != Mask::None)
        sources += LabTexts::tr("mask");
    if (!document.pins.empty())
        sources += LabTexts::tr("pinned numbers");
    return sources.join(QStringLiteral(", "));
}

QString layerText(const Config& config, int layer)
{
    return LabTexts::tr("layer %1 of %2").arg(layer + 1).arg(config.layers);
}

QString statedNumber(double value)
{
    return shortNumber(value, 3);
}

QLabel* makeLabel(const QString& name, const QString& text, const QString& role)
{
    auto* label = new QLabel(text);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    if (!role.isEmpty())
        label->setProperty("role", role);
    return label;
}

MatrixView* makeReadOnlyTable(const QString& name, const QString& accessibleName)
{
    auto* table = new MatrixView;
    table->setObjectName(name);
    table->setAccessibleName(accessibleName);
    table->matrixModel()->setEditable(false);
    return table;
}

void showMatrix(MatrixView* table, const Matrix& matrix, const QStringList& rows,
                const QStringList& columns)
{
    MatrixTableModel* model = table->matrixModel();
    model->setMatrix(matrix);
    model->setHeadings(rows, columns);
    model->setTints(currentTheme().cellTint, currentTheme().cellTintNegative);
    table->updateActions();
    const int whole = table->fittingHeight() + table->horizontalScrollBar()->sizeHint().height();
    table->setMinimumHeight(std::min(whole, leastTableHeight));
    table->setMaximumHeight(whole);
}

QPlainTextEdit* makeSentences(const QString& name, const QString& accessibleName)
{
    auto* sentences = new QPlainTextEdit;
    sentences->setObjectName(name);
    sentences->setAccessibleName(accessibleName);
    sentences->setReadOnly(true);
    sentences->setTabChangesFocus(true);
    sentences->document()->setDocumentMargin(8);
    sentences->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    sentences->setMinimumHeight(4 * sentences->fontMetrics().height());
    return sentences;
}

} // namespace headlight
