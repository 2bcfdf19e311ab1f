// Nothing of its own: it is here for the headers that are read before it.
