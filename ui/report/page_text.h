#pragma once

#include "core/explain/math_text.h"

#include <QFont>
#include <QPointF>
#include <QStringList>

class QPainter;

namespace headlight {

/// The letters of a report's pages, in pixels of 1/96 inch.
enum class PageFont { Title, Heading1, Heading2, Heading3, Body, Aside, Number, StrongNumber };

QFont pageFont(PageFont role);

/// From one line of text to the next.
double lineHeight(PageFont role);

/// The text in lines no wider than `width`.
QStringList wrappedLines(const QString& text, const QFont& font, double width);

/// A number, or a piece of text, of a written-out calculation and where it stands.
struct MathPiece {
    QString text;
    PageFont font = PageFont::Number;
    double factor = 1; // of the font's size
    double x = 0;
    double raise = 0; // of the baseline
    bool isMuted = false;
};

/// One line of a calculation in as many lines of at most `width` as it takes.
std::vector<std::vector<MathPiece>> wrappedMath(const MathLine& line, double width);

double mathWidth(const std::vector<MathPiece>& line);

/// Draws one of these lines with its baseline at `at`.
void drawMath(QPainter& painter, const std::vector<MathPiece>& line, QPointF at);

} // namespace headlight
