#include "app/head_file.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct HeadFileTexts {
    Q_DECLARE_TR_FUNCTIONS(HeadFileTexts)
};

} // namespace

QString headFileName(const HeadPlace& place, FigureFormat format)
{
    return QStringLiteral("layer-%1-head-%2.%3")
        .arg(place.layer + 1, 2, 10, QLatin1Char('0'))
        .arg(place.head + 1, 2, 10, QLatin1Char('0'))
        .arg(suffixOf(format));
}

QString headTitle(const HeadPlace& place, const QString& title)
{
    const QString name
        = HeadFileTexts::tr("Layer %1, head %2").arg(place.layer + 1).arg(place.head + 1);
    return title.isEmpty() ? name : QStringLiteral("%1 — %2").arg(title, name);
}

} // namespace headlight
