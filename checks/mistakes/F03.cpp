#include <algorithm>
#include <map>

#include "checks/claim.h"

namespace galley::F03 {
namespace {

struct CountsBytesAsCharacters : Ops {
  using Ops::Ops;
  std::int64_t count_characters(const std::string& text) const override {
    return static_cast<std::int64_t>(text.size());
  }
};
MISTAKE(F03, CountsBytesAsCharacters, "把字节数当成字符数",
        "takes the number of bytes for the number of characters");

struct LowestBitFirst : Ops {
  using Ops::Ops;
  Ids bits_of(std::int64_t value, std::int64_t width) const override {
    std::vector<std::int64_t> bits = Ops::bits_of(value, width).values();
    std::reverse(bits.begin(), bits.end());
    return Ids({width}, std::move(bits));
  }
};
MISTAKE(F03, LowestBitFirst, "二进制位从低位写起", "writes the bits of a byte with the lowest first");

struct ReusesAByte : Ops {
  using Ops::Ops;
  std::int64_t code_point(const std::string& character) const override {
    if (character.size() != 4) return Ops::code_point(character);
    return Ops::code_point(character.substr(0, 2) + character[2] + character[2]);
  }
};
MISTAKE(F03, ReusesAByte, "四字节字符把第三个字节用了两次",
        "uses the third of four bytes twice and the last one never");

struct AcceptsLongSpellings : Ops {
  using Ops::Ops;
  std::int64_t character_length(const std::string& bytes, std::int64_t at) const override {
    const auto start = static_cast<std::size_t>(at);
    const auto lead = static_cast<unsigned char>(bytes[start]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    for (std::size_t i = 1; i < length; ++i) {
      if (start + i >= bytes.size() || (bytes[start + i] & '\xC0') != '\x80') return 0;
    }
    return static_cast<std::int64_t>(length);
  }
};
MISTAKE(F03, AcceptsLongSpellings, "只看前缀位，接受过长拼法和代理项",
        "looks at the leading bits only and takes longer spellings and surrogates for characters");

struct OffsetsInCharacters : Ops {
  using Ops::Ops;
  Ids character_starts(const std::string& text) const override {
    std::vector<std::int64_t> starts(static_cast<std::size_t>(count_characters(text)));
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = static_cast<std::int64_t>(i);
    const Shape shape = {static_cast<std::int64_t>(starts.size())};
    return Ids(shape, std::move(starts));
  }
};
MISTAKE(F03, OffsetsInCharacters, "说的是字节偏移，数的却是字符",
        "gives offsets in characters where bytes were promised");

struct OneTokenACharacter : Ops {
  using Ops::Ops;
  Ids encode_by_table(const Pieces& table, const std::string& text) const override {
    std::vector<std::int64_t> ids;
    for (const std::int64_t c : decode_utf8(text).values()) {
      const auto found = std::find(table.begin(), table.end(), encode_utf8(Ids({1}, {c})));
      ids.push_back(found == table.end() ? 0 : found - table.begin());
    }
    const Shape shape = {static_cast<std::int64_t>(ids.size())};
    return Ids(shape, std::move(ids));
  }
};
MISTAKE(F03, OneTokenACharacter, "一个字符就是一个Token，词表里没有的填0",
        "makes each character one token, 0 where the table lacks it");

struct ClampsTheId : Ops {
  using Ops::Ops;
  std::string piece_of(const Pieces& table, std::int64_t id) const override {
    return Ops::piece_of(table, std::clamp<std::int64_t>(id, 0, static_cast<std::int64_t>(table.size()) - 1));
  }
};
MISTAKE(F03, ClampsTheId, "越界的编号悄悄变成最后一项",
        "quietly reads an id outside the vocabulary as the last entry");

struct IdIsAQuantity : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    std::vector<double> amounts;
    for (const std::int64_t id : ids.values()) amounts.push_back(static_cast<double>(id));
    return multiply(Tensor({ids.size(), 1}, std::move(amounts)), select(table, 0, 1));
  }
};
MISTAKE(F03, IdIsAQuantity, "把编号当数量，乘在同一排数上",
        "takes the id for an amount and multiplies one row by it");

struct CountsOnce : Ops {
  using Ops::Ops;
  std::vector<Merge> train_merges(const Pieces& corpus, std::int64_t merges) const override {
    std::vector<Pieces> words;
    for (const std::string& text : corpus) words.push_back(apply_merges(text, {}));
    std::vector<PairCount> counts = count_pairs(words);
    std::stable_sort(counts.begin(), counts.end(),
                     [](const PairCount& a, const PairCount& b) { return a.count > b.count; });
    std::vector<Merge> learned;
    for (const PairCount& each : counts) {
      if (static_cast<std::int64_t>(learned.size()) < merges) learned.push_back(each.pair);
    }
    return learned;
  }
};
MISTAKE(F03, CountsOnce, "只统计一次，就取出现最多的几对",
        "counts the pairs once and takes the most frequent ones");

struct LargestPairWinsTies : Ops {
  using Ops::Ops;
  Merge most_frequent(const std::vector<PairCount>& counts) const override {
    if (counts.empty()) return Ops::most_frequent(counts);
    std::vector<PairCount> sorted = counts;
    std::sort(sorted.begin(), sorted.end(), [](const PairCount& a, const PairCount& b) {
      return a.count != b.count ? a.count < b.count : a.pair < b.pair;
    });
    return sorted.back().pair;
  }
};
MISTAKE(F03, LargestPairWinsTies, "并列时取字节序最后的一对", "lets the last pair in byte order win a tie");

struct MergesFromTheRight : Ops {
  using Ops::Ops;
  Pieces merge_pair(const Pieces& pieces, const Merge& merge) const override {
    Pieces merged;
    for (std::size_t i = pieces.size(); i > 0; --i) {
      const bool here = i > 1 && pieces[i - 2] == merge.left && pieces[i - 1] == merge.right;
      merged.insert(merged.begin(), here ? merge.left + merge.right : pieces[i - 1]);
      if (here) --i;
    }
    return merged;
  }
};
MISTAKE(F03, MergesFromTheRight, "同一对重叠时从右边合并", "joins overlapping occurrences from the right");

struct LeftmostFirst : Ops {
  using Ops::Ops;
  Pieces apply_merges(const std::string& run, const std::vector<Merge>& merges) const override {
    Pieces pieces = Ops::apply_merges(run, {});
    for (std::size_t i = 0; i + 1 < pieces.size();) {
      const Merge here{pieces[i], pieces[i + 1]};
      if (std::find(merges.begin(), merges.end(), here) == merges.end()) {
        ++i;
        continue;
      }
      pieces[i] += pieces[i + 1];
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      i = 0;
    }
    return pieces;
  }
};
MISTAKE(F03, LeftmostFirst, "从左边起，能合并就合并，不看次序",
        "joins the first pair from the left that can be joined, whatever its rank");

struct LongestFirst : Ops {
  using Ops::Ops;
  Pieces cut(const Tokenizer& tokenizer, const std::string& text) const override {
    return cut_by_table(tokenizer.pieces, text);
  }
};
MISTAKE(F03, LongestFirst, "每处取词表中最长的片段",
        "takes the longest entry of the vocabulary at each place");

struct RecountsOnTheInput : Ops {
  using Ops::Ops;
  Pieces apply_merges(const std::string& run, const std::vector<Merge>& merges) const override {
    Pieces pieces = Ops::apply_merges(run, {});
    for (;;) {
      std::vector<PairCount> known;
      for (const PairCount& each : count_pairs({pieces})) {
        if (std::find(merges.begin(), merges.end(), each.pair) != merges.end()) known.push_back(each);
      }
      if (known.empty()) return pieces;
      pieces = merge_pair(pieces, most_frequent(known));
    }
  }
};
MISTAKE(F03, RecountsOnTheInput, "编码时在输入里重新统计频次", "counts again on the input while encoding");

struct NoPreSplit : Ops {
  using Ops::Ops;
  Pieces pre_split(const std::string& text) const override { return {text}; }
};
MISTAKE(F03, NoPreSplit, "不做预切分，让合并跨过词的边界", "lets merges cross the borders of words");

struct DropsWhiteSpace : Ops {
  using Ops::Ops;
  Pieces pre_split(const std::string& text) const override {
    std::string kept;
    for (const char byte : text) {
      if (byte != ' ' && byte != '\n') kept += byte;
    }
    return Ops::pre_split(kept);
  }
};
MISTAKE(F03, DropsWhiteSpace, "以为空格和换行不算", "thinks that spaces and newlines do not count");

struct EstimatesFromLength : Ops {
  using Ops::Ops;
  std::int64_t count_tokens(const Tokenizer&, const std::string& text) const override {
    return (count_characters(text) + 3) / 4;
  }
};
MISTAKE(F03, EstimatesFromLength, "按每四个字符一个Token估算", "estimates one token for four characters");

struct RemembersByFirstByte : Ops {
  using Ops::Ops;
  Pieces apply_merges(const std::string& run, const std::vector<Merge>& merges) const override {
    const auto key = std::make_pair(run.substr(0, 1), run.size());
    return seen_.emplace(key, Ops::apply_merges(run, merges)).first->second;
  }

 private:
  mutable std::map<std::pair<std::string, std::size_t>, Pieces> seen_;
};
MISTAKE(F03, RemembersByFirstByte, "记住切法时只用首字节和长度作键",
        "remembers how a run was cut under its first byte and length only");

struct TextBecomesRole : Ops {
  using Ops::Ops;
  Ids apply_template(const Tokenizer& tokenizer, const std::vector<Message>& messages) const override {
    std::vector<Message> obeyed = messages;
    for (Message& message : obeyed) {
      const std::size_t colon = message.text.find(": ");
      if (colon == std::string::npos) continue;
      const std::string role = message.text.substr(0, colon);
      const auto known = std::find(tokenizer.controls.begin(), tokenizer.controls.end(), "<|" + role + "|>");
      if (known != tokenizer.controls.end()) message = {role, message.text.substr(colon + 2)};
    }
    return Ops::apply_template(tokenizer, obeyed);
  }
};
MISTAKE(F03, TextBecomesRole, "正文写了“system:”就当成系统角色",
        "makes a message that begins with system: a system message");

struct ControlNamesInText : Ops {
  using Ops::Ops;
  Ids encode(const Tokenizer& tokenizer, const std::string& text) const override {
    for (const std::string& name : tokenizer.controls) {
      const std::size_t at = text.find(name);
      if (at == std::string::npos) continue;
      std::vector<std::int64_t> ids = encode(tokenizer, text.substr(0, at)).values();
      ids.push_back(control_id(tokenizer, name));
      for (const std::int64_t id : encode(tokenizer, text.substr(at + name.size())).values())
        ids.push_back(id);
      const Shape shape = {static_cast<std::int64_t>(ids.size())};
      return Ids(shape, std::move(ids));
    }
    return Ops::encode(tokenizer, text);
  }
};
MISTAKE(F03, ControlNamesInText, "正文里出现控制标记的名字就编成控制标记",
        "encodes the name of a control token inside a text as that token");

struct JoinsTheBubbles : Ops {
  using Ops::Ops;
  Ids apply_template(const Tokenizer& tokenizer, const std::vector<Message>& messages) const override {
    std::string seen;
    for (const Message& message : messages) seen += message.role + ": " + message.text + "\n";
    return encode(tokenizer, seen);
  }
};
MISTAKE(F03, JoinsTheBubbles, "把看见的聊天气泡逐字拼成一段",
        "joins the bubbles as they are seen on the screen");

struct ControlsAreFree : Ops {
  using Ops::Ops;
  std::int64_t count_prompt_tokens(const Tokenizer& tokenizer,
                                   const std::vector<Message>& messages) const override {
    std::int64_t count = 0;
    for (const Message& message : messages) count += count_tokens(tokenizer, message.text);
    return count;
  }
};
MISTAKE(F03, ControlsAreFree, "以为控制标记不占长度", "counts no control token towards the length");

struct LooksUpInContext : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const Tensor rows = Ops::embed(table, ids);
    return add(rows, divide(sum(rows, 0), scalar(static_cast<double>(ids.size()))));
  }
};
MISTAKE(F03, LooksUpInContext, "以为查表时已经看过整句话",
        "thinks that the lookup has already seen the whole sentence");

struct FoldsFirst : Ops {
  using Ops::Ops;
  Ids encode(const Tokenizer& tokenizer, const std::string& text) const override {
    return Ops::encode(tokenizer, is_valid_utf8(text) ? fold(text) : text);
  }
};
MISTAKE(F03, FoldsFirst, "先折叠大小写和全角，再说能原样解回",
        "folds case and width first and still promises the way back");

struct DecodesTokenByToken : Ops {
  using Ops::Ops;
  std::string decode_text(const Tokenizer& tokenizer, const Ids& ids) const override {
    std::string text;
    for (const std::int64_t id : ids.values()) text += Ops::decode_text(tokenizer, Ids({1}, {id}));
    return text;
  }
};
MISTAKE(F03, DecodesTokenByToken, "每个Token单独解码再相连", "decodes each token alone and joins the texts");

}  // namespace
}  // namespace galley::F03
