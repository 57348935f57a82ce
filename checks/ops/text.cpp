#include "checks/ops/text.h"

#include <algorithm>
#include <map>

namespace galley {
namespace {

constexpr std::int64_t kReplacement = 0xFFFD;

std::size_t place(std::int64_t at) { return static_cast<std::size_t>(at); }
std::int64_t count_of(std::size_t size) { return static_cast<std::int64_t>(size); }
std::int64_t byte_at(const std::string& bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

Ids vector_of(std::vector<std::int64_t> values) {
  const Shape shape = {count_of(values.size())};
  return Ids(shape, std::move(values));
}

bool is_surrogate(std::int64_t code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

/// "U+1F999"
std::string code_point_name(std::int64_t code_point) {
  std::string digits;
  for (std::int64_t rest = code_point; rest > 0 || digits.size() < 4; rest /= 16) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest % 16]);
  }
  return "U+" + digits;
}

/// How many bytes a character with this first byte has, by its leading ones; 0 for a byte that starts none.
std::size_t length_from_lead(std::int64_t lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;  // continuation, longer spelling, or beyond U+10FFFF
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/// Whether this byte may follow `lead` as the second one. Here longer spellings, surrogates and what lies
/// beyond U+10FFFF are kept out; later bytes have the whole range.
bool may_be_second(std::int64_t lead, std::int64_t byte) {
  const std::int64_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::int64_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return byte >= low && byte <= high;
}

/// Bytes at `at` that are the start of some character, and whether they are a whole one.
struct Start {
  std::size_t length = 0;
  bool whole = false;
};
Start longest_start(const std::string& bytes, std::size_t at) {
  const std::int64_t lead = byte_at(bytes, at);
  const std::size_t wanted = length_from_lead(lead);
  if (wanted == 0) return {};
  std::size_t length = 1;
  while (length < wanted && at + length < bytes.size()) {
    const std::int64_t byte = byte_at(bytes, at + length);
    if (length == 1 ? !may_be_second(lead, byte) : byte < 0x80 || byte > 0xBF) break;
    ++length;
  }
  return {length, length == wanted};
}

void need_inside(const char* word, const std::string& bytes, std::int64_t at) {
  if (at < 0 || place(at) >= bytes.size()) {
    throw Misuse(std::string(word) + ": byte " + std::to_string(at) + " is outside a text of " +
                 std::to_string(bytes.size()) + " bytes");
  }
}

std::string printable(const std::string& piece) { return to_text(Pieces{piece}); }

enum class Kind { letter, digit, space, sign };
Kind kind_of(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  if (value >= 0x80 || (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z')) return Kind::letter;
  if (value >= '0' && value <= '9') return Kind::digit;
  return value == ' ' || (value >= '\t' && value <= '\r') ? Kind::space : Kind::sign;
}

Pieces single_bytes(const std::string& text) {
  Pieces bytes;
  for (const char byte : text) bytes.emplace_back(1, byte);
  return bytes;
}

}  // namespace

std::string to_text(const Pieces& pieces) {
  std::string text;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (p > 0) text += '|';
    for (std::size_t i = 0; i < pieces[p].size();) {
      const Start start = longest_start(pieces[p], i);
      if (start.whole) {
        text += pieces[p].substr(i, start.length);
        i += start.length;
      } else {
        const std::int64_t byte = byte_at(pieces[p], i++);
        text += std::string("\\x") + "0123456789ABCDEF"[byte / 16] + "0123456789ABCDEF"[byte % 16];
      }
    }
  }
  return text;
}

std::string to_text(const std::vector<Merge>& merges) {
  std::string text;
  for (const Merge& merge : merges) {
    text += (text.empty() ? "" : " ") + printable(merge.left) + "+" + printable(merge.right);
  }
  return text;
}

bool Merge::operator<(const Merge& other) const {
  return left != other.left ? left < other.left : right < other.right;
}

Ids TextOps::byte_values(const std::string& text) const {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < text.size(); ++i) values.push_back(byte_at(text, i));
  return vector_of(std::move(values));
}

Ids TextOps::bits_of(std::int64_t value, std::int64_t width) const {
  if (width < 1 || width > 62 || value < 0 || value >= (std::int64_t{1} << width)) {
    throw Misuse("bits_of: " + std::to_string(value) + " does not fit into " + std::to_string(width) +
                 " bits");
  }
  std::vector<std::int64_t> bits;
  for (std::int64_t bit = width - 1; bit >= 0; --bit) bits.push_back((value >> bit) & 1);
  return vector_of(std::move(bits));
}

std::string TextOps::encode_utf8(const Ids& code_points) const {
  std::string bytes;
  for (const std::int64_t c : code_points.values()) {
    if (c < 0 || c > 0x10FFFF || is_surrogate(c)) {
      throw Misuse("encode_utf8: " + (c < 0 ? std::to_string(c) : code_point_name(c)) + " is no character");
    }
    const auto put = [&](std::int64_t byte) { bytes += static_cast<char>(byte); };
    const auto put_continuation = [&](int shift) { put(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | (c >> 6));
      put_continuation(0);
    } else if (c < 0x10000) {
      put(0xE0 | (c >> 12));
      put_continuation(6);
      put_continuation(0);
    } else {
      put(0xF0 | (c >> 18));
      put_continuation(12);
      put_continuation(6);
      put_continuation(0);
    }
  }
  return bytes;
}

std::int64_t TextOps::character_length(const std::string& bytes, std::int64_t at) const {
  need_inside("character_length", bytes, at);
  const Start start = longest_start(bytes, place(at));
  return start.whole ? count_of(start.length) : 0;
}

std::int64_t TextOps::subpart_length(const std::string& bytes, std::int64_t at) const {
  need_inside("subpart_length", bytes, at);
  return std::max<std::int64_t>(1, count_of(longest_start(bytes, place(at)).length));
}

std::int64_t TextOps::unfinished_length(const std::string& bytes) const {
  for (std::size_t length = std::min<std::size_t>(3, bytes.size()); length > 0; --length) {
    const Start start = longest_start(bytes, bytes.size() - length);
    if (!start.whole && start.length == length) return count_of(length);
  }
  return 0;
}

std::int64_t TextOps::code_point(const std::string& character) const {
  if (character.empty() || character.size() > 4) {
    throw Misuse("code_point: needs the 1 to 4 bytes of one character, given " +
                 std::to_string(character.size()));
  }
  constexpr std::int64_t lead_bits[] = {0x7F, 0x1F, 0x0F, 0x07};
  std::int64_t value = byte_at(character, 0) & lead_bits[character.size() - 1];
  for (std::size_t i = 1; i < character.size(); ++i) value = value << 6 | (byte_at(character, i) & 0x3F);
  return value;
}

Ids TextOps::decode_utf8(const std::string& bytes) const {
  std::vector<std::int64_t> code_points;
  for (std::int64_t at = 0; at < count_of(bytes.size());) {
    const std::int64_t length = character_length(bytes, at);
    code_points.push_back(length > 0 ? code_point(bytes.substr(place(at), place(length))) : kReplacement);
    at += length > 0 ? length : subpart_length(bytes, at);
  }
  return vector_of(std::move(code_points));
}

bool TextOps::is_valid_utf8(const std::string& bytes) const {
  for (std::int64_t at = 0; at < count_of(bytes.size());) {
    const std::int64_t length = character_length(bytes, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::int64_t TextOps::count_characters(const std::string& text) const { return decode_utf8(text).size(); }

Ids TextOps::character_starts(const std::string& text) const {
  std::vector<std::int64_t> starts;
  for (std::int64_t at = 0; at < count_of(text.size());) {
    starts.push_back(at);
    const std::int64_t length = character_length(text, at);
    at += length > 0 ? length : subpart_length(text, at);
  }
  return vector_of(std::move(starts));
}

std::string TextOps::fold(const std::string& text) const {
  std::vector<std::int64_t> code_points = decode_utf8(text).values();
  for (std::int64_t& c : code_points) {
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFF01 - '!';
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  }
  return encode_utf8(vector_of(std::move(code_points)));
}

std::int64_t TextOps::id_of(const Pieces& table, const std::string& piece) const {
  const auto found = std::find(table.begin(), table.end(), piece);
  if (found == table.end()) throw Misuse("id_of: \"" + printable(piece) + "\" is not in the vocabulary");
  return found - table.begin();
}

std::string TextOps::piece_of(const Pieces& table, std::int64_t id) const {
  if (id < 0 || id >= count_of(table.size())) {
    throw Misuse("piece_of: id " + std::to_string(id) + " is outside the vocabulary of " +
                 std::to_string(table.size()));
  }
  return table[place(id)];
}

Pieces TextOps::cut_by_table(const Pieces& table, const std::string& text) const {
  Pieces cut;
  for (std::size_t at = 0; at < text.size(); at += cut.back().size()) {
    std::string longest;
    for (const std::string& piece : table) {
      if (piece.size() > longest.size() && text.compare(at, piece.size(), piece) == 0) longest = piece;
    }
    if (longest.empty()) throw Misuse("cut_by_table: no piece fits at byte " + std::to_string(at));
    cut.push_back(std::move(longest));
  }
  return cut;
}

Ids TextOps::encode_by_table(const Pieces& table, const std::string& text) const {
  std::vector<std::int64_t> found;
  for (const std::string& piece : cut_by_table(table, text)) found.push_back(id_of(table, piece));
  return vector_of(std::move(found));
}

Pieces TextOps::pre_split(const std::string& text) const {
  Pieces runs;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (text[at] == ' ' && at + 1 < text.size()) ++end;
    const Kind kind = kind_of(text[end]);
    while (end < text.size() && kind_of(text[end]) == kind) ++end;
    // The last space of several goes to the run after them.
    const bool gives_space = kind == Kind::space && end < text.size() && end - at > 1 && text[end - 1] == ' ';
    if (gives_space) --end;
    runs.push_back(text.substr(at, end - at));
    at = end;
  }
  return runs;
}

std::vector<PairCount> TextOps::count_pairs(const std::vector<Pieces>& words) const {
  std::map<Merge, std::int64_t> counts;
  for (const Pieces& word : words) {
    for (std::size_t i = 0; i + 1 < word.size(); ++i) ++counts[{word[i], word[i + 1]}];
  }
  std::vector<PairCount> sorted;
  sorted.reserve(counts.size());
  for (const auto& [pair, count] : counts) sorted.push_back({pair, count});
  return sorted;
}

Merge TextOps::most_frequent(const std::vector<PairCount>& counts) const {
  if (counts.empty()) throw Misuse("most_frequent: there is no pair");
  const auto best =
      std::min_element(counts.begin(), counts.end(), [](const PairCount& a, const PairCount& b) {
        return a.count != b.count ? a.count > b.count : a.pair < b.pair;
      });
  return best->pair;
}

Pieces TextOps::merge_pair(const Pieces& pieces, const Merge& merge) const {
  Pieces merged;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool here = i + 1 < pieces.size() && pieces[i] == merge.left && pieces[i + 1] == merge.right;
    merged.push_back(here ? merge.left + merge.right : pieces[i]);
    if (here) ++i;
  }
  return merged;
}

std::vector<Merge> TextOps::train_merges(const Pieces& corpus, std::int64_t merges) const {
  std::vector<Pieces> words;
  for (const std::string& text : corpus) {
    for (const std::string& run : pre_split(text)) words.push_back(single_bytes(run));
  }
  std::vector<Merge> learned;
  while (count_of(learned.size()) < merges) {
    const std::vector<PairCount> counts = count_pairs(words);
    if (counts.empty()) break;
    learned.push_back(most_frequent(counts));
    for (Pieces& word : words) word = merge_pair(word, learned.back());
  }
  return learned;
}

Tokenizer TextOps::byte_tokenizer(const std::vector<Merge>& merges, const Pieces& controls) const {
  Tokenizer tokenizer{{}, merges, controls};
  for (int byte = 0; byte < 256; ++byte) tokenizer.pieces.emplace_back(1, static_cast<char>(byte));
  for (const Merge& merge : merges) tokenizer.pieces.push_back(merge.left + merge.right);
  return tokenizer;
}

Pieces TextOps::apply_merges(const std::string& run, const std::vector<Merge>& merges) const {
  std::map<Merge, std::size_t> rank_of;
  for (std::size_t r = 0; r < merges.size(); ++r) rank_of.emplace(merges[r], r);
  Pieces pieces = single_bytes(run);
  for (;;) {
    std::size_t lowest = merges.size();
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      const auto found = rank_of.find({pieces[i], pieces[i + 1]});
      if (found != rank_of.end()) lowest = std::min(lowest, found->second);
    }
    if (lowest == merges.size()) return pieces;
    pieces = merge_pair(pieces, merges[lowest]);
  }
}

Pieces TextOps::cut(const Tokenizer& tokenizer, const std::string& text) const {
  Pieces pieces;
  for (const std::string& run : pre_split(text)) {
    for (std::string& piece : apply_merges(run, tokenizer.merges)) pieces.push_back(std::move(piece));
  }
  return pieces;
}

Ids TextOps::encode(const Tokenizer& tokenizer, const std::string& text) const {
  std::vector<std::int64_t> found;
  for (const std::string& piece : cut(tokenizer, text)) found.push_back(id_of(tokenizer.pieces, piece));
  return vector_of(std::move(found));
}

std::int64_t TextOps::count_tokens(const Tokenizer& tokenizer, const std::string& text) const {
  return encode(tokenizer, text).size();
}

std::string TextOps::decode_bytes(const Tokenizer& tokenizer, const Ids& ids) const {
  const std::int64_t pieces = count_of(tokenizer.pieces.size());
  const std::int64_t known = pieces + count_of(tokenizer.controls.size());
  std::string bytes;
  for (const std::int64_t id : ids.values()) {
    if (id < pieces || id >= known) bytes += piece_of(tokenizer.pieces, id);
  }
  return bytes;
}

std::string TextOps::decode_text(const Tokenizer& tokenizer, const Ids& ids) const {
  return encode_utf8(decode_utf8(decode_bytes(tokenizer, ids)));
}

std::int64_t TextOps::control_id(const Tokenizer& tokenizer, const std::string& name) const {
  const auto found = std::find(tokenizer.controls.begin(), tokenizer.controls.end(), name);
  if (found == tokenizer.controls.end()) throw Misuse("control_id: there is no control token " + name);
  return count_of(tokenizer.pieces.size()) + (found - tokenizer.controls.begin());
}

Ids TextOps::apply_template(const Tokenizer& tokenizer, const std::vector<Message>& messages) const {
  std::vector<std::int64_t> prompt;
  for (const Message& message : messages) {
    prompt.push_back(control_id(tokenizer, "<|" + message.role + "|>"));
    for (const std::int64_t id : encode(tokenizer, message.text).values()) prompt.push_back(id);
    prompt.push_back(control_id(tokenizer, "<|end|>"));
  }
  return vector_of(std::move(prompt));
}

std::vector<Message> TextOps::read_template(const Tokenizer& tokenizer, const Ids& ids) const {
  const std::int64_t pieces = count_of(tokenizer.pieces.size());
  const std::int64_t end = control_id(tokenizer, "<|end|>");
  std::vector<Message> messages;
  std::vector<std::int64_t> inside;
  for (const std::int64_t id : ids.values()) {
    if (id == end && !messages.empty()) {
      messages.back().text = decode_bytes(tokenizer, vector_of(std::move(inside)));
      inside.clear();
    } else if (id >= pieces) {
      const std::string name = piece_of(tokenizer.controls, id - pieces);
      messages.push_back({name.substr(2, name.size() - 4), ""});
    } else {
      inside.push_back(id);
    }
  }
  return messages;
}

std::int64_t TextOps::count_prompt_tokens(const Tokenizer& tokenizer,
                                          const std::vector<Message>& messages) const {
  return apply_template(tokenizer, messages).size();
}

}  // namespace galley
