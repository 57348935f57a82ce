#include "checks/second/text.h"

#include <algorithm>

namespace galley::second {
namespace {

std::int64_t length_of(std::int64_t code_point) {
  return code_point < 128 ? 1 : code_point < 2048 ? 2 : code_point < 65536 ? 3 : 4;
}

/// The number that bytes spell when the first gives `first` of its low bits and the others six each.
std::int64_t spelled(const std::string& bytes, std::int64_t length) {
  std::int64_t value = static_cast<unsigned char>(bytes[0]) % (length == 1 ? 128 : 1 << (7 - length));
  for (std::size_t i = 1; i < bytes.size(); ++i)
    value = value * 64 + static_cast<unsigned char>(bytes[i]) % 64;
  return value;
}

/// Is this the start of some character of so many bytes? Every possible rest lies between the one of zeros
/// and the one of ones; so a character must lie between these two.
bool starts_character(const std::string& start, std::int64_t length) {
  static const std::int64_t first_lead[] = {0, 0, 192, 224, 240}, last_lead[] = {0, 127, 223, 239, 247};
  static const std::int64_t smallest[] = {0, 0, 0x80, 0x800, 0x10000},
                            largest[] = {0, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF};
  const std::int64_t lead = static_cast<unsigned char>(start[0]);
  if (lead < first_lead[length] || lead > last_lead[length]) return false;
  for (std::size_t i = 1; i < start.size(); ++i) {
    if (static_cast<unsigned char>(start[i]) / 64 != 2) return false;
  }
  const std::string rest(static_cast<std::size_t>(length) - start.size(), '\0');
  std::int64_t low = spelled(start + rest, length);
  std::int64_t high = spelled(start + std::string(rest.size(), '\x3F'), length);
  low = std::max(low, smallest[length]);
  high = std::min(high, largest[length]);
  const bool only_surrogates = low >= 0xD800 && high <= 0xDFFF;
  return low <= high && !only_surrogates;
}

}  // namespace

std::string encode_utf8(const std::vector<std::int64_t>& code_points) {
  static const std::int64_t lead[] = {0, 0, 192, 224, 240};
  std::string all;
  for (const std::int64_t c : code_points) {
    const std::int64_t length = length_of(c);
    std::string bytes;
    std::int64_t rest = c;
    for (std::int64_t i = 1; i < length; ++i, rest /= 64) {
      bytes.insert(bytes.begin(), static_cast<char>(128 + rest % 64));
    }
    bytes.insert(bytes.begin(), static_cast<char>(lead[length] + rest));
    all += bytes;
  }
  return all;
}

std::vector<std::int64_t> decode_utf8(const std::string& bytes) {
  std::vector<std::int64_t> code_points;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t longest = 0, whole = 0;
    for (std::int64_t length = 1; length <= 4; ++length) {
      for (std::size_t taken = 1; taken <= static_cast<std::size_t>(length) && at + taken <= bytes.size();
           ++taken) {
        if (!starts_character(bytes.substr(at, taken), length)) break;
        longest = std::max(longest, taken);
        if (taken == static_cast<std::size_t>(length)) whole = taken;
      }
    }
    const std::string character = bytes.substr(at, whole);
    code_points.push_back(whole > 0 ? spelled(character, static_cast<std::int64_t>(whole)) : 0xFFFD);
    at += whole > 0 ? whole : std::max<std::size_t>(1, longest);
  }
  return code_points;
}

std::vector<Merge> train_merges(const Pieces& words, std::int64_t merges) {
  Pieces symbols;  // the text of each number
  for (int byte = 0; byte < 256; ++byte) symbols.emplace_back(1, static_cast<char>(byte));
  std::vector<std::vector<std::size_t>> cut;
  for (const std::string& word : words) {
    cut.emplace_back();
    for (const char byte : word) cut.back().push_back(static_cast<unsigned char>(byte));
  }
  std::vector<Merge> learned;
  for (std::int64_t m = 0; m < merges; ++m) {
    std::size_t best_a = 0, best_b = 0;
    std::int64_t most = 0;
    for (const auto& word : cut) {
      for (std::size_t i = 1; i < word.size(); ++i) {
        const std::size_t a = word[i - 1], b = word[i];
        std::int64_t count = 0;
        for (const auto& other : cut) {
          for (std::size_t j = 1; j < other.size(); ++j) count += other[j - 1] == a && other[j] == b ? 1 : 0;
        }
        const bool first =
            symbols[a] < symbols[best_a] || (symbols[a] == symbols[best_a] && symbols[b] < symbols[best_b]);
        if (count > most || (count == most && first)) {
          most = count;
          best_a = a;
          best_b = b;
        }
      }
    }
    if (most == 0) break;
    learned.push_back({symbols[best_a], symbols[best_b]});
    const std::string joined = symbols[best_a] + symbols[best_b];
    std::size_t number = 0;
    while (number < symbols.size() && symbols[number] != joined) ++number;
    if (number == symbols.size()) symbols.push_back(joined);
    for (auto& word : cut) {
      for (std::size_t i = 1; i < word.size(); ++i) {
        if (word[i - 1] != best_a || word[i] != best_b) continue;
        word[i - 1] = number;
        word.erase(word.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }
  return learned;
}

Pieces apply_merges(const std::string& run, const std::vector<Merge>& merges) {
  Pieces pieces;
  for (const char byte : run) pieces.emplace_back(1, byte);
  for (std::size_t rank = 0; rank < merges.size();) {
    std::size_t i = 1;
    while (i < pieces.size() && !(pieces[i - 1] == merges[rank].left && pieces[i] == merges[rank].right)) ++i;
    if (i >= pieces.size()) {
      ++rank;
      continue;
    }
    pieces[i - 1] += pieces[i];
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i));
    rank = 0;
  }
  return pieces;
}

}  // namespace galley::second
