#pragma once

#include "core/model/config.h"

#include <string>

namespace headlight {

/// The heading of a stage of the computation: "Scaled scores". `name`: of a TensorPath.
std::string stageHeading(const std::string& name);

/// A sentence or two on what the stage does.
std::string stageText(const Config& config, const std::string& name);

} // namespace headlight
