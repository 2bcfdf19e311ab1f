#pragma once

#include "app/command_line.h"
#include "core/document/snapshot.h"

namespace headlight {

/// `headlight convert IN OUT [--array NAME]`: one matrix from a file into another, in the formats
/// their names say. `arguments` without the command's own name.
CommandResult convertCommand(const QStringList& arguments);

/// Writes one tensor of a snapshot into a matrix file, or, into an .npz and without a path, all.
CommandResult writeTensorFile(const SnapshotPtr& snapshot, const QString& path,
                              const QString& output);

} // namespace headlight
