#pragma once

#include "core/document/document.h"
#include "ui/views/token_texts.h"

#include <QStringList>

class QLabel;
class QPlainTextEdit;

namespace headlight {

class MatrixView;

// What the labs that compare sentences and heads have in common.

/// The tokens with their place in front, "2 dog": in one sentence a token may occur several times.
QStringList numberedTokens(const std::vector<std::string>& tokens);

/// "o₁", "o₂", … for `count` columns.
QStringList columnNames(Index count);

/// What can make equal tokens come out differently in this model: "positions, mask"; empty when
/// nothing can.
QString orderSources(const Document& document);

/// "layer 2 of 12".
QString layerText(const Config& config, int layer);

/// A number in a sentence, rounded to three significant digits.
QString statedNumber(double value);

/// A label of plain text; `role` as in theme.h.
QLabel* makeLabel(const QString& name, const QString& text, const QString& role = {});

/// A table of numbers that cannot be typed into.
MatrixView* makeReadOnlyTable(const QString& name, const QString& accessibleName);

/// Fills such a table, which then takes no more height than its rows need.
void showMatrix(MatrixView* table, const Matrix& matrix, const QStringList& rows,
                const QStringList& columns);

/// Sentences to read and copy, one a line; they leave the room to what is above them.
QPlainTextEdit* makeSentences(const QString& name, const QString& accessibleName);

} // namespace headlight
