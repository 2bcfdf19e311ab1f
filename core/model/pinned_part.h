#pragma once

#include "core/model/forward.h"

#include <utility>

namespace headlight {

/// The pins of one part of the model, found by short name. Without pins nothing is looked up.
template <class Scalar>
class PinnedPart {
public:
    /// `prefix` is "layers.0." or "layers.0.head.1."; it is not needed without pins.
    PinnedPart(const PinsOf<Scalar>& pins, std::string prefix)
        : m_pins(pins)
        , m_prefix(std::move(prefix))
    {
    }

    const MatrixOf<Scalar>* find(const char* name) const
    {
        if (m_pins.empty())
            return nullptr;
        const auto pin = m_pins.find(m_prefix + name);
        return pin == m_pins.end() ? nullptr : &*pin->second;
    }

    const std::string& prefix() const { return m_prefix; }

private:
    const PinsOf<Scalar>& m_pins;
    std::string m_prefix;
};

template <class Scalar>
PinnedPart<Scalar> pinsOfLayer(const PinsOf<Scalar>& pins, std::size_t layer)
{
    if (pins.empty())
        return {pins, {}};
    return {pins, "layers." + std::to_string(layer) + "."};
}

template <class Scalar>
PinnedPart<Scalar> pinsOfHead(const PinsOf<Scalar>& pins, std::size_t layer, Index head)
{
    if (pins.empty())
        return {pins, {}};
    return {pins, "layers." + std::to_string(layer) + ".head." + std::to_string(head) + "."};
}

} // namespace headlight
