#include "core/document/edit.h"

#include <set>

namespace headlight {
namespace {

std::size_t bytes(const Matrix& matrix)
{
    return std::size_t(matrix.size()) * sizeof(double);
}

std::size_t bytesNotIn(const Document& document, const Document& kept)
{
    std::set<const Matrix*> held;
    forEachMatrix(document,
                  [&](const std::string&, const Shared<Matrix>& matrix) { held.insert(&*matrix); });
    std::size_t sum = 0;
    forEachMatrix(kept, [&](const std::string&, const Shared<Matrix>& matrix) {
        if (held.insert(&*matrix).second)
            sum += bytes(*matrix);
    });
    return sum;
}

struct HeldBytes {
    const Document& document;

    std::size_t operator()(const SetTensor& edit) const { return bytes(edit.value); }
    std::size_t operator()(const SetBlock& edit) const { return bytes(edit.block); }
    std::size_t operator()(const ResizeTensor& edit) const { return bytes(edit.block); }
    std::size_t operator()(const SetEmbeddings& edit) const { return bytes(edit.vectors); }
    std::size_t operator()(const SetPin& edit) const { return bytes(edit.value); }
    std::size_t operator()(const Restore& edit) const
    {
        return bytesNotIn(document, *edit.document);
    }
    template <class Small>
    std::size_t operator()(const Small&) const
    {
        return 0;
    }
};

} // namespace

std::size_t heldBytes(const Edit& edit, const Document& document)
{
    return sizeof(Edit) + std::visit(HeldBytes{document}, edit);
}

} // namespace headlight
