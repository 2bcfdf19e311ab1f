#pragma once

#include "core/document/edit.h"
#include "tests/core/support/documents.h"

namespace headlight {

/// Edits of every kind, most of which a given document accepts; the same ones for the same seed.
class RandomEdits {
public:
    explicit RandomEdits(std::uint64_t seed)
        : m_random(seed)
    {
    }

    Document document() { return m_random.next(); }
    Edit next(const Document& document);

private:
    double number();
    std::string path(const Document& document, bool computed);
    std::string sentence();
    Edit ofTensor(const Document& document, const std::string& path, bool cell);
    Edit pin(const Document& document);

    RandomDocuments m_random;
};

} // namespace headlight
