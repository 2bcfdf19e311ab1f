#pragma once

namespace headlight {

/// Makes ":/icons" and ":/examples" available; a static library would leave them out of the
/// program. May be called again. Themes and icons call it themselves.
void initResources();

} // namespace headlight
