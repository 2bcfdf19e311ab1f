#include "core/io/array_file.h"

#include "core/io/json_writer.h"

namespace headlight {
namespace {

constexpr std::size_t mostListed = 12;

Result<std::vector<NamedTensor>> readSingle(std::string_view bytes)
{
    Result<TensorView> view = readNpy(bytes);
    if (!view)
        return view.error();
    return std::vector<NamedTensor>{{"", std::move(*view)}};
}

Result<LoadedArray> loadMember(const ZipMember& member)
{
    Result<std::string> content = unpack(member);
    if (!content)
        return content.error();
    LoadedArray loaded;
    loaded.unpacked = std::make_shared<const std::string>(std::move(*content));
    Result<TensorView> view = readNpy(*loaded.unpacked);
    if (!view)
        return Error{"The array “" + shortened(member.name) + "” was not read. "
                     + view.error().message};
    loaded.view = std::move(*view);
    return loaded;
}

} // namespace

Result<ArrayFile> ArrayFile::open(std::string_view bytes, std::string_view extension)
{
    ArrayFile file;
    if (extension == "npz") {
        Result<std::vector<ZipMember>> members = readNpz(bytes);
        if (!members)
            return members.error();
        file.m_arrays = std::move(*members);
        return file;
    }
    Result<std::vector<NamedTensor>> tensors
        = extension == "safetensors" ? readSafetensors(bytes) : readSingle(bytes);
    if (!tensors)
        return tensors.error();
    file.m_arrays = std::move(*tensors);
    return file;
}

std::size_t ArrayFile::size() const
{
    return std::visit([](const auto& arrays) { return arrays.size(); }, m_arrays);
}

const std::string& ArrayFile::name(std::size_t index) const
{
    return std::visit(
        [index](const auto& arrays) -> const std::string& { return arrays.at(index).name; },
        m_arrays);
}

Result<LoadedArray> ArrayFile::load(std::size_t index) const
{
    if (const auto* members = std::get_if<std::vector<ZipMember>>(&m_arrays))
        return loadMember(members->at(index));
    return LoadedArray{std::get<std::vector<NamedTensor>>(m_arrays).at(index).view};
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < mostListed; ++i)
        text += (i == 0 ? "“" : ", “") + shortened(names[i]) + "”";
    if (names.size() > mostListed)
        text += " and " + std::to_string(names.size() - mostListed) + " more";
    return text;
}

} // namespace headlight
