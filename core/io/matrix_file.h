#pragma once

#include "core/io/npz.h"
#include "core/math/matrix.h"
#include "core/support/result.h"
#include "core/support/work_control.h"

#include <string>
#include <string_view>

namespace headlight {

/// The formats a single matrix is read from and written to, by the ending of the file's name:
/// "csv", "tsv", "npy", "npz"; reading knows "safetensors", too.
bool canReadMatrix(std::string_view extension);
bool canWriteMatrix(std::string_view extension);

/// Reads a matrix; one axis is a row, none a cell. Of a file with several arrays `array` is the
/// name of the wanted one; without it the file must hold only one that can be a matrix. Text, which
/// takes longest, looks at `control`.
Result<Matrix> readMatrixFile(std::string_view bytes, std::string_view extension,
                              const std::string& array = {}, const WorkControl& control = {});

/// Writes a matrix at full precision; `array` is its name inside an .npz.
Result<std::string> writeMatrixFile(const Matrix& matrix, std::string_view extension,
                                    const std::string& array = "matrix",
                                    const WorkControl& control = {});

} // namespace headlight
