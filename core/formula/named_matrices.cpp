#include "core/formula/named_matrices.h"

#include "core/document/tensor_path.h"
#include "core/lesson/cell_name.h"

namespace headlight {
namespace {

using MatrixPtr = std::shared_ptr<const Matrix>;

bool isComputed(const TensorPath& path)
{
    return isActivation(path) || path.name == "pos_embed";
}

Result<MatrixPtr> find(const std::shared_ptr<const Document>& document, const SnapshotPtr& snapshot,
                       const HeadPlace& place, const std::string& name)
{
    const Result<CellBlock> block = resolveBlock({name}, *document, place);
    if (!block)
        return block.error();
    if (!isComputed(*parsePath(block->tensor)))
        return sharedTensor(std::make_shared<const Snapshot>(Snapshot{document, {}}),
                            block->tensor);
    if (!snapshot || !sameDocument(*snapshot->document, *document))
        return Error{name + " is still being computed; try again in a moment."};
    return sharedTensor(snapshot, block->tensor);
}

} // namespace

MatrixLookup namedMatrices(std::shared_ptr<const Document> document, SnapshotPtr snapshot,
                           const HeadPlace& place)
{
    return [document = std::move(document), snapshot = std::move(snapshot),
            place](const std::string& name) { return find(document, snapshot, place, name); };
}

} // namespace headlight
