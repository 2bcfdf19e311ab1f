#include "ui/style/resources.h"

#include <QtGlobal>

// Q_INIT_RESOURCE has to stand outside any namespace.
static bool initQtResources()
{
    Q_INIT_RESOURCE(resources);
    return true;
}

namespace headlight {

void initResources()
{
    static const bool done = initQtResources();
    Q_UNUSED(done);
}

} // namespace headlight
