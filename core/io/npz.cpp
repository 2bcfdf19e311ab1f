#include "core/io/npz.h"

namespace headlight {
namespace {

constexpr std::string_view suffix = ".npy";

} // namespace

Result<std::vector<ZipMember>> readNpz(std::string_view bytes)
{
    Result<std::vector<ZipMember>> members = readZip(bytes);
    if (!members)
        return members;
    std::vector<ZipMember> arrays;
    for (ZipMember& member : *members) {
        if (!member.name.ends_with(suffix))
            continue;
        member.name.resize(member.name.size() - suffix.size());
        arrays.push_back(std::move(member));
    }
    if (arrays.empty())
        return Error{"The archive holds no array: none of its " + std::to_string(members->size())
                     + " members ends in .npy."};
    return arrays;
}

Result<std::string> writeNpz(const std::vector<NamedMatrix>& matrices, NpyFloat type)
{
    std::vector<ZipFile> files;
    for (const NamedMatrix& entry : matrices)
        files.push_back({entry.name + std::string(suffix), writeNpy(entry.matrix, type)});
    return writeZip(files);
}

} // namespace headlight
