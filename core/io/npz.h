#pragma once

#include "core/io/npy.h"
#include "core/io/zip.h"

namespace headlight {

/// The .npy members of an .npz file, under their names without ".npy". Other members are left out;
/// a file without any array is refused.
Result<std::vector<ZipMember>> readNpz(std::string_view bytes);

/// A matrix and the name it gets in a file.
struct NamedMatrix {
    std::string name;
    Matrix matrix;
};

/// An .npz file as numpy.savez_compressed writes it.
Result<std::string> writeNpz(const std::vector<NamedMatrix>& matrices,
                             NpyFloat type = NpyFloat::Double);

} // namespace headlight
