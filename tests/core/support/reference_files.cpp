#include "tests/core/support/reference_files.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace headlight {
namespace {

std::string referenceFolder()
{
    const char* folder = std::getenv("HEADLIGHT_REFERENCE");
    return folder != nullptr ? folder : HEADLIGHT_SOURCE_DIR "/../shared/reference";
}

} // namespace

std::optional<std::string> readReference(const std::string& name)
{
    std::ifstream file(referenceFolder() + "/" + name, std::ios::binary);
    if (!file)
        return std::nullopt;
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::vector<HostileFile> hostileFiles(const std::string& prefix)
{
    const std::optional<std::string> index = readReference("vectors/malformed/index.json");
    std::vector<HostileFile> files;
    if (!index)
        return files;
    const nlohmann::json json = nlohmann::json::parse(*index);
    for (const nlohmann::json& entry : json["files"]) {
        const std::string name = entry["file"];
        if (name.starts_with(prefix))
            files.push_back({name, entry["why"], entry["expect"],
                             readReference("vectors/malformed/" + name).value_or("")});
    }
    return files;
}

} // namespace headlight
