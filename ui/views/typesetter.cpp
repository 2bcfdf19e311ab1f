#include "ui/views/typesetter.h"

#include "ui/style/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace headlight {
namespace {

using Kind = FormulaPart::Kind;

constexpr double rule = 1.2; // thickness of lines
constexpr double lineGap = 3; // between a line and what stands above or below it

/// The same font in another size, whichever way its size was given.
QFont resized(QFont font, double factor)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(int(font.pixelSize() * factor + 0.5));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

double advance(const QFont& font, const std::string& text)
{
    return QFontMetricsF(font).horizontalAdvance(QString::fromStdString(text));
}

FormulaExtent textExtent(const QFont& font, const std::string& text)
{
    const QFontMetricsF metrics(font);
    return {advance(font, text), metrics.capHeight() + 2, metrics.descent()};
}

double parenthesisWidth(const FormulaExtent& inside)
{
    return 6 + (inside.ascent + inside.descent) * 0.08;
}

void drawText(QPainter* painter, const QFont& font, QPointF at, const std::string& text,
              bool isPinned)
{
    if (!painter)
        return;
    painter->setFont(font);
    painter->setPen(isPinned ? currentTheme().warning : currentTheme().text);
    painter->drawText(at, QString::fromStdString(text));
}

void drawLine(QPainter* painter, QPointF from, QPointF to)
{
    if (!painter)
        return;
    painter->setPen(QPen(currentTheme().text, rule));
    painter->drawLine(from, to);
}

} // namespace

Typesetter::Typesetter(const QFont& font)
    : m_upright(resized(font, 1.2))
    , m_letters(m_upright)
    , m_small(resized(m_upright, 0.7))
{
    m_letters.setItalic(true);
}

FormulaExtent Typesetter::measure(const FormulaPart& part) const
{
    switch (part.kind) {
    case Kind::Text:
        return textExtent(m_upright, part.text);
    case Kind::Symbol:
        return symbolExtent(part);
    case Kind::Row:
        return rowExtent(part.parts);
    case Kind::Fraction:
        return fractionExtent(part);
    case Kind::Root:
        return rootExtent(part);
    case Kind::Group:
        return groupExtent(part);
    }
    return {};
}

void Typesetter::walk(const FormulaPart& part, QPointF at, QPainter* painter,
                      const Found& found) const
{
    const FormulaExtent extent = measure(part);
    if (!part.tensor.empty())
        found(part, {at.x(), at.y() - extent.ascent, extent.width, extent.ascent + extent.descent});
    switch (part.kind) {
    case Kind::Text:
        return drawText(painter, m_upright, at, part.text, part.isPinned);
    case Kind::Symbol:
        return drawSymbol(part, at, painter);
    case Kind::Row:
        return walkRow(part.parts, at, painter, found);
    case Kind::Fraction:
        return walkFraction(part, extent, at, painter, found);
    case Kind::Root:
        return walkRoot(part, extent, at, painter, found);
    case Kind::Group:
        return walkGroup(part, extent, at, painter, found);
    }
}

double Typesetter::mathsAxis() const
{
    return QFontMetricsF(m_upright).xHeight() / 2;
}

FormulaExtent Typesetter::symbolExtent(const FormulaPart& part) const
{
    FormulaExtent extent = textExtent(m_letters, part.text);
    const QFontMetricsF small(m_small);
    if (!part.sub.empty()) {
        extent.width += advance(m_small, part.sub) + 1;
        extent.descent = std::max(extent.descent, small.descent() + small.capHeight() * 0.4);
    }
    if (!part.sup.empty()) {
        extent.width += advance(m_small, part.sup) + 1;
        extent.ascent += small.capHeight() * 0.4;
    }
    return extent;
}

FormulaExtent Typesetter::rowExtent(const std::vector<FormulaPart>& parts) const
{
    FormulaExtent all;
    for (const FormulaPart& part : parts) {
        const FormulaExtent extent = measure(part);
        all.width += extent.width;
        all.ascent = std::max(all.ascent, extent.ascent);
        all.descent = std::max(all.descent, extent.descent);
    }
    return all;
}

FormulaExtent Typesetter::fractionExtent(const FormulaPart& part) const
{
    const FormulaExtent top = measure(part.parts[0]);
    const FormulaExtent bottom = measure(part.parts[1]);
    return {std::max(top.width, bottom.width) + 8,
            mathsAxis() + lineGap + top.descent * 0.7 + top.ascent,
            bottom.ascent + bottom.descent + lineGap - mathsAxis()};
}

FormulaExtent Typesetter::rootExtent(const FormulaPart& part) const
{
    FormulaExtent inside = rowExtent(part.parts);
    inside.width += 12;
    inside.ascent += lineGap;
    return inside;
}

FormulaExtent Typesetter::groupExtent(const FormulaPart& part) const
{
    FormulaExtent inside = rowExtent(part.parts);
    inside.width += 2 * parenthesisWidth(inside);
    return inside;
}

void Typesetter::drawSymbol(const FormulaPart& part, QPointF at, QPainter* painter) const
{
    drawText(painter, m_letters, at, part.text, part.isPinned);
    const QFontMetricsF small(m_small);
    const double x = at.x() + advance(m_letters, part.text) + 1;
    const double height = QFontMetricsF(m_upright).capHeight();
    drawText(painter, m_small, {x, at.y() + small.capHeight() * 0.4}, part.sub, part.isPinned);
    drawText(painter, m_small, {x, at.y() - height + small.capHeight() * 0.6}, part.sup,
             part.isPinned);
}

void Typesetter::walkRow(const std::vector<FormulaPart>& parts, QPointF at, QPainter* painter,
                         const Found& found) const
{
    for (const FormulaPart& part : parts) {
        walk(part, at, painter, found);
        at.rx() += measure(part).width;
    }
}

void Typesetter::walkFraction(const FormulaPart& part, const FormulaExtent& extent, QPointF at,
                              QPainter* painter, const Found& found) const
{
    const FormulaExtent top = measure(part.parts[0]);
    const FormulaExtent bottom = measure(part.parts[1]);
    const double axis = at.y() - mathsAxis();
    walk(part.parts[0],
         {at.x() + (extent.width - top.width) / 2, axis - lineGap - top.descent * 0.7}, painter,
         found);
    walk(part.parts[1],
         {at.x() + (extent.width - bottom.width) / 2, axis + lineGap + bottom.ascent}, painter,
         found);
    drawLine(painter, {at.x() + 2, axis}, {at.x() + extent.width - 2, axis});
}

void Typesetter::walkRoot(const FormulaPart& part, const FormulaExtent& extent, QPointF at,
                          QPainter* painter, const Found& found) const
{
    walkRow(part.parts, {at.x() + 10, at.y()}, painter, found);
    if (!painter)
        return;
    const double top = at.y() - extent.ascent + 1;
    QPainterPath sign({at.x() + 1, at.y() - extent.ascent * 0.35});
    sign.lineTo(at.x() + 3, at.y() - extent.ascent * 0.45);
    sign.lineTo(at.x() + 6, at.y() + 1);
    sign.lineTo(at.x() + 9, top);
    sign.lineTo(at.x() + extent.width, top);
    painter->strokePath(sign, QPen(currentTheme().text, rule));
}

void Typesetter::walkGroup(const FormulaPart& part, const FormulaExtent& extent, QPointF at,
                           QPainter* painter, const Found& found) const
{
    const FormulaExtent inside = rowExtent(part.parts);
    const double width = parenthesisWidth(inside);
    walkRow(part.parts, {at.x() + width, at.y()}, painter, found);
    if (!painter)
        return;
    const double top = at.y() - extent.ascent - 1;
    const double bottom = at.y() + extent.descent + 1;
    const auto parenthesis = [&](double x, double bulge) {
        QPainterPath path({x, top});
        path.quadTo(QPointF(x - bulge, (top + bottom) / 2), QPointF(x, bottom));
        painter->strokePath(path, QPen(currentTheme().text, rule));
    };
    parenthesis(at.x() + width - 2, width);
    parenthesis(at.x() + extent.width - width + 2, -width);
}

} // namespace headlight
