#pragma once
#include "checks/ops/words.h"

namespace galley {

/// Pieces of a text, each a run of bytes; in a vocabulary the place of a piece is its id. F03.
using Pieces = std::vector<std::string>;

/// "user|_id": pieces side by side; a byte that is no part of a whole character stands as \xE7.
std::string to_text(const Pieces& pieces);

/// Two adjacent pieces that become one. Its place in a list of merges is its rank. F03.
struct Merge {
  std::string left, right;
  bool operator==(const Merge&) const = default;
  /// In the order of the bytes of `left`, then of `right`.
  bool operator<(const Merge& other) const;
};

/// "d+c a+dc": merges in rank order.
std::string to_text(const std::vector<Merge>& merges);

/// How often two pieces stand side by side. F03.
struct PairCount {
  Merge pair;
  std::int64_t count = 0;
  bool operator==(const PairCount&) const = default;
};

/// A byte-level BPE tokenizer: ids [0, P) are `pieces`, ids [P, P + C) are control tokens, which no text is
/// encoded to. F03.
struct Tokenizer {
  Pieces pieces;
  std::vector<Merge> merges;  ///< in rank order
  Pieces controls;            ///< names, as "<|user|>"
  bool operator==(const Tokenizer&) const = default;
};

/// One turn of a conversation. F03, F01.
struct Message {
  std::string role, text;
  bool operator==(const Message&) const = default;
};

/// Bytes, characters and tokens (F03). A std::string holds bytes, in UTF-8 unless a word says otherwise.
class TextOps : public Words {
 public:
  using Words::Words;

  /// Each byte as a number in [0, 256): → (bytes). F03.
  virtual Ids byte_values(const std::string& text) const;

  /// The binary digits of a number, highest first: → (width). Throws unless 0 ≤ value < 2^width. F03, X00.
  virtual Ids bits_of(std::int64_t value, std::int64_t width) const;

  /// Code points (n) as UTF-8, one to four bytes each. Throws naming one outside Unicode, or a surrogate.
  /// F03.
  virtual std::string encode_utf8(const Ids& code_points) const;

  /// How many bytes the whole, well-formed character that starts at byte `at` has: 1 to 4, or 0 where none
  /// starts (a stray or missing continuation, a longer spelling than needed, a surrogate, beyond U+10FFFF).
  /// F03.
  virtual std::int64_t character_length(const std::string& bytes, std::int64_t at) const;

  /// How many bytes at `at`, where no whole character starts, one U+FFFD stands for: the longest start of
  /// some character, at least one byte. F03, F15.
  virtual std::int64_t subpart_length(const std::string& bytes, std::int64_t at) const;

  /// How many bytes at the end are the start of a character that is not finished: 0 to 3. F15.
  virtual std::int64_t unfinished_length(const std::string& bytes) const;

  /// The code point that the bytes of one well-formed character spell. F03.
  virtual std::int64_t code_point(const std::string& character) const;

  /// Code points of UTF-8 bytes, U+FFFD for what is none: → (characters). F03.
  virtual Ids decode_utf8(const std::string& bytes) const;

  /// True when every byte belongs to a whole character. F03.
  virtual bool is_valid_utf8(const std::string& bytes) const;

  /// Characters (code points) of a text: neither its bytes nor its tokens. F03.
  virtual std::int64_t count_characters(const std::string& text) const;

  /// Where each character starts, counted in bytes from 0: → (characters). F03.
  virtual Ids character_starts(const std::string& text) const;

  /// The text with A–Z in lower case and full-width ASCII in half width: what a folding tokenizer does to it
  /// first. F03.
  virtual std::string fold(const std::string& text) const;

  /// The id of a piece: its place in the table. Throws naming the piece when it is not there. F03.
  virtual std::int64_t id_of(const Pieces& table, const std::string& piece) const;

  /// The piece of an id. Throws naming the id outside [0, N). F03.
  virtual std::string piece_of(const Pieces& table, std::int64_t id) const;

  /// The teaching rule: at each place the longest piece of the table that fits. Throws naming the byte where
  /// none does. F03.
  virtual Pieces cut_by_table(const Pieces& table, const std::string& text) const;

  /// Ids of the pieces that cut_by_table gives: → (tokens). F03.
  virtual Ids encode_by_table(const Pieces& table, const std::string& text) const;

  /// The runs that merges never cross: letters (and all bytes above 127), digits, white space, other signs;
  /// one space before a run that is not white space belongs to it. F03.
  virtual Pieces pre_split(const std::string& text) const;

  /// How often each pair of neighbours occurs in these cut words, in the order of the pairs. F03.
  virtual std::vector<PairCount> count_pairs(const std::vector<Pieces>& words) const;

  /// The pair with the highest count; of equal ones the first in the order of bytes. Throws when there is
  /// none. F03.
  virtual Merge most_frequent(const std::vector<PairCount>& counts) const;

  /// Every occurrence of the pair joined, from the left, none twice. F03.
  virtual Pieces merge_pair(const Pieces& pieces, const Merge& merge) const;

  /// BPE training: the corpus as single bytes; so many times, count all pairs, join the most frequent, count
  /// again. Ends early when no pair is left. In rank order. F03.
  virtual std::vector<Merge> train_merges(const Pieces& corpus, std::int64_t merges) const;

  /// The tokenizer whose first 256 pieces are the bytes and whose others are the merges, in rank order. F03.
  virtual Tokenizer byte_tokenizer(const std::vector<Merge>& merges, const Pieces& controls) const;

  /// One run cut into pieces: from single bytes, the pair of lowest rank is joined everywhere, until no pair
  /// is in the list. Nothing is counted. F03.
  virtual Pieces apply_merges(const std::string& run, const std::vector<Merge>& merges) const;

  /// The whole text in pieces: pre_split, then apply_merges to each run. F03.
  virtual Pieces cut(const Tokenizer& tokenizer, const std::string& text) const;

  /// Ids of a text's pieces, never a control token's: → (tokens). Throws naming a piece that the vocabulary
  /// lacks. F03.
  virtual Ids encode(const Tokenizer& tokenizer, const std::string& text) const;

  /// How many tokens a text has. F03.
  virtual std::int64_t count_tokens(const Tokenizer& tokenizer, const std::string& text) const;

  /// The bytes of these ids joined; control tokens have none. Throws naming an id outside the vocabulary.
  /// F03.
  virtual std::string decode_bytes(const Tokenizer& tokenizer, const Ids& ids) const;

  /// The joined bytes as text: U+FFFD for what is no whole character when all are there. F03, F15.
  virtual std::string decode_text(const Tokenizer& tokenizer, const Ids& ids) const;

  /// The id of a control token. Throws naming it when there is none. F03.
  virtual std::int64_t control_id(const Tokenizer& tokenizer, const std::string& name) const;

  /// A conversation as ids: for each message <|role|>, its text's tokens, <|end|>: → (tokens). Throws naming
  /// a role that has no control token. F03.
  virtual Ids apply_template(const Tokenizer& tokenizer, const std::vector<Message>& messages) const;

  /// The conversation that these ids of a template spell: roles come from control tokens alone. F03.
  virtual std::vector<Message> read_template(const Tokenizer& tokenizer, const Ids& ids) const;

  /// The length of a conversation in tokens, control tokens counted. F03.
  virtual std::int64_t count_prompt_tokens(const Tokenizer& tokenizer,
                                           const std::vector<Message>& messages) const;
};

}  // namespace galley
