#pragma once

#include "core/explain/formula.h"
#include "ui/views/marks.h"

#include <QWidget>

namespace headlight {

/// The formula of what is computed, typeset. Pointing at a symbol tells which matrix it is;
/// the symbol of a marked matrix is marked.
class FormulaView : public QWidget {
    Q_OBJECT

public:
    explicit FormulaView(QWidget* parent = nullptr);

    void setFormula(const FormulaPart& formula);
    void setMarks(const Marks& marks);

    /// Where the symbol of a matrix is; empty when the formula has none.
    QRect symbolRect(const std::string& tensor) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void tensorHovered(const std::string& tensor);
    void hoverLeft();
    void tensorClicked(const std::string& tensor);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place {
        QRect where;
        std::string tensor;
    };

    void typeset();
    std::string tensorAt(QPoint place) const;

    FormulaPart m_formula;
    std::string m_marked; // the tensor whose cell is marked
    std::vector<Place> m_places; // inner parts after those around them
    std::string m_hovered;
};

} // namespace headlight
