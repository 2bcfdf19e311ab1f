#include "ui/style/accessible_areas.h"

#include <QAccessibleWidget>
#include <QSet>
#include <QWidget>

namespace headlight {
namespace {

/// For the classes for which Qt has no better interface than the one that must not be asked; tables
/// and texts, which are scroll areas, too, have others.
QAccessibleInterface* makeArea(const QString& className, QObject* object)
{
    static const QSet<QString> areas
        = {QStringLiteral("QScrollArea"), QStringLiteral("QAbstractScrollArea")};
    auto* const widget = qobject_cast<QWidget*>(object);
    return widget && areas.contains(className) ? new QAccessibleWidget(widget, QAccessible::Pane)
                                               : nullptr;
}

} // namespace

void makeAreasSafeToRead()
{
    QAccessible::installFactory(makeArea);
}

} // namespace headlight
