#pragma once

#include "core/document/edit.h"

#include <QString>

namespace headlight {

/// What the undo list calls an edit: "Set W_Q[2,3] of head 1", counted from 1 as on screen.
QString editText(const Document& document, const Edit& edit);

} // namespace headlight
