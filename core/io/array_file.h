#pragma once

#include "core/io/npz.h"
#include "core/io/safetensors.h"

#include <memory>
#include <variant>

namespace headlight {

/// One array of a file, together with the memory it lies in where it had to be unpacked.
struct LoadedArray {
    TensorView view;
    std::shared_ptr<const std::string> unpacked = {};
};

/// A file of named arrays: .npy (one array, without a name), .npz or .safetensors. Arrays are
/// loaded one by one, so that a large archive is never in memory as a whole. It refers to the bytes
/// it was opened on.
class ArrayFile {
public:
    /// `extension`: "npy", "npz" or "safetensors".
    static Result<ArrayFile> open(std::string_view bytes, std::string_view extension);

    std::size_t size() const;
    const std::string& name(std::size_t index) const;
    Result<LoadedArray> load(std::size_t index) const;

private:
    std::variant<std::vector<NamedTensor>, std::vector<ZipMember>> m_arrays;
};

/// "a", "b" and "c", for a sentence; long lists are cut short.
std::string listed(const std::vector<std::string>& names);

} // namespace headlight
