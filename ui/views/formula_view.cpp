#include "ui/views/formula_view.h"

#include "ui/style/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <functional>

namespace headlight {
namespace {

using Kind = FormulaPart::Kind;

/// Room of a part around its baseline, in logical pixels.
struct Extent {
    double width = 0;
    double ascent = 0;
    double descent = 0;
};

/// Measures and draws formulas; the rules of thumb follow what TeX does.
class Typesetter {
public:
    explicit Typesetter(const QWidget* widget)
        : m_upright(widget->font())
    {
        m_upright.setPointSizeF(m_upright.pointSizeF() * 1.2);
        m_letters = m_upright;
        m_letters.setItalic(true);
        m_small = m_upright;
        m_small.setPointSizeF(m_upright.pointSizeF() * 0.7);
    }

    Extent measure(const FormulaPart& part) const
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

    /// Calls `found` for every part with a matrix, outer parts first, with its place when the
    /// baseline starts at `at`. With a painter it draws as well.
    using Found = std::function<void(const FormulaPart&, const QRectF&)>;
    void walk(const FormulaPart& part, QPointF at, QPainter* painter, const Found& found) const
    {
        const Extent extent = measure(part);
        if (!part.tensor.empty())
            found(part,
                  {at.x(), at.y() - extent.ascent, extent.width, extent.ascent + extent.descent});
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

private:
    static constexpr double rule = 1.2; // thickness of lines
    static constexpr double lineGap = 3; // between a line and what stands above or below it

    Extent textExtent(const QFont& font, const QString& text) const
    {
        const QFontMetricsF metrics(font);
        return {metrics.horizontalAdvance(text), metrics.capHeight() + 2, metrics.descent()};
    }

    double mathsAxis() const { return QFontMetricsF(m_upright).xHeight() / 2; }

    Extent symbolExtent(const FormulaPart& part) const
    {
        Extent extent = textExtent(m_letters, part.text);
        const QFontMetricsF small(m_small);
        if (!part.sub.isEmpty()) {
            extent.width += small.horizontalAdvance(part.sub) + 1;
            extent.descent = std::max(extent.descent, small.descent() + small.capHeight() * 0.4);
        }
        if (!part.sup.isEmpty()) {
            extent.width += small.horizontalAdvance(part.sup) + 1;
            extent.ascent += small.capHeight() * 0.4;
        }
        return extent;
    }

    Extent rowExtent(const std::vector<FormulaPart>& parts) const
    {
        Extent all;
        for (const FormulaPart& part : parts) {
            const Extent extent = measure(part);
            all.width += extent.width;
            all.ascent = std::max(all.ascent, extent.ascent);
            all.descent = std::max(all.descent, extent.descent);
        }
        return all;
    }

    Extent fractionExtent(const FormulaPart& part) const
    {
        const Extent top = measure(part.parts[0]);
        const Extent bottom = measure(part.parts[1]);
        return {std::max(top.width, bottom.width) + 8,
                mathsAxis() + lineGap + top.descent * 0.7 + top.ascent,
                bottom.ascent + bottom.descent + lineGap - mathsAxis()};
    }

    Extent rootExtent(const FormulaPart& part) const
    {
        Extent inside = rowExtent(part.parts);
        inside.width += 12;
        inside.ascent += lineGap;
        return inside;
    }

    Extent groupExtent(const FormulaPart& part) const
    {
        Extent inside = rowExtent(part.parts);
        inside.width += 2 * parenthesisWidth(inside);
        return inside;
    }

    static double parenthesisWidth(const Extent& inside)
    {
        return 6 + (inside.ascent + inside.descent) * 0.08;
    }

    static void drawText(QPainter* painter, const QFont& font, QPointF at, const QString& text,
                         bool isPinned)
    {
        if (!painter)
            return;
        painter->setFont(font);
        painter->setPen(isPinned ? currentTheme().warning : currentTheme().text);
        painter->drawText(at, text);
    }

    void drawSymbol(const FormulaPart& part, QPointF at, QPainter* painter) const
    {
        drawText(painter, m_letters, at, part.text, part.isPinned);
        const QFontMetricsF small(m_small);
        double x = at.x() + QFontMetricsF(m_letters).horizontalAdvance(part.text) + 1;
        const double height = QFontMetricsF(m_upright).capHeight();
        drawText(painter, m_small, {x, at.y() + small.capHeight() * 0.4}, part.sub, part.isPinned);
        drawText(painter, m_small, {x, at.y() - height + small.capHeight() * 0.6}, part.sup,
                 part.isPinned);
    }

    void walkRow(const std::vector<FormulaPart>& parts, QPointF at, QPainter* painter,
                 const Found& found) const
    {
        for (const FormulaPart& part : parts) {
            walk(part, at, painter, found);
            at.rx() += measure(part).width;
        }
    }

    void walkFraction(const FormulaPart& part, const Extent& extent, QPointF at, QPainter* painter,
                      const Found& found) const
    {
        const Extent top = measure(part.parts[0]);
        const Extent bottom = measure(part.parts[1]);
        const double axis = at.y() - mathsAxis();
        walk(part.parts[0],
             {at.x() + (extent.width - top.width) / 2, axis - lineGap - top.descent * 0.7}, painter,
             found);
        walk(part.parts[1],
             {at.x() + (extent.width - bottom.width) / 2, axis + lineGap + bottom.ascent}, painter,
             found);
        drawLine(painter, {at.x() + 2, axis}, {at.x() + extent.width - 2, axis});
    }

    void walkRoot(const FormulaPart& part, const Extent& extent, QPointF at, QPainter* painter,
                  const Found& found) const
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

    void walkGroup(const FormulaPart& part, const Extent& extent, QPointF at, QPainter* painter,
                   const Found& found) const
    {
        const Extent inside = rowExtent(part.parts);
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

    static void drawLine(QPainter* painter, QPointF from, QPointF to)
    {
        if (!painter)
            return;
        painter->setPen(QPen(currentTheme().text, rule));
        painter->drawLine(from, to);
    }

    QFont m_upright;
    QFont m_letters;
    QFont m_small;
};

constexpr int margin = 12;

} // namespace

FormulaView::FormulaView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("formula"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FormulaView::setFormula(const FormulaPart& formula)
{
    m_formula = formula;
    setAccessibleName(tr("Formula: %1").arg(plainText(formula)));
    typeset();
}

void FormulaView::setMarks(const Marks& marks)
{
    m_marks = marks;
    update();
}

QSize FormulaView::sizeHint() const
{
    const Extent extent = Typesetter(this).measure(m_formula);
    // Room for a fraction whether there is one or not: the views below must not jump.
    const int height = int(QFontMetricsF(font()).height() * 2.9);
    return {int(std::ceil(extent.width)) + 2 * margin,
            std::max(height, int(std::ceil(extent.ascent + extent.descent)) + 8)};
}

/// Finds where every symbol stands.
void FormulaView::typeset()
{
    m_places.clear();
    const Typesetter typesetter(this);
    const Extent extent = typesetter.measure(m_formula);
    const double baseline = (height() - extent.ascent - extent.descent) / 2 + extent.ascent;
    typesetter.walk(
        m_formula, {double(margin), baseline}, nullptr,
        [this](const FormulaPart& part, const QRectF& where) {
            m_places.push_back({where.toAlignedRect().adjusted(-2, -2, 2, 2), part.tensor});
        });
    updateGeometry();
    update();
}

QRect FormulaView::symbolRect(const std::string& tensor) const
{
    for (const Place& place : m_places) {
        if (place.tensor == tensor)
            return place.where;
    }
    return {};
}

void FormulaView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const std::string marked = m_marks.cell ? m_marks.cell->tensor : std::string();
    QColor veil = currentTheme().selection;
    for (const Place& place : m_places) {
        const bool isMarked = place.tensor == marked || place.tensor == m_hovered;
        if (!isMarked)
            continue;
        veil.setAlphaF(0.22F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(veil);
        painter.drawRoundedRect(place.where, 3, 3);
    }
    painter.setBrush(Qt::NoBrush);
    const Typesetter typesetter(this);
    const Extent extent = typesetter.measure(m_formula);
    const double baseline = (height() - extent.ascent - extent.descent) / 2 + extent.ascent;
    typesetter.walk(m_formula, {double(margin), baseline}, &painter,
                    [](const FormulaPart&, const QRectF&) {});
}

/// The innermost part with a matrix.
std::string FormulaView::tensorAt(QPoint place) const
{
    std::string found;
    for (const Place& part : m_places) {
        if (part.where.contains(place))
            found = part.tensor;
    }
    return found;
}

void FormulaView::mouseMoveEvent(QMouseEvent* event)
{
    const std::string tensor = tensorAt(event->position().toPoint());
    setCursor(tensor.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (tensor == m_hovered)
        return;
    m_hovered = tensor;
    if (tensor.empty())
        emit hoverLeft();
    else
        emit tensorHovered(tensor);
    update();
}

void FormulaView::mousePressEvent(QMouseEvent* event)
{
    const std::string tensor = tensorAt(event->position().toPoint());
    if (!tensor.empty())
        emit tensorClicked(tensor);
}

void FormulaView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_hovered.clear();
    emit hoverLeft();
    update();
}

void FormulaView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    typeset();
}

void FormulaView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        typeset();
}

} // namespace headlight
