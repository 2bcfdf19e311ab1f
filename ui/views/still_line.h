#pragma once

#include <QWidget>

namespace headlight {

/// Holds a label of one line whose text changes with every move of the pointer. A label in a layout
/// asks for a new layout of the whole window with every text; here it has the width that there is.
class StillLine : public QWidget {
public:
    /// Takes the label.
    explicit StillLine(QWidget* label, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* m_label;
};

} // namespace headlight
