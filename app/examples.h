#pragma once

#include "core/document/document.h"
#include "core/support/result.h"
#include "ui/views/start_page.h"

#include <QString>

namespace headlight {

/// The shipped examples in the order they are listed.
QList<ExampleInfo> exampleList();

/// A shipped example by its name, "birds-eat-seeds".
Result<Document> loadExample(const QString& name);

} // namespace headlight
