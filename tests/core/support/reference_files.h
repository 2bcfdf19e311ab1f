#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A file of the reference material, which is not part of this repository: it lies in
/// ../shared/reference, or where HEADLIGHT_REFERENCE says. Nothing where it is absent; the test
/// then skips.
std::optional<std::string> readReference(const std::string& name);

/// A file of vectors/malformed and whether it is to be refused.
struct HostileFile {
    std::string name;
    std::string why;
    std::string expectation; // "accept", "reject", or a sentence
    std::string bytes;
};

/// Those whose names start with `prefix`; empty where the material is absent.
std::vector<HostileFile> hostileFiles(const std::string& prefix);

} // namespace headlight
