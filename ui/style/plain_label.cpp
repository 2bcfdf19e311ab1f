#include "ui/style/plain_label.h"

#include <QLabel>

namespace headlight {

QLabel* plainLabel(const QString& text, const QString& role)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    if (!role.isEmpty())
        label->setProperty("role", role);
    return label;
}

} // namespace headlight
