#pragma once

#include "core/document/snapshot.h"

#include <initializer_list>
#include <random>

namespace headlight {

/// A matrix written as its rows.
Matrix rows(std::initializer_list<std::initializer_list<double>> values);

/// A document whose X is `x`: one token, t0, t1, …, for each row, seeded weights.
Document documentOf(const Matrix& x, Config config);

/// "bank by the bank": two tokens share a row. Two heads, two layers, W_O, a bias in layer 0.
Document bankDocument();

/// The trace of a document that must be valid.
Trace traceOf(const Document& document);

/// The same with Keep::Pictures, and in float.
Trace pictureTraceOf(const Document& document);
TraceOf<float> floatTraceOf(const Document& document);

/// Any tensor of a document by its path, which must exist.
Matrix tensorOf(const Document& document, const std::string& path);

/// The examples that the program brings along, by file name without suffix.
std::vector<std::string> shippedExamples();
Document shippedExample(const std::string& name);

/// Valid documents of varied shapes, the same ones for the same seed: 1..9 tokens of which some
/// are equal, widths 1..8, heads 1..4, layers 1..3, every mask, scale, position kind, residual,
/// W_O and bias.
class RandomDocuments {
public:
    explicit RandomDocuments(std::uint64_t seed)
        : m_random(seed)
    {
    }

    Document next();
    Config config(); // valid
    Matrix matrix(Index rowCount, Index columnCount); // normal numbers
    Index between(Index first, Index last); // both included
    bool coin() { return between(0, 1) == 1; }
    std::mt19937_64& engine() { return m_random; }

private:
    std::mt19937_64 m_random;
};

} // namespace headlight
