#pragma once

namespace headlight {

/// Makes icons and examples available; a static library would leave them out of the program.
void initResources();

} // namespace headlight
