#pragma once
// The second route to bytes, characters and tokens: by trying out, slowly, from the definitions.
#include "checks/ops/text.h"

namespace galley::second {

/// UTF-8 bytes of code points, digit by digit in base 64.
std::string encode_utf8(const std::vector<std::int64_t>& code_points);

/// Code points of bytes: a character is whatever encode_utf8 gives back unchanged; U+FFFD for each longest
/// start of a character that stays unfinished, and for each byte that starts none.
std::vector<std::int64_t> decode_utf8(const std::string& bytes);

/// Merges learned from words (no merge crosses two of them): symbols are numbers, and for each merge every
/// pair of neighbours is looked for anew.
std::vector<Merge> train_merges(const Pieces& words, std::int64_t merges);

/// One run cut into pieces: always the leftmost pair of lowest rank, one pair at a time.
Pieces apply_merges(const std::string& run, const std::vector<Merge>& merges);

}  // namespace galley::second
