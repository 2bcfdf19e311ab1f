#pragma once

#include "core/model/config.h"

#include <string>

namespace headlight {

/// A choice of the model as a lesson writes it: "mask=causal" is {"mask", "causal"}.
struct LessonOption {
    std::string name;
    std::string value;

    bool operator==(const LessonOption&) const = default;
};

/// Makes the choice:
///   mask=none|causal  scale=on|off|0.5  positions=none|sinusoidal  residual=on|off  w_o=on|off
///   heads=N  layers=N  keys=N (d_k)
/// An Error when there is no such option or value.
Result<Ok> setOption(Config& config, const LessonOption& option);

} // namespace headlight
