// Replaced by the first real file.
