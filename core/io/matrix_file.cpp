#include "core/io/matrix_file.h"

#include "core/dialects/dialect.h"
#include "core/io/array_file.h"
#include "core/io/json_writer.h"
#include "core/support/out_of_memory.h"

#include <algorithm>

namespace headlight {
namespace {

std::optional<Dialect> dialectOf(std::string_view extension)
{
    if (extension == "csv")
        return Dialect::Csv;
    return extension == "tsv" ? std::optional(Dialect::Tsv) : std::nullopt;
}

Error unknownFormat(std::string_view extension)
{
    return Error{"The format “." + shortened(extension)
                 + "” is not one of .csv, .tsv, .npy and .npz."};
}

bool canBeMatrix(const TensorView& view)
{
    return view.shape.size() <= 2 && !isText(view.type);
}

Result<Matrix> toMatrix(const TensorView& view, const std::string& name)
{
    if (isText(view.type))
        return Error{"The array “" + shortened(name) + "” holds text, not numbers."};
    if (!canBeMatrix(view))
        return Error{"The array “" + shortened(name) + "” has " + std::to_string(view.shape.size())
                     + " axes (" + shapeText(view.shape)
                     + "); a matrix has two, rows and columns."};
    return readSlice(view, 0);
}

std::vector<std::string> namesIn(const ArrayFile& file)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < file.size(); ++i)
        names.push_back(file.name(i));
    return names;
}

Result<Matrix> readNamed(const ArrayFile& file, const std::string& wanted)
{
    for (std::size_t i = 0; i < file.size(); ++i) {
        if (file.name(i) != wanted)
            continue;
        const Result<LoadedArray> loaded = file.load(i);
        return loaded ? toMatrix(loaded->view, wanted) : Result<Matrix>(loaded.error());
    }
    return Error{"There is no array “" + shortened(wanted) + "”; the file has "
                 + listed(namesIn(file)) + "."};
}

/// The only array of the file that can be a matrix.
Result<Matrix> readOnly(const ArrayFile& file)
{
    std::vector<std::string> suitable;
    LoadedArray found;
    for (std::size_t i = 0; i < file.size(); ++i) {
        Result<LoadedArray> loaded = file.load(i);
        const bool isAlone = file.size() == 1;
        if (!loaded && isAlone)
            return loaded.error();
        if (!loaded || (!canBeMatrix(loaded->view) && !isAlone))
            continue;
        suitable.push_back(file.name(i));
        found = std::move(*loaded);
    }
    if (suitable.size() == 1)
        return toMatrix(found.view, suitable.front());
    if (suitable.empty())
        return Error{"None of the arrays " + listed(namesIn(file)) + " is a matrix."};
    return Error{"The file has several matrices; name one of " + listed(suitable) + "."};
}

/// Rows of .csv and .tsv do not depend on each other, so some at a time are written.
Result<std::string> writeText(const Matrix& matrix, Dialect dialect, const WorkControl& control)
{
    constexpr Index cellsAtATime = Index(1) << 16;
    const Index rowsAtATime = std::max<Index>(cellsAtATime / matrix.cols(), 1);
    std::string text;
    for (Index row = 0; row < matrix.rows(); row += rowsAtATime) {
        if (!control.mayGoOn(double(row) / double(matrix.rows())))
            return WorkControl::ended();
        text += writeMatrix(matrix.middleRows(row, std::min(rowsAtATime, matrix.rows() - row)),
                            dialect);
    }
    return text;
}

} // namespace

bool canReadMatrix(std::string_view extension)
{
    return canWriteMatrix(extension) || extension == "safetensors";
}

bool canWriteMatrix(std::string_view extension)
{
    return dialectOf(extension) || extension == "npy" || extension == "npz";
}

Result<Matrix> readMatrixFile(std::string_view bytes, std::string_view extension,
                              const std::string& array, const WorkControl& control)
{
    return withinMemory([&]() -> Result<Matrix> {
        if (!canReadMatrix(extension))
            return unknownFormat(extension);
        if (const std::optional<Dialect> dialect = dialectOf(extension))
            return readMatrix(bytes, *dialect, control);
        const Result<ArrayFile> file = ArrayFile::open(bytes, extension);
        if (!file)
            return file.error();
        return array.empty() ? readOnly(*file) : readNamed(*file, array);
    });
}

Result<std::string> writeMatrixFile(const Matrix& matrix, std::string_view extension,
                                    const std::string& array, const WorkControl& control)
{
    return withinMemory([&]() -> Result<std::string> {
        const std::optional<Dialect> dialect = dialectOf(extension);
        if (dialect && matrix.size() == 0)
            return Error{"A matrix of " + shapeText({matrix.rows(), matrix.cols()})
                         + " has no cells to write as text; save it as .npy."};
        if (dialect)
            return writeText(matrix, *dialect, control);
        if (extension == "npy")
            return writeNpy(matrix);
        if (extension == "npz")
            return writeNpz({{array, matrix}});
        return unknownFormat(extension);
    });
}

} // namespace headlight
