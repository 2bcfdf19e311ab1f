#include "ui/views/still_line.h"

namespace headlight {

StillLine::StillLine(QWidget* label, QWidget* parent)
    : QWidget(parent)
    , m_label(label)
{
    m_label->setParent(this);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

/// One line high, also while there is no text.
QSize StillLine::sizeHint() const
{
    const QMargins margins = m_label->contentsMargins();
    return {m_label->sizeHint().width(),
            m_label->fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize StillLine::minimumSizeHint() const
{
    return {1, sizeHint().height()}; // a long text must not widen the window
}

void StillLine::resizeEvent(QResizeEvent*)
{
    m_label->setGeometry(rect());
}

} // namespace headlight
