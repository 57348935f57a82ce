// The object that carries the lessons' precompiled header.
