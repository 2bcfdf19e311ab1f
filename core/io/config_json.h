#pragma once

#include "core/io/json_reader.h"
#include "core/io/json_writer.h"
#include "core/model/config.h"

namespace headlight {

void writeConfig(JsonWriter& json, const Config& config);

/// Reads what the file says; whether it makes sense is validate()'s to say.
Config readConfig(const JsonField& field);

} // namespace headlight
