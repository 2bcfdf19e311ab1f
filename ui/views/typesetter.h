#pragma once

#include "core/explain/formula.h"

#include <QFont>
#include <QPointF>

#include <functional>

class QPainter;
class QRectF;

namespace headlight {

/// Room of a formula around its baseline, in logical pixels.
struct FormulaExtent {
    double width = 0;
    double ascent = 0;
    double descent = 0;
};

/// Measures and draws formulas in the colours of the current theme; the rules of thumb follow what
/// TeX does.
class Typesetter {
public:
    /// `font`: of the text around the formula, which is a little larger.
    explicit Typesetter(const QFont& font);

    FormulaExtent measure(const FormulaPart& part) const;

    /// Calls `found` for every part with a matrix, outer parts first, with its place when the
    /// baseline starts at `at`. With a painter it draws as well.
    using Found = std::function<void(const FormulaPart&, const QRectF&)>;
    void walk(const FormulaPart& part, QPointF at, QPainter* painter, const Found& found) const;

private:
    double mathsAxis() const;
    FormulaExtent symbolExtent(const FormulaPart& part) const;
    FormulaExtent rowExtent(const std::vector<FormulaPart>& parts) const;
    FormulaExtent fractionExtent(const FormulaPart& part) const;
    FormulaExtent rootExtent(const FormulaPart& part) const;
    FormulaExtent groupExtent(const FormulaPart& part) const;
    void drawSymbol(const FormulaPart& part, QPointF at, QPainter* painter) const;
    void walkRow(const std::vector<FormulaPart>& parts, QPointF at, QPainter* painter,
                 const Found& found) const;
    void walkFraction(const FormulaPart& part, const FormulaExtent& extent, QPointF at,
                      QPainter* painter, const Found& found) const;
    void walkRoot(const FormulaPart& part, const FormulaExtent& extent, QPointF at,
                  QPainter* painter, const Found& found) const;
    void walkGroup(const FormulaPart& part, const FormulaExtent& extent, QPointF at,
                   QPainter* painter, const Found& found) const;

    QFont m_upright;
    QFont m_letters;
    QFont m_small;
};

} // namespace headlight
