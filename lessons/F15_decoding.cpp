#include <limits>

#include "checks/lesson.h"
#include "checks/models.h"

LESSON(F15, "从最后一排数到一个Token，再到一句回答", "From the last row to a token, and on to a sentence");

namespace {

/// The texts of a random model's seven ids, when a sentence is spelled with it.
const Pieces kLetters = {"a", "b", "c", "d", "e", "f", "<end>"};
const Ids kPrompt = ids({0, 1, 2});
const Choice kGreedy;
/// What a random model produces first, second and third behind a, b, c.
Ids greedy_three(const Model& model) { return second::greedy(model, kPrompt, 3); }
Ulps two_layers() { return ulps(256, "the sums of two layers and of the readout"); }
Bound far() { return within(0.01, "far above rounding"); }
Tensor fresh(const Model& model, const Ids& all) {
  KvCache nothing;
  Trace trace;
  return second::next_logits(model, all, nothing, trace);
}

}  // namespace

SECTION("最后一层还不是文字", "The last layer is not text yet");

/// Two features become six scores: one column of weights for each candidate.
CLAIM(F15, SixScoresFromTwoFeatures, "h=[1,2]经过2行6列的Wout得到六个分数，与书中一致",
      "h = [1,2] gives six scores through Wout of 2 rows and 6 columns, as printed") {
  const Tensor logits = on.output_head(page.figure("hidden"), page.figure("Wout"));
  EXPECT_PRINTED(logits, page.figure("logits"));
  EXPECT_PRINTED(logits.size(), page.figure("vocabulary"));
  EXPECT_PRINTED(page.figure("hidden").size(), page.figure("hidden_width"));
  EXPECT_PRINTED(page.figure("Wout").shape(), page.figure("Wout_shape"));
  page.show("logits", on.unsqueeze(logits, 0), {"h·Wout"}, {"0", "1", "2", "3", "4", "5"});
}

/// What is handed on is the place of the largest score.
CLAIM(F15, LargestScoreIsIdThree, "取最大得到编号3；这里分数也是3，印出的数字分不出两者",
      "the largest score stands at id 3; its value is 3 as well, so the printed digits cannot tell") {
  const Tensor logits = on.output_head(page.figure("hidden"), page.figure("Wout"));
  EXPECT_PRINTED(on.choose_token(logits, kGreedy, 0), page.figure("choice"));
  EXPECT_EXACTLY(on.element(logits, {3}), 3);
}

/// Here id and score differ, and so do the rows of Wout and what a reshape makes of them.
CLAIM(F15, TwinTellsIdFromScore, "另一排h=[−1,−2]：最大的是编号5，分数是2；三个位置一起算也一样",
      "another row, h = [−1,−2]: the largest is id 5 with score 2; three positions at once give the same") {
  const Tensor three = table({{-1, -2}, {1, 3}, {4, -1}});
  const Tensor logits = on.output_head(three, page.figure("Wout"));
  EXPECT_EXACTLY(logits, table({{0, -1, -2, -3, 1, 2}, {0, 1, 3, 4, -1, -3}, {0, 4, -1, 3, -4, 1}}));
  EXPECT_EXACTLY(on.choose_token(on.select(logits, 0, 0), kGreedy, 0), 5);
  EXPECT_EXACTLY(on.choose_token(on.select(logits, 0, 2), kGreedy, 0), 1);
  EXPECT_EXACTLY(on.output_head(row({4, -1}), page.figure("Wout")), on.select(logits, 0, 2));
}
NOTE("最后一层还不是文字", "例子里最大分数3恰好在编号3，看不出取的是编号还是分数；换成h=[−1,−2]才分得出。",
     "The largest score of the example is 3 and stands at id 3, so that id and score cannot be told apart; "
     "with "
     "h = [−1,−2] they can.",
     TwinTellsIdFromScore);

/// Taking the largest is one rule among several; a draw can take another candidate from the same scores.
CLAIM(F15, ADrawMayChooseAnother, "同一排分数，抽样可以选出别的编号；top-k与top-p先去掉候选",
      "from the same scores a draw may choose another id; top-k and top-p take candidates away first") {
  const Tensor logits = on.output_head(page.figure("hidden"), page.figure("Wout"));
  const Tensor running = second::running_sum(second::softmax(logits, 0), 0);
  for (std::int64_t id = 0; id < 5; ++id) {
    EXPECT_EXACTLY(on.choose_token(logits, {1, 0, 1}, running.at({id}) + 1e-6), id + 1);
    EXPECT_EXACTLY(on.choose_token(logits, {1, 0, 1}, running.at({id}) - 1e-6), id);
  }
  for (const Choice& two :
       {Choice{1, 2, 1}, Choice{1, 0, 0.8}}) {  // ids 2 and 3 are left, with 0.269 and 0.731
    EXPECT_EXACTLY(on.choose_token(logits, two, 0), 2);
    EXPECT_EXACTLY(on.choose_token(logits, two, 0.26), 2);
    EXPECT_EXACTLY(on.choose_token(logits, two, 0.28), 3);
  }
  EXPECT_EXACTLY(on.choose_token(logits, {0.1, 0, 1}, 0.01),
                 3);  // a low temperature leaves nearly all to id 3
  const double never = -std::numeric_limits<double>::infinity();
  EXPECT_EXACTLY(on.exclude(logits, ids({3, 2})), row({0, 1, never, never, -1, -2}));
  EXPECT_EXACTLY(on.exclude(table({{1, 2, 3}, {4, 5, 6}}), ids({1})), table({{1, never, 3}, {4, never, 6}}));
  EXPECT_EXACTLY(on.choose_token(on.exclude(logits, ids({3, 2})), kGreedy, 0), 1);
}

SECTION("为什么看最后一个有效位置", "Why the last real position");

/// In a padded batch each sentence has its own last row.
CLAIM(F15, LastRealPositionPredicts, "右填充时每句取自己最后的有效位置，与单独运行相同",
      "under right padding each sentence predicts at its own last real position, as when it runs alone") {
  const Model model = random_model(page, {});
  Trace trace;
  const Tensor all = on.forward(model, ids_table({{1, 2, 3}, {4, 2, 0}}), on.causal_mask(3, 3), trace);
  const Tensor last = on.last_rows(all, mask_table({{1, 1, 1}, {1, 1, 0}}));
  EXPECT_CLOSE(on.select(last, 0, 0), fresh(model, ids({1, 2, 3})), two_layers());
  EXPECT_CLOSE(on.select(last, 0, 1), fresh(model, ids({4, 2})), two_layers());
  EXPECT_DIFFERS(on.select(on.select(all, 0, 1), 0, 2), on.select(last, 0, 1), far());
}

/// The last real position is a place, not a number of tokens.
CLAIM(F15, LeftPaddingEndsAtTheEnd, "左填充时最后有效位置就是最后一列；整行都是填充则报错",
      "under left padding it is the last column; a row of padding alone is an error") {
  const Mask valid = mask_table({{0, 0, 1, 1}, {1, 1, 0, 0}, {0, 1, 1, 0}, {1, 1, 1, 1}});
  EXPECT_EXACTLY(on.last_valid(valid), ids({3, 1, 2, 3}));
  EXPECT_REFUSED(on.last_valid(mask_table({{1, 0}, {0, 0}})), "row 1");
  EXPECT_REFUSED(on.last_rows(page.random({2, 3, 4}), valid), "[2,3,4]", "[4]");
}

/// Each position answers another question: what comes after the words up to here.
CLAIM(F15, EarlierPositionsPredictShorterPrefixes,
      "早先的位置各自预测较短前缀之后的Token，与只运行该前缀相同",
      "an earlier position predicts what follows its own shorter prefix, as a run of that prefix does") {
  const Model model = random_model(page, {});
  Trace trace;
  const Tensor all =
      on.select(on.forward(model, ids_table({{0, 1, 2, 3}}), on.causal_mask(4, 4), trace), 0, 0);
  const Ids prefixes[] = {ids({0}), ids({0, 1}), ids({0, 1, 2}), ids({0, 1, 2, 3})};
  for (std::int64_t t = 0; t < 4; ++t) {
    EXPECT_CLOSE(on.select(all, 0, t), fresh(model, prefixes[t]), two_layers());
  }
}

SECTION("Prefill和Decode只是两种运行阶段", "Prefill and decode are two stages of running");

/// The prefill already scores the first new token; n tokens take n runs, the prefill among them.
CLAIM(F15, OneRunForEachToken, "预填充给出第一个新Token，之后每个Token一次运行：三个Token共三次",
      "the prefill gives the first new token and each further one takes one run: three tokens, three runs") {
  const Model model = random_model(page, {});
  const Generation run = on.generate(model, kLetters, kPrompt, kGreedy, {-1, 3, {}}, row({}));
  EXPECT_EXACTLY(run.produced, greedy_three(model));
  EXPECT_EXACTLY(run.forwards, 3);
  EXPECT_EXACTLY(to_text(run.stop), "length");
  EXPECT_REFUSED(on.generate(model, kLetters, kPrompt, kGreedy, {-1, 0, {}}, row({})), "at most 0");
  page.show_text("a|b|c →", to_text(run.pieces));
}

/// With the cache a step saves work, and still it cannot begin before the step before it has chosen.
CLAIM(F15, EachStepNeedsTheOneBefore, "缓存不消除依赖：上一步选的若是别的Token，这一步的分数就不同",
      "the cache does not remove the dependence: another choice before gives other scores now") {
  const Model model = random_model(page, {});
  const auto after = [&](std::int64_t id) {
    KvCache cache;
    Trace trace;
    on.prefill(model, kPrompt, cache, trace);
    return on.decode_step(model, id, cache, trace);
  };
  EXPECT_DIFFERS(after(3), after(4), far());
  EXPECT_CLOSE(after(3), fresh(model, ids({0, 1, 2, 3})), two_layers());
}

/// Draws are handed in, so that a sampled sentence can be repeated.
CLAIM(F15, SampledSentenceRepeats, "抽样生成：同样的随机数得到同样的句子，别的随机数得到别的句子",
      "a sampled sentence: the same draws give the same sentence, other draws another one") {
  const Model model = random_model(page, {});
  const Choice warm{1, 0, 1};
  const auto produced = [&](const Tensor& draws) {
    return on.generate(model, kLetters, kPrompt, warm, {-1, draws.size(), {}}, draws).produced;
  };
  const Ids low = produced(row({0, 0}));
  EXPECT_EXACTLY(low, ids({0, 0}));
  EXPECT_EXACTLY(produced(row({0.999999, 0})), ids({6, 0}));
  EXPECT_EXACTLY(produced(row({0, 0.999999})), ids({0, 6}));
  const Tensor third = second::softmax(fresh(model, ids({0, 1, 2, 6, 0})), 0);
  EXPECT_EXACTLY(produced(row({0.999999, 0, 0.5})), ids({6, 0, on.sample(third, 0.5)}));
}

SECTION("选出来不等于已经处理过", "Chosen is not yet processed");

/// This one position decides where the next token stands and how long the cache is.
CLAIM(F15, ChosenIsNotProcessed, "选出d时缓存只有3个位置，处理d之后才是4个",
      "when d is chosen the cache holds 3 positions, and 4 once d has been processed") {
  const Model model = random_model(page, {});
  KvCache cache;
  Trace trace;
  const Tensor logits = on.prefill(model, kPrompt, cache, trace);
  const std::int64_t d = on.choose_token(logits, kGreedy, 0);
  EXPECT_PRINTED(on.cached_positions(cache), page.figure("cached"));
  EXPECT_EXACTLY(on.offset_after(0, kPrompt.size()), on.cached_positions(cache));
  on.decode_step(model, d, cache, trace);
  EXPECT_PRINTED(on.cached_positions(cache), page.figure("cached_after"));
}

/// The prompt's length is added once, each later step adds one.
CLAIM(F15, OffsetGrowsByWhatWasFed, "四个输入、三个新Token：选每个Token时已处理4、5、6个位置",
      "four prompt tokens and three new ones: 4, 5 and 6 positions are processed as each is chosen") {
  const Model model = random_model(page, {});
  const Generation run = on.generate(model, kLetters, ids({3, 1, 2, 0}), kGreedy, {-1, 3, {}}, row({}));
  EXPECT_EXACTLY(run.cached, ids({4, 5, 6}));
}

/// Fed once more the last token would be read twice by everything that follows.
CLAIM(
    F15, LastPromptTokenGoesInOnce, "最后一个输入只处理一次；值3、6、9的平均是6，重复9就成了6.75",
    "the last prompt token is processed once: values 3, 6, 9 mix to 6, with 9 twice they would mix to 6.75") {
  const Tensor values = on.unsqueeze(table({{3}, {6}, {9}}), 0);
  const Tensor twice = on.append_rows(values, on.slice(values, 1, 2, 3));
  const Tensor keys = on.unsqueeze(table({{1}, {-2}, {5}, {5}}), 0);
  const Tensor query = on.unsqueeze(table({{0}}), 0);  // equal scores
  EXPECT_CLOSE(on.squeeze_all(on.attention(query, on.slice(keys, 1, 0, 3), values, on.causal_mask(1, 3))), 6,
               ulps(8, "three thirds"));
  EXPECT_EXACTLY(on.squeeze_all(on.attention(query, keys, twice, on.causal_mask(1, 4))), 6.75);
  const Model model = random_model(page, {});
  KvCache cache;
  Trace trace;
  EXPECT_CLOSE(on.prefill(model, kPrompt, cache, trace), fresh(model, kPrompt), two_layers());
  EXPECT_EXACTLY(on.cached_positions(cache), 3);
}

/// The chosen id is looked up like any input; the row that scored it is not an input.
CLAIM(F15, TheIdIsFedBack, "送回去的是选出的编号，不是那一排隐藏状态",
      "what is fed back is the chosen id and not the hidden row") {
  const Model model = random_model(page, {});
  KvCache cache;
  Trace trace;
  const std::int64_t d = on.choose_token(on.prefill(model, kPrompt, cache, trace), kGreedy, 0);
  const Tensor next = on.decode_step(model, d, cache, trace);
  EXPECT_CLOSE(next, fresh(model, ids({0, 1, 2, d})), two_layers());
}

SECTION("生成Token与界面显示字符的关系", "Tokens that are produced and characters that are shown");

/// The screen shows nothing until the character is whole, and then all of it.
CLAIM(F15, PartialCharactersWait, "半个字符先等着：C3之后什么也不显示，A9之后显示é",
      "half a character waits: nothing is shown after C3, and é after A9") {
  TextStream stream;
  EXPECT_EXACTLY(on.push_bytes(stream, "\xC3"), "");
  EXPECT_EXACTLY(on.push_bytes(stream, "\xA9"), "é");
  EXPECT_EXACTLY(on.push_bytes(stream, "!"), "!");
  EXPECT_EXACTLY(on.end_stream(stream), "");
}

/// Where the network cuts is chance; what is shown in the end is not.
CLAIM(F15, CutsOfTheNetworkDoNotMatter, "网络怎样切片都不影响最终文字，每片之后显示的是已完整的字符",
      "however the network cuts the bytes the text is the same, and each piece shows the characters now "
      "whole") {
  TextStream stream;
  std::string shown;
  for (const char* piece : {"\xE4\xBD", "\xA0\xE7\x88", "\xB1\x41\xF0\x9F", "\xA6\x99"}) {
    shown += on.push_bytes(stream, piece) + "|";
  }
  EXPECT_EXACTLY(shown + on.end_stream(stream), "|你|爱A|🦙|");
  const std::string all = "\xE4\xBD\xA0\xE7\x88\xB1\x41\xF0\x9F\xA6\x99\x80\xE7\x41";
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    std::size_t length = 0;
    const std::string right = second::newly_shown(all.substr(0, cut), length);
    EXPECT_EXACTLY(on.push_bytes(stream, all.substr(0, cut)), right);
    EXPECT_EXACTLY(on.push_bytes(stream, all.substr(cut)), second::newly_shown(all, length));
  }
}

/// A rule is needed for what can never become a character; without one two programs show two texts.
CLAIM(
    F15, InvalidBytesHaveARule,
    "不成字符的字节按最长开头替换：80 80换两个，ED A0 80换三个，F0 9F 41换一个再加A",
    "bytes that are no character are replaced by longest start: 80 80 twice, ED A0 80 three times, F0 9F 41 "
    "once and A") {
  TextStream stream;
  const std::string mark = "\uFFFD";
  EXPECT_EXACTLY(on.push_bytes(stream, "\x80\x80"), mark + mark);
  EXPECT_EXACTLY(on.push_bytes(stream, "\xED\xA0\x80"), mark + mark + mark);
  EXPECT_EXACTLY(on.push_bytes(stream, "\xF0\x9F"), "");
  EXPECT_EXACTLY(on.push_bytes(stream, "A"), mark + "A");
  EXPECT_EXACTLY(on.push_bytes(stream, "\xC3"), "");
  EXPECT_EXACTLY(on.end_stream(stream), mark);
  EXPECT_EXACTLY(on.end_stream(stream), "");
}
NOTE("生成Token与界面显示字符的关系",
     "书中没有说遇到不成字符的字节怎样显示；这里每个最长的字符开头换成一个U+FFFD。",
     "The chapter leaves open what is shown for bytes that are no character; here one U+FFFD stands for each "
     "longest "
     "start of one.",
     InvalidBytesHaveARule);

SECTION("它怎样停止", "How it stops");

/// One model, four rules, four reasons: they must stay apart.
CLAIM(F15, StopReasonsAreDistinct, "结束Token、长度、停止文字、取消是不同的原因，各自停在该停的地方",
      "end token, length, stop text and cancelling are different reasons, each where it belongs") {
  const Model model = random_model(page, {});
  const Ids right = greedy_three(model);
  const auto stopped = [&](const StopRules& rules) {
    const Generation run = on.generate(model, kLetters, kPrompt, kGreedy, rules, row({}));
    return to_text(run.stop) + " " + std::to_string(run.produced.size());
  };
  EXPECT_EXACTLY(stopped({-1, 2, {}}), "length 2");
  EXPECT_EXACTLY(stopped({right.at({0}), 2, {}}), "end token 1");
  EXPECT_EXACTLY(stopped({-1, 2, {kLetters.at(static_cast<std::size_t>(right.at({0})))}}), "stop text 1");
  EXPECT_EXACTLY(to_text(on.reason_to_stop({6, 9, {}}, ids({1, 6}), {"b", "<end>"}, true)), "cancelled");
  EXPECT_EXACTLY(to_text(on.reason_to_stop({6, 9, {}}, ids({6, 1}), {"<end>", "b"}, false)), "none");
  EXPECT_EXACTLY(to_text(on.reason_to_stop({6, 2, {"b"}}, ids({1, 6}), {"b", "<end>"}, false)), "end token");
  EXPECT_EXACTLY(to_text(on.reason_to_stop({6, 1, {"b"}}, ids({1}), {"b"}, false)), "stop text");
}
NOTE("它怎样停止",
     "几个停止条件同时成立时报告哪一个，书中没有说；这里依次是取消、结束Token、停止文字、长度。",
     "Which reason is reported when several hold at once is left open; here the order is cancelling, end "
     "token, "
     "stop text, length.",
     StopReasonsAreDistinct);

/// Tokens are cut by the tokenizer, stop texts are not.
CLAIM(F15, StopTextMayCrossPieces, "停止文字可以跨过两片，要在连起来的文字里找；显示到它之前为止",
      "a stop text may lie across two pieces: it is looked for in the joined text, which is shown up to it") {
  const StopRules rules{-1, 9, {"STOP", "##"}};
  EXPECT_EXACTLY(to_text(on.reason_to_stop(rules, ids({1, 2}), {"so ST", "OP on"}, false)), "stop text");
  EXPECT_EXACTLY(to_text(on.reason_to_stop(rules, ids({1, 2}), {"so ST", " OP"}, false)), "none");
  EXPECT_EXACTLY(on.text_before_stop(rules, {"so ST", "OP on #", "#"}), "so ");
  EXPECT_EXACTLY(on.text_before_stop(rules, {"so #", "#", " STOP"}), "so ");
  EXPECT_EXACTLY(on.text_before_stop(rules, {"so", " on"}), "so on");
}

/// What was cut off looks like an answer until something tries to read it.
CLAIM(F15, LengthLimitCutsJson, "达到长度上限，JSON断在半路，读不出来，也不算最终回答",
      "at the length limit the JSON breaks off: it cannot be read, and it is no final answer") {
  const Pieces pieces = {"{\"path\"", ": \"f.txt\"", "}"};
  const auto text_of = [&](std::int64_t count) {
    return on.text_before_stop({}, Pieces(pieces.begin(), pieces.begin() + count));
  };
  const Stop cut = on.reason_to_stop({9, 2, {}}, ids({1, 2}), {pieces[0], pieces[1]}, false);
  EXPECT_EXACTLY(on.parses_as_json(text_of(2)), false);
  EXPECT_EXACTLY(on.is_final_answer(cut, text_of(2)), false);
  EXPECT_EXACTLY(on.parses_as_json(text_of(3)), true);
  EXPECT_EXACTLY(on.is_final_answer(Stop::end_token, text_of(3)), true);
  EXPECT_EXACTLY(on.is_final_answer(Stop::stop_text, text_of(3)), true);
  EXPECT_EXACTLY(on.is_final_answer(Stop::cancelled, text_of(3)), false);
}

/// The model ended properly, and what it ended with is a wish.
CLAIM(F15, ToolRequestIsNoAnswer, "以结束Token收尾的工具请求，是请宿主做下一步，不是最终回答",
      "a tool request that ends with the end token asks the host for the next step and is no final answer") {
  const std::string output = on.model_output({{"user", "explain f.txt"}});
  EXPECT_EXACTLY(output, "read_file f.txt");
  EXPECT_EXACTLY(on.is_final_answer(Stop::end_token, output), false);
  EXPECT_EXACTLY(on.is_final_answer(Stop::end_token, "the rule is x * 3"), true);
}

/// The user stops the output; the file has been written already.
CLAIM(F15, CancellingTakesNothingBack, "写入之后再取消，文件已经改变，取消不会撤回",
      "cancelled after the writing the file stays changed: cancelling takes nothing back") {
  const TemporaryFolder folder;
  const std::string path = folder.file("f.txt");
  const Permissions all{folder.path(), {"read_file", "write_file"}};
  on.write_file(path, "x * 3");
  EXPECT_EXACTLY(on.cancel_task({{"user", "fix f.txt"}}, all, 1).answer, "");
  EXPECT_EXACTLY(on.file_changed(path, "x * 3"), false);
  EXPECT_EXACTLY(on.trace_of(on.cancel_task({{"user", "fix f.txt"}}, all, 2)),
                 "user assistant tool assistant tool");
  EXPECT_EXACTLY(on.read_file(path), "x * 2");
}

/// Only facts say that a task is done; every reason to stop goes with both.
CLAIM(F15, NoReasonMeansSuccess, "任何停止原因都可能对应完成或未完成，完成与否要看事实",
      "every reason to stop goes with a task done and a task not done: facts decide") {
  for (const Stop stop : {Stop::end_token, Stop::length, Stop::stop_text, Stop::cancelled}) {
    EXPECT_EXACTLY(on.task_done(stop, {true, true, true}), true);
    EXPECT_EXACTLY(on.task_done(stop, {true, false, true}), false);
    EXPECT_EXACTLY(on.task_done(stop, {true, true, false}), false);
    EXPECT_EXACTLY(on.task_done(stop, {false, true, true}), true);
  }
}

SECTION("训练为什么能同时算多个位置", "Why training computes many positions at once");

/// The last token has nothing behind it, so it is a target and no question.
CLAIM(F15, FourTokensGiveThreeTargets, "a、b、c、d四个Token给出三对：a→b、ab→c、abc→d",
      "four tokens a, b, c, d give three pairs: a → b, ab → c, abc → d") {
  const Ids targets = on.next_tokens(ids({0, 1, 2, 3}));
  EXPECT_EXACTLY(targets, ids({1, 2, 3}));
  std::string pairs, prefix;
  for (std::int64_t t = 0; t < targets.size(); ++t) {
    prefix += on.piece_of(kLetters, t);
    pairs += prefix + "→" + on.piece_of(kLetters, targets.at({t})) + " ";
  }
  EXPECT_EXACTLY(pairs, "a→b ab→c abc→d ");
}

/// Known text is scored in one run, chosen text step by step, and both give the same numbers.
CLAIM(F15, TrainingAndGeneratingAgree, "已知全文一次算完，与逐步生成时得到的分数相同",
      "the whole known text in one run gives the scores that generating step by step gives") {
  const Model model = random_model(page, {});
  Trace trace;
  const Tensor at_once =
      on.select(on.forward(model, ids_table({{0, 1, 2, 3}}), on.causal_mask(4, 4), trace), 0, 0);
  KvCache cache;
  EXPECT_CLOSE(on.prefill(model, ids({0}), cache, trace), on.select(at_once, 0, 0), two_layers());
  for (std::int64_t t = 1; t < 4; ++t) {
    EXPECT_CLOSE(on.decode_step(model, t, cache, trace), on.select(at_once, 0, t), two_layers());
  }
  const Tensor swapped = on.forward(model, ids_table({{0, 1, 5, 4}}), on.causal_mask(4, 4), trace);
  EXPECT_EXACTLY(on.select(on.select(swapped, 0, 0), 0, 1), on.select(at_once, 0, 1));
}
