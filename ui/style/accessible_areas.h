#pragma once

namespace headlight {

/// Gives screen readers the parts of scroll areas by an interface that knows how many there are.
/// Qt 6.4 reads beyond the end of its list when a reader asks for a part that went meanwhile, such
/// as a scroll bar that is no longer needed, and the program ends. Calling it again does nothing.
void makeAreasSafeToRead();

} // namespace headlight
