// A word.
