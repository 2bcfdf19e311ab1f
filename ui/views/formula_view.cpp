#include "ui/views/formula_view.h"

#include "ui/style/theme.h"
#include "ui/views/typesetter.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace headlight {
namespace {

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
    if (formula == m_formula)
        return; // setting it again costs more than the edit that asked for it
    m_formula = formula;
    setAccessibleName(tr("Formula: %1").arg(QString::fromStdString(plainText(formula))));
    typeset();
}

void FormulaView::setMarks(const Marks& marks)
{
    const std::string marked = marks.cell ? marks.cell->tensor : std::string();
    if (marked == m_marked)
        return; // another cell of the same matrix: nothing changes in the formula
    m_marked = marked;
    update();
}

QSize FormulaView::sizeHint() const
{
    const FormulaExtent extent = Typesetter(font()).measure(m_formula);
    // Room for a fraction whether there is one or not: the views below must not jump.
    const int height = int(QFontMetricsF(font()).height() * 2.9);
    return {int(std::ceil(extent.width)) + 2 * margin,
            std::max(height, int(std::ceil(extent.ascent + extent.descent)) + 8)};
}

/// Finds where every symbol stands.
void FormulaView::typeset()
{
    m_places.clear();
    const Typesetter typesetter(font());
    const FormulaExtent extent = typesetter.measure(m_formula);
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
    QColor veil = currentTheme().selection;
    for (const Place& place : m_places) {
        const bool isMarked = place.tensor == m_marked || place.tensor == m_hovered;
        if (!isMarked)
            continue;
        veil.setAlphaF(0.22F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(veil);
        painter.drawRoundedRect(place.where, 3, 3);
    }
    painter.setBrush(Qt::NoBrush);
    const Typesetter typesetter(font());
    const FormulaExtent extent = typesetter.measure(m_formula);
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
