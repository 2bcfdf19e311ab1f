#include "ui/style/resources.h"

#include <QtGlobal>

// Q_INIT_RESOURCE has to stand outside any namespace.
static void initQtResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace headlight {

void initResources()
{
    initQtResources();
}

} // namespace headlight
