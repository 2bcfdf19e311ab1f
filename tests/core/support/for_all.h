#pragma once

#include "tests/core/support/documents.h"

#include <QTest>

namespace headlight {

inline constexpr int casesOfAProperty = 1000;

/// Runs check(document, random) on random documents that `shape` has changed, until one fails.
template <class Shape, class Check>
void forAll(std::uint64_t seed, const Shape& shape, const Check& check)
{
    RandomDocuments random(seed);
    for (int i = 0; i < casesOfAProperty && !QTest::currentTestFailed(); ++i) {
        Document document = random.next();
        shape(document);
        check(document, random);
    }
}

inline void asItIs(Document&)
{
}

inline void keepOneLayer(Document& document)
{
    document.config.layers = 1;
    document.parameters.layers.resize(1);
}

inline void withoutMaskAndPositions(Document& document)
{
    document.config.mask = Mask::None;
    document.config.positions = Positions::None;
    document.positions = Matrix();
}

inline void causal(Document& document)
{
    document.config.mask = Mask::Causal;
}

} // namespace headlight
