#pragma once

namespace headlight {

/// What the weights and the trace of a document may need together, in bytes. A document beyond it
/// is refused before anything is made. For any thread.
double memoryLimit();

/// `bytes` is taken between smallestMemoryLimit and largestMemoryLimit, whatever the computer has.
void setMemoryLimit(double bytes);

inline constexpr double gigabyte = 1024.0 * 1024.0 * 1024.0;
inline constexpr double defaultMemoryLimit = 4 * gigabyte;
inline constexpr double smallestMemoryLimit = 0.1 * gigabyte;
inline constexpr double largestMemoryLimit = 1024 * gigabyte;

} // namespace headlight
