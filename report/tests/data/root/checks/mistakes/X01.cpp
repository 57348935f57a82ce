// Unused too.
