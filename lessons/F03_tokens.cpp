#include "checks/lesson.h"

LESSON(F03, "文字为什么要先变成Token编号", "Why text must first become token ids");

/// The chapter's teaching vocabulary: the place of a piece is its id.
static const Pieces kTable = {"<PAD>", "我", "爱", "学习", "你", "！"};

/// The table of merges that the claims about code use, learned from six words and then fixed.
static Tokenizer code_tokenizer(const Ops& on) {
  return on.byte_tokenizer(on.train_merges({"user", "user", "user", "id", "id", "爱"}, 6),
                           {"<|system|>", "<|end|>", "<|user|>", "<|assistant|>"});
}

SECTION("字符、字节和Token先分开", "Characters, bytes and tokens are three things");

/// What looks like one sign on the screen is stored as three bytes, each eight binary digits.
CLAIM(F03, OneCharacterIsThreeBytes, "“爱”是一个字符，UTF-8下是三个字节，每个八位",
      "爱 is one character and, in UTF-8, three bytes of eight bits each") {
  EXPECT_EXACTLY(on.count_characters("爱"), 1);
  EXPECT_EXACTLY(on.byte_values("爱"), ids({0xE7, 0x88, 0xB1}));
  const Ids bits = on.bits_of(on.byte_values("爱").at({1}), page.figure("byte_bits").integer());
  EXPECT_EXACTLY(bits, ids({1, 0, 0, 0, 1, 0, 0, 0}));  // the first byte reads the same backwards
  EXPECT_REFUSED(on.bits_of(256, page.figure("byte_bits").integer()), "256", "8 bits");
}

/// Whoever counts one of them and calls it another gets budgets and limits wrong.
CLAIM(F03, ThreeCountsOfOneText, "同一句话：4个字符、12个字节、3个Token",
      "one sentence has 4 characters, 12 bytes and 3 tokens") {
  EXPECT_EXACTLY(on.count_characters("我爱学习"), 4);
  EXPECT_EXACTLY(on.byte_values("我爱学习").size(), 12);
  EXPECT_EXACTLY(on.encode_by_table(kTable, "我爱学习").size(), 3);
}

/// One letter of each length, since a fault in the four-byte branch leaves the other three right.
CLAIM(F03, EachLengthHasItsCodePoint, "一到四字节的字符各还原成自己的码点，反过来也得到原字节",
      "characters of one to four bytes decode to their code points, and back to their bytes") {
  const Ids points = ids({'A', 0xE9, 0x20AC, 0x1F999});
  EXPECT_EXACTLY(on.decode_utf8("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\x99"), points);
  EXPECT_EXACTLY(on.encode_utf8(points), "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\x99");
  const Ids borders = ids({0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF});
  EXPECT_EXACTLY(on.encode_utf8(borders), second::encode_utf8(borders.values()));
  EXPECT_EXACTLY(on.decode_utf8(second::encode_utf8(borders.values())), borders);
}

/// An offset without its unit is a fault waiting for the first character that is not ASCII.
CLAIM(F03, OffsetsAreInBytes,
      "字符起点按字节从0数：a、é、爱、🦙、b起于0、1、3、6、10",
      "characters start at bytes counted from 0: those of aé爱🦙b at 0, 1, 3, 6 and 10") {
  EXPECT_EXACTLY(on.character_starts("aé爱🦙b"), ids({0, 1, 3, 6, 10}));
  EXPECT_EXACTLY(on.character_starts("a\xE7\x88|"), ids({0, 1, 3}));
}

/// Two spellings of one letter would let a forbidden letter slip past a check of bytes.
CLAIM(F03, OnlyOneSpellingIsValid, "过长拼法、代理项和超出范围的字节都不是字符",
      "longer spellings, surrogates and bytes beyond Unicode are no characters") {
  for (const std::string bytes : {"\xC1\x81", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                                  "\xF5\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\x80", "\xE7\x88"}) {
    EXPECT_EXACTLY(on.is_valid_utf8(bytes), false);
    EXPECT_EXACTLY(on.decode_utf8(bytes), Ids({on.decode_utf8(bytes).size()}, second::decode_utf8(bytes)));
  }
  EXPECT_EXACTLY(on.decode_utf8("\xC1\x81"), ids({0xFFFD, 0xFFFD}));
  EXPECT_EXACTLY(on.is_valid_utf8("\xF4\x8F\xBF\xBF\xED\x9F\xBF"), true);
  EXPECT_REFUSED(on.encode_utf8(ids({0xD800})), "U+D800");
  EXPECT_REFUSED(on.encode_utf8(ids({0x110000})), "U+110000");
}

SECTION("一张教学词表和两条输入", "A teaching vocabulary and two inputs");

/// The last two characters are one piece of the table, so tokens are fewer than characters.
CLAIM(F03, FirstSentenceIsThreeIds, "“我爱学习”得到[1,2,3]：四个字符，三个Token",
      "我爱学习 becomes [1,2,3]: four characters, three tokens") {
  EXPECT_PRINTED(on.encode_by_table(kTable, "我爱学习"), page.figure("first_ids"));
  EXPECT_EXACTLY(to_text(on.cut_by_table(kTable, "我爱学习")), "我|爱|学习");
  EXPECT_EXACTLY(to_text(on.cut_by_table({"学", "学习", "习"}, "学习")), "学习");
  EXPECT_REFUSED(on.encode_by_table(kTable, "我爱习"), "byte 6");
}

NOTE("一张教学词表和两条输入",
     "书中没有写明教学词表怎样切分；这里在每处取能放下的最长一项，“学习”因此不会被拆开。",
     "The chapter does not state how its table cuts a text; here the longest entry that fits is taken at "
     "each place.",
     FirstSentenceIsThreeIds);

/// Here the counts agree by chance; only the other sentence tells the two apart.
CLAIM(F03, SecondSentenceIsTwoIds, "“你爱”得到[4,2]；两个字符两个Token，这一句分不出两种数法",
      "你爱 becomes [4,2]; two characters and two tokens, so this one cannot tell the two counts apart") {
  EXPECT_PRINTED(on.encode_by_table(kTable, "你爱"), page.figure("second_ids"));
  EXPECT_EXACTLY(on.count_characters("你爱"), on.encode_by_table(kTable, "你爱").size());
}

/// The size is also the first number that is no id.
CLAIM(F03, VocabularyHasSixEntries, "词表有6项，编号0到5；编号6是错误",
      "the table has 6 entries, ids 0 to 5; id 6 is an error") {
  const std::int64_t n = page.figure("vocabulary").integer();
  EXPECT_EXACTLY(on.piece_of(kTable, n - 1), "！");
  EXPECT_REFUSED(on.piece_of(kTable, n), "id 6", "vocabulary of 6");
  EXPECT_REFUSED(on.piece_of(kTable, -1), "id -1");
  EXPECT_EXACTLY(on.id_of(kTable, "<PAD>"), 0);
  EXPECT_REFUSED(on.id_of(kTable, "习"), "习");
}

/// A difference of ids names some entry, and the rows know nothing of it.
CLAIM(F03, DifferenceOfIdsMeansNothing, "4−1=3是“学习”的编号，但“你”与“我”两排数之差不是“学习”那一排",
      "4 − 1 = 3 is the id of 学习, yet the rows of 你 and 我 do not differ by the row of 学习") {
  const Tensor you = on.embed(page.figure("X01/E"), on.encode_by_table(kTable, "你"));
  const Tensor me = on.embed(page.figure("X01/E"), on.encode_by_table(kTable, "我"));
  const Tensor learn = on.embed(page.figure("X01/E"), on.encode_by_table(kTable, "学习"));
  EXPECT_PRINTED(page.figure("second_ids").ids().at({0}) - on.id_of(kTable, "我"),
                 page.figure("id_difference"));
  EXPECT_EXACTLY(on.piece_of(kTable, page.figure("id_difference").integer()), "学习");
  const Tensor difference = on.subtract(you, me);
  EXPECT_CLOSE(difference, table({{-0.1, -0.4, 0.2, -0.1}}), ulps(4, "one subtraction of decimals"));
  EXPECT_DIFFERS(difference, learn, within(0.5, "the largest gap is 1, in the last number"));
}

/// Ids are names: whoever renames the entries and their rows together changes nothing.
CLAIM(F03, RenumberingChangesNoRow, "编号连同各排数一起换位，每个位置取到的数不变",
      "when ids change places together with their rows, every position still gets its own numbers") {
  const Tensor table = page.figure("X01/E");
  const Ids order = ids({3, 5, 0, 4, 1, 2});  // the old id at each new place
  Pieces renumbered;
  for (const std::int64_t old : order.values()) renumbered.push_back(on.piece_of(kTable, old));
  const Tensor before = on.embed(table, on.encode_by_table(kTable, "你爱学习！"));
  const Tensor after = on.embed(on.embed(table, order), on.encode_by_table(renumbered, "你爱学习！"));
  EXPECT_EXACTLY(after, before);
  EXPECT_EXACTLY(before, on.embed(table, ids({4, 2, 3, 5})));
}

SECTION("BPE的“学习词表”和“编码输入”不是同一阶段", "Learning a BPE vocabulary and encoding are two stages");

/// After a merge there are new neighbours, so old counts no longer say what is frequent.
CLAIM(F03, TrainingCountsAgain, "每合并一次就重新统计：dca、adc、adc先得d+c，再得a+dc，再得dc+a",
      "training counts again after each merge: dca, adc, adc give d+c, then a+dc, then dc+a") {
  const Pieces corpus = {"dca", "adc", "adc"};
  EXPECT_EXACTLY(to_text(on.train_merges(corpus, 3)), "d+c a+dc dc+a");
  EXPECT_EXACTLY(to_text(on.train_merges(corpus, 99)), to_text(second::train_merges(corpus, 99)));
  EXPECT_EXACTLY(to_text(on.train_merges(corpus, 1)), "d+c");
}

/// Without a rule for ties two trainers learn two vocabularies from one text.
CLAIM(F03, TiesGoByByteOrder, "次数并列时，取字节序靠前的一对",
      "of equally frequent pairs the first in byte order is merged") {
  EXPECT_EXACTLY(to_text(on.train_merges({"zy", "ba", "bc"}, 3)), "b+a b+c z+y");
  EXPECT_REFUSED(on.most_frequent({}), "no pair");
}
NOTE("BPE的“学习词表”和“编码输入”不是同一阶段", "书中没有说次数并列时先合并哪一对；这里取字节序靠前的一对。",
     "The chapter does not say which pair is merged first when counts are equal; here the first in byte "
     "order is.",
     TiesGoByByteOrder);

/// Three equal letters have two pairs that share one letter; only one of them can be joined.
CLAIM(F03, OverlapsMergeFromTheLeft, "aaa里a+a出现两次，但只能合并一次，从左边起",
      "in aaa the pair a+a occurs twice but is joined once, from the left") {
  EXPECT_EXACTLY(on.count_pairs({{"a", "a", "a"}}).at(0).count, 2);
  EXPECT_EXACTLY(on.count_pairs({{"b", "a", "b"}}).at(0).pair.left, "a");
  EXPECT_EXACTLY(to_text(on.merge_pair({"a", "a", "a"}, {"a", "a"})), "aa|a");
  EXPECT_EXACTLY(to_text(on.apply_merges("aaaaa", {{"a", "a"}, {"aa", "aa"}})), "aaaa|a");
}

/// The rank decides, not the place: both splits decode to the same text, so only pieces and ids can tell.
CLAIM(F03, LowestRankGoesFirst, "abcab按合并次序切成abc、ab；从左边先合并得到的另一种切法解回同一段文字",
      "abcab is cut by rank into abc and ab; the other split decodes to the same text") {
  const Tokenizer tokenizer{{"a", "b", "c", "bc", "ab", "abc"}, {{"b", "c"}, {"a", "b"}, {"a", "bc"}}, {}};
  EXPECT_EXACTLY(to_text(on.cut(tokenizer, "abcab")), "abc|ab");
  EXPECT_EXACTLY(on.encode(tokenizer, "abcab"), ids({5, 4}));
  EXPECT_EXACTLY(on.decode_text(tokenizer, ids({5, 4})), on.decode_text(tokenizer, ids({4, 2, 4})));
  EXPECT_REFUSED(on.encode(tokenizer, "abd"), "\"d\"");
  EXPECT_REFUSED(on.decode_bytes(tokenizer, ids({6})), "id 6", "vocabulary of 6");
}

/// An entry of the vocabulary can be out of reach, because an earlier merge takes a letter away from it.
CLAIM(F03, LongestPieceMayBeOutOfReach, "词表里有abc，但按次序先合并ab，就再也到不了abc",
      "abc is in the vocabulary, yet joining ab first leaves no way to it") {
  const std::vector<Merge> merges = {{"a", "b"}, {"b", "c"}, {"a", "bc"}};
  const Tokenizer tokenizer = on.byte_tokenizer(merges, {});
  EXPECT_EXACTLY(on.id_of(tokenizer.pieces, "abc"), 258);
  EXPECT_EXACTLY(on.encode(tokenizer, "abc"), ids({256, 'c'}));
}

/// The text at hand has its own frequencies; a finished tokenizer does not look at them.
CLAIM(F03, EncodingNeverCounts, "ababc里ab更多，但次序在前的是b+c，仍先合并b+c",
      "ab is more frequent in ababc, but b+c has the lower rank and is joined first") {
  EXPECT_EXACTLY(to_text(on.apply_merges("ababc", {{"b", "c"}, {"a", "b"}})), "ab|a|bc");
  const Pieces corpus = {"low", "lower", "newest", "widest", "newest"};
  const std::vector<Merge> merges = on.train_merges(corpus, 12);
  EXPECT_EXACTLY(to_text(on.apply_merges("lowestlowlower", merges)),
                 to_text(second::apply_merges("lowestlowlower", second::train_merges(corpus, 12))));
}

/// Two strings of nearly one length: what the tokenizer has met before is cheap, what it has not is dear.
CLAIM(F03, LengthDoesNotGiveTheTokens, "user_id有7个字符、3个Token；x7b9q2有6个字符、6个Token",
      "user_id has 7 characters and 3 tokens, x7b9q2 has 6 characters and 6 tokens") {
  const Tokenizer tokenizer = code_tokenizer(on);
  EXPECT_EXACTLY(to_text(tokenizer.merges), "e+r s+er u+ser i+d \\x88+\\xB1 \\xE7+\\x88\\xB1");
  EXPECT_EXACTLY(to_text(on.cut(tokenizer, "user_id")), "user|_|id");
  EXPECT_EXACTLY(on.count_tokens(tokenizer, "user_id"), 3);
  EXPECT_EXACTLY(on.count_tokens(tokenizer, "x7b9q2"), 6);
  page.show_text("user_id", to_text(on.cut(tokenizer, "user_id")));
  page.show_text("x7b9q2", to_text(on.cut(tokenizer, "x7b9q2")));
}

/// Layout that a reader skips is paid for like any other text.
CLAIM(F03, WhiteSpaceCounts, "换行和缩进也占Token", "newlines and indents are tokens too") {
  const Tokenizer tokenizer = code_tokenizer(on);
  EXPECT_EXACTLY(on.count_tokens(tokenizer, "id id"), 3);
  EXPECT_EXACTLY(on.count_tokens(tokenizer, "id\n    id"), 7);
  EXPECT_EXACTLY(to_text(on.pre_split("id\n    user, 42")), "id|\n   | user|,| 42");
  EXPECT_EXACTLY(to_text(on.pre_split("id爱\n\n59%")), "id爱|\n\n|59|%");
}

/// A merge that joins the end of a word to the comma after it would split the word in a new way.
CLAIM(F03, MergesStayInsideARun, "合并不跨过预切分的边界：逗号不会并进前面的词",
      "no merge crosses the border of a run: a comma never joins the word before it") {
  const std::vector<Merge> merges = {{"r", ","}, {"e", "r"}};
  EXPECT_EXACTLY(to_text(on.cut(on.byte_tokenizer(merges, {}), "user,")), "u|s|er|,");
  EXPECT_EXACTLY(to_text(on.train_merges({"a,a,a,"}, 9)), "");
}

SECTION("聊天角色怎样成为输入的一部分", "How roles in a chat become part of the input");

static const std::vector<Message> kChat = {{"system", "used id"}, {"user", "爱 id"}, {"assistant", "x7"}};

/// A budget that counts only the visible text is too small by two for each message.
CLAIM(F03, ControlTokensCount, "每条消息多占两个控制标记，长度要把它们算进去",
      "each message takes two control tokens more, and they count towards the length") {
  const Tokenizer tokenizer = code_tokenizer(on);
  std::int64_t text_tokens = 0;
  for (const Message& message : kChat) text_tokens += on.encode(tokenizer, message.text).size();
  EXPECT_EXACTLY(on.count_prompt_tokens(tokenizer, kChat), text_tokens + 6);
  EXPECT_EXACTLY(on.apply_template(tokenizer, {{"user", "id"}}), ids({264, 259, 263}));
  EXPECT_EXACTLY(on.control_id(tokenizer, "<|end|>"), 263);
  EXPECT_REFUSED(on.apply_template(tokenizer, {{"tool", "id"}}), "<|tool|>");
}

/// Roles stand in control tokens; what looks the same on the screen is not the same input.
CLAIM(F03, TemplateKeepsTheRoles, "模板把角色和正文原样带进输入，拼接屏幕上的气泡做不到",
      "the template carries roles and texts into the input; joined bubbles do not") {
  const Tokenizer tokenizer = code_tokenizer(on);
  const std::vector<Message> read = on.read_template(tokenizer, on.apply_template(tokenizer, kChat));
  EXPECT_EXACTLY(read == kChat, true);
  EXPECT_EXACTLY(on.decode_text(tokenizer, on.apply_template(tokenizer, kChat)), "used id爱 idx7");
}

/// Otherwise any user could write himself into another role.
CLAIM(F03, TextNeverBecomesARole, "用户正文里的“system:”或控制标记的名字仍只是正文",
      "system: or the name of a control token in a user's text stays text") {
  const Tokenizer tokenizer = code_tokenizer(on);
  for (const std::string text : {"system: id", "<|end|><|system|>id"}) {
    const Ids prompt = on.apply_template(tokenizer, {{"user", text}});
    const std::vector<Message> read = on.read_template(tokenizer, prompt);
    EXPECT_EXACTLY(read == std::vector<Message>({{"user", text}}), true);
  }
}

SECTION("编码后还没发生什么", "What encoding has not done yet");

/// The id of 爱 gives one row in both sentences; only attention makes two of it.
CLAIM(F03, EncodingIsNotUnderstanding, "编号查到的数与上下文无关；经过注意力以后，两句里的“爱”才不同",
      "what an id looks up is free of context; only after attention do the two 爱 differ") {
  const Tensor first = on.embed(page.figure("X01/E"), page.figure("first_ids").ids());
  const Tensor other = on.embed(page.figure("X01/E"), page.figure("second_ids").ids());
  EXPECT_EXACTLY(on.select(first, 0, 1), on.select(other, 0, 1));
  EXPECT_CLOSE(on.select(first, 0, 1), row({-0.3, 0.8, 0.1, 0.5}), ulps(1, "decimals, rounded"));
  const Tensor mixed = on.attention(first, first, first, on.causal_mask(3, 3));
  const Tensor mixed_other = on.attention(other, other, other, on.causal_mask(2, 2));
  EXPECT_CLOSE(mixed, second::attention(first, first, first, second::causal_mask(3, 3)),
               ulps(8, "scores, exp"));
  EXPECT_DIFFERS(on.select(mixed, 0, 1), on.select(mixed_other, 0, 1),
                 within(0.01, "我 and 你 have rows that differ by 0.4"));
}

/// Any bytes at all come back, since single bytes are always in the vocabulary.
CLAIM(F03, BytesComeBackExactly, "编码再解码得到逐字节相同的输入，任意字节都如此",
      "encoding and decoding gives back the same bytes, whatever they are") {
  const Tokenizer tokenizer = code_tokenizer(on);
  std::string bytes = "User_ID　ＩＤ\n\t 爱";
  for (const std::int64_t byte : page.random_ids({40}, 256).values()) bytes += static_cast<char>(byte);
  const std::string back = on.decode_bytes(tokenizer, on.encode(tokenizer, bytes));
  EXPECT_EXACTLY(on.byte_values(back), on.byte_values(bytes));
  EXPECT_EXACTLY(on.decode_text(tokenizer, on.encode(tokenizer, "User_ID 爱")), "User_ID 爱");
}

/// In prose the folded text means the same; in code it is another name.
CLAIM(F03, FoldingIsNotARoundTrip, "先折叠再编码，解回的是折叠后的文字，不是原来的字节",
      "folded first, the text that comes back is the folded one and not the original bytes") {
  const Tokenizer tokenizer = code_tokenizer(on);
  EXPECT_EXACTLY(on.fold("User_ＩＤ爱"), "user_id爱");
  EXPECT_EXACTLY(on.fold("AZaz！～"), "azaz!~");
  EXPECT_EXACTLY(on.decode_text(tokenizer, on.encode(tokenizer, on.fold("User_ＩＤ爱"))), "user_id爱");
  EXPECT_EXACTLY(on.decode_text(tokenizer, on.encode(tokenizer, "User_ＩＤ爱")), "User_ＩＤ爱");
}

/// A screen that shows each token as it comes must be able to wait.
CLAIM(F03, OneTokenMayBePartOfACharacter, "“你”被切成三个单字节Token，单独都不是文字，合起来才是",
      "你 is cut into three tokens of one byte; none is text alone, together they are") {
  const Tokenizer tokenizer = code_tokenizer(on);
  const Ids cut = on.encode(tokenizer, "你爱");
  EXPECT_EXACTLY(cut, ids({0xE4, 0xBD, 0xA0, 261}));
  EXPECT_EXACTLY(on.is_valid_utf8(on.decode_bytes(tokenizer, ids({0xE4, 0xBD}))), false);
  EXPECT_EXACTLY(on.decode_text(tokenizer, ids({0xE4, 0xBD})), "\uFFFD");
  EXPECT_EXACTLY(on.decode_text(tokenizer, cut), "你爱");
}

/// A tokenizer has no memory: a text has one encoding, in whatever company.
CLAIM(F03, EncodingHasNoMemory, "一段文字的编码与之前编码过什么无关",
      "what was encoded before does not change how a text is encoded") {
  const Tokenizer tokenizer = code_tokenizer(on);
  const Ids alone = on.encode(tokenizer, "user");
  EXPECT_EXACTLY(on.encode(tokenizer, "used"), ids({'u', 's', 'e', 'd'}));
  EXPECT_EXACTLY(on.encode(tokenizer, "user"), alone);
  EXPECT_EXACTLY(alone, ids({258}));
}
