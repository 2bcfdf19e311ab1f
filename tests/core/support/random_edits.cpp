#include "tests/core/support/random_edits.h"

#include "core/document/tensor_path.h"

#include <cmath>

namespace headlight {

double RandomEdits::number()
{
    const double special[] = {0.0, -0.0, std::nan(""), HUGE_VAL, -HUGE_VAL, 5e-324, 1e308};
    if (m_random.between(0, 9) == 0)
        return special[m_random.between(0, 6)];
    return m_random.matrix(1, 1)(0, 0);
}

/// A weight, table or head's block of the document, or an intermediate.
std::string RandomEdits::path(const Document& document, bool computed)
{
    const std::string layer
        = "layers." + std::to_string(m_random.between(0, document.config.layers - 1)) + ".";
    const std::string head
        = layer + "head." + std::to_string(m_random.between(0, document.config.heads - 1)) + ".";
    const auto pick = [&](const std::vector<std::string>& paths) {
        return paths[std::size_t(m_random.between(0, Index(paths.size()) - 1))];
    };
    if (computed)
        return pick({layer + "resid_pre", layer + "concat", layer + "attn_out",
                     layer + "resid_post", head + "q", head + "k", head + "v", head + "scores",
                     head + "scaled", head + "masked", head + "pattern", head + "z"});
    return pick({"embeddings", "embed", "X", "positions", layer + "W_Q", layer + "W_K",
                 layer + "W_V", layer + "W_O", layer + "b_O", head + "W_Q", head + "W_K",
                 head + "W_V", head + "W_O"});
}

std::string RandomEdits::sentence()
{
    const char* words[] = {"the", "bank", "river", "by", "flows", "w0", "w1", "w2", ",", "bank"};
    std::string sentence;
    for (Index i = m_random.between(0, 8); i > 0; --i)
        sentence += std::string(words[m_random.between(0, 9)]) + " ";
    return sentence;
}

Edit RandomEdits::ofTensor(const Document& document, const std::string& path, bool cell)
{
    const auto snapshot = computeSnapshot(std::make_shared<const Document>(document));
    const Result<Matrix> found = tensor(*snapshot, path);
    Matrix value = found ? *found : Matrix();
    if (value.size() == 0)
        return SetSeed{document.seed};
    const Index row = m_random.between(0, value.rows() - 1);
    const Index column = m_random.between(0, value.cols() - 1);
    if (cell)
        return SetCell{path, row, column, number()};
    value(row, column) = number();
    if (m_random.between(0, 1) == 0)
        return SetTensor{path, value};
    const Index rows = m_random.between(0, value.rows() - row);
    const Index columns = m_random.between(0, value.cols() - column);
    return SetBlock{path, row, column, m_random.matrix(rows, columns)};
}

Edit RandomEdits::pin(const Document& document)
{
    const std::string name = path(document, true);
    const Shape shape
        = shapeOf(document.config, Index(document.tokens.size()), *parsePath(name)).value();
    return SetPin{name, m_random.matrix(shape.rows, shape.columns)};
}

Edit RandomEdits::next(const Document& document)
{
    switch (m_random.between(0, 9)) {
    case 0:
        return SetSentence{sentence()};
    case 1:
        return SetConfig{m_random.config()};
    case 2:
        return SetSeed{std::uint64_t(m_random.between(0, 1000))};
    case 3:
        return pin(document);
    case 4:
        return RemovePin{document.pins.empty() ? "" : document.pins.begin()->first};
    case 5:
        return Restore{std::make_shared<const Document>(m_random.next())};
    case 6:
        return ofTensor(document, path(document, true), m_random.coin());
    default:
        return ofTensor(document, path(document, false), m_random.coin());
    }
}

} // namespace headlight
