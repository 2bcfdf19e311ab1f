#include "app/memory_setting.h"

#include "core/document/memory_limit.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QSettings>

namespace headlight {
namespace {

struct MemoryTexts {
    Q_DECLARE_TR_FUNCTIONS(MemoryTexts)
};

const QString key = QStringLiteral("memoryLimit"); // in GB

} // namespace

void restoreMemoryLimit()
{
    bool isNumber = false;
    const double chosen = QSettings().value(key).toDouble(&isNumber) * gigabyte;
    const bool isUsable = isNumber && chosen >= smallestMemoryLimit && chosen <= largestMemoryLimit;
    setMemoryLimit(isUsable ? chosen : defaultMemoryLimit);
}

void askForMemoryLimit(QWidget* parent)
{
    bool isAccepted = false;
    const double chosen = QInputDialog::getDouble(
        parent, MemoryTexts::tr("Memory Limit"),
        MemoryTexts::tr("Documents whose weights and attention need more memory than this many GB "
                        "are refused\nbefore anything is computed:"),
        memoryLimit() / gigabyte, smallestMemoryLimit / gigabyte, largestMemoryLimit / gigabyte, 1,
        &isAccepted, {}, 1);
    if (!isAccepted)
        return;
    setMemoryLimit(chosen * gigabyte);
    QSettings().setValue(key, chosen);
}

} // namespace headlight
