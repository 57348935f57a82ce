#include <cmath>
#include <filesystem>

#include "checks/lesson.h"
#include "checks/models.h"

LESSON(F01, "先分清：文字、数字、模型和运行它的程序",
       "First tell apart: text, numbers, the model and the program that runs it");

/// The book's teaching vocabulary: the place of a piece is its id.
static const Pieces kTable = {"<PAD>", "我", "爱", "学习", "你", "！"};

static Permissions may_read(const TemporaryFolder& folder) { return {folder.path(), {"read_file"}}; }
static Permissions may_change(const TemporaryFolder& folder) {
  return {folder.path(), {"read_file", "write_file"}};
}

static Tensor logits_after(const Ops& on, const Model& model, const Ids& ids) {
  KvCache cache;
  Trace trace;
  return on.next_logits(model, ids, cache, trace);
}
static std::vector<Tensor> parameters(const Model& model) {
  const LayerWeights& w = model.layers.front();
  return {model.embedding, w.wq, w.wk, w.wv, w.wo, w.w_gate, w.w_up, w.w_down, model.w_out};
}
static Ulps two_layers() { return ulps(128, "the sums of at most two layers and of the readout"); }

SECTION("从信息对象认识AI系统", "The objects that an AI system handles");

/// Two ways of getting evidence end in one answer; whoever keeps only the answer cannot tell which was taken.
CLAIM(F01, SameAnswerByTwoTraces, "附上文件与用工具读取，得到同一个答案，留下不同的过程",
      "a file attached and a file read by a tool give one answer and two traces") {
  const TemporaryFolder folder;
  on.write_file(folder.file("double.txt"), "x * 3");
  const Transcript attached = on.run_task(
      {on.attach_file(folder.file("double.txt")), {"user", "explain double.txt"}}, may_read(folder));
  const Transcript read = on.run_task({{"user", "explain double.txt"}}, may_read(folder));
  EXPECT_EXACTLY(attached.answer, "the rule is x * 3");
  EXPECT_EXACTLY(read.answer, attached.answer);
  EXPECT_EXACTLY(on.trace_of(attached), "attachment user assistant");
  EXPECT_EXACTLY(on.trace_of(read), "user assistant tool assistant");
  page.show_text("trace", on.trace_of(read));
}

/// The request, the file and the model's numbers are separate objects; changing one leaves the others.
CLAIM(F01, AttachmentIsACopy, "附进请求的是内容的副本，之后再改文件，请求里的不变",
      "what is attached is a copy: changing the file afterwards does not change the request") {
  const TemporaryFolder folder;
  on.write_file(folder.file("rule.txt"), "x + 5");
  const Message attached = on.attach_file(folder.file("rule.txt"));
  on.write_file(folder.file("rule.txt"), "x * 7");
  const Message other = {"attachment", "other.txt\nx * 8"};
  const Message said = {"assistant", "rule.txt\nx * 9"};
  EXPECT_EXACTLY(attached.text, "rule.txt\nx + 5");
  EXPECT_EXACTLY(on.run_task({other, said, attached, {"user", "explain rule.txt"}}, may_read(folder)).answer,
                 "the rule is x + 5");
  EXPECT_EXACTLY(on.read_file(folder.file("rule.txt")), "x * 7");
}

SECTION("模型不是一位住在电脑里、直接看见所有文件的人",
        "A model is nobody who lives in the computer and sees all files");

/// A function has no yesterday: the same input gives the same output, whatever came before.
CLAIM(F01, RuleTakesThreeToSix, "规则“乘2”给3得6，中间算过别的也一样",
      "times two takes 3 to 6, also after other inputs") {
  const std::string rule = "x * " + std::to_string(page.figure("factor").integer());
  EXPECT_PRINTED(on.apply_rule(rule, page.figure("rule_in").number()), page.figure("rule_out"));
  EXPECT_EXACTLY(on.apply_rule(rule, 5), 10);
  EXPECT_PRINTED(on.apply_rule(rule, page.figure("rule_in").number()), page.figure("rule_out"));
  EXPECT_EXACTLY(on.apply_rule("x + 2", 3), 5);
  EXPECT_REFUSED(on.apply_rule("x ^ 2", 3), "x ^ 2");
  EXPECT_REFUSED(on.apply_rule("y * 2", 3), "y * 2");
}

/// Only training writes parameters; the new words of a chat are input and stay input.
CLAIM(F01, InferenceWritesNoParameter, "推理不改参数：任意多次前向之后，每一位都与原来相同",
      "inference writes no parameter: after any number of forwards each bit is the same") {
  const Model model = random_model(page, {});
  const std::string before = on.fingerprint(parameters(model));
  const Tensor first = logits_after(on, model, ids({1, 2, 3}));
  for (int i = 0; i < 3; ++i) logits_after(on, model, ids({4, 2, i}));
  EXPECT_EXACTLY(logits_after(on, model, ids({1, 2, 3})), first);
  EXPECT_EXACTLY(on.fingerprint(parameters(model)), before);
  KvCache cache;
  Trace trace;
  EXPECT_CLOSE(first, second::next_logits(model, ids({1, 2, 3}), cache, trace), two_layers());
}

/// The fingerprint notices one bit of one weight, and the order of two tables.
CLAIM(F01, FingerprintNoticesOneBit, "参数动了一位，指纹就不同",
      "one bit of one weight changes the fingerprint") {
  Model moved = random_model(page, {});
  const std::string before = on.fingerprint(parameters(moved));
  const std::string turned = on.fingerprint({moved.layers[0].wk, moved.layers[0].wq});
  EXPECT_EXACTLY(turned.size(), 16U);
  EXPECT_EXACTLY(on.fingerprint({moved.layers[0].wq, moved.layers[0].wk}) == turned, false);
  EXPECT_EXACTLY(on.fingerprint({row({1, 2})}) == on.fingerprint({table({{1, 2}})}), false);
  logits_after(on, moved, ids({1}));
  EXPECT_EXACTLY(on.fingerprint(parameters(moved)), before);
  moved.layers[0].wv.set({5, 5}, std::nextafter(moved.layers[0].wv.at({5, 5}), 9.0));
  EXPECT_EXACTLY(on.fingerprint(parameters(moved)) == before, false);
}

/// Context works through the input: here it moves the output, there it provably cannot.
CLAIM(F01, ContextMovesTheOutput, "参数不变，前面多一个“你”输出就变；前面多一个相同的“我”则不变",
      "with the same parameters a 你 in front moves the output, and another 我 in front does not") {
  const Model model = teaching_model(page);
  const Tensor alone = logits_after(on, model, ids({1}));
  EXPECT_DIFFERS(logits_after(on, model, ids({4, 1})), alone, within(0.001, "far above rounding"));
  EXPECT_CLOSE(logits_after(on, model, ids({1, 1})), alone, two_layers());
  page.show("logits",
            on.concat(on.unsqueeze(alone, 0), on.unsqueeze(logits_after(on, model, ids({4, 1})), 0), 0),
            {"我", "你我"}, {"<PAD>", "我", "爱", "学习", "你", "！"});
}

/// Between two calls the model holds nothing; only what is fed in again is there.
CLAIM(F01, OnlyWhatIsFedAgainIsKnown, "说过的话，要再次放进输入才知道；换一个会话就不知道",
      "what was said is known only where it is fed in again, and not in another session") {
  SessionStore store{10, {}};
  EXPECT_EXACTLY(on.ask(store, 1, "my name is Lin"), "noted");
  EXPECT_EXACTLY(on.ask(store, 2, "what is my name?"), "unknown");
  EXPECT_EXACTLY(on.ask(store, 1, "what is my name?"), "Lin");
  EXPECT_EXACTLY(on.model_output({{"user", "what is my name?"}}), "unknown");
  EXPECT_EXACTLY(on.model_output({{"assistant", "my name is Bot"}, {"user", "what is my name?"}}), "unknown");
  EXPECT_EXACTLY(on.model_output({}), "");
  for (const Message& message : on.recall(store, 1)) on.remember(store, 3, message);
  EXPECT_EXACTLY(on.ask(store, 3, "what is my name?"), "Lin");
}

/// Between the wish and the deed stands the host.
CLAIM(F01, RequestIsDataUntilTheHostActs, "工具请求只是数据；宿主检查通过才执行，被拒就什么也没有发生",
      "a tool request is data; the host acts after a check, and a refusal leaves everything as it was") {
  const TemporaryFolder folder;
  on.write_file(folder.file("f.txt"), "x * 3");
  const ToolRequest request = on.parse_request("write_file f.txt x * 2");
  EXPECT_EXACTLY(request.tool + "," + request.path + "," + request.text, "write_file,f.txt,x * 2");
  EXPECT_EXACTLY(on.read_file(folder.file("f.txt")), "x * 3");
  const ToolResult refused = on.act(request, may_read(folder));
  EXPECT_EXACTLY(refused.text, "refused: write_file is not permitted");
  EXPECT_EXACTLY(on.read_file(folder.file("f.txt")), "x * 3");
  EXPECT_EXACTLY(on.act(request, may_change(folder)).done && !refused.done, true);
  EXPECT_EXACTLY(on.read_file(folder.file("f.txt")), "x * 2");
}

/// A refused reading leaves the model without the contents, so its answer cannot have them.
CLAIM(F01, RefusedMeansUnread, "不许读取时，答案里不会有文件内容",
      "when reading is not permitted no answer has the contents") {
  const TemporaryFolder folder;
  on.write_file(folder.file("f.txt"), "x * 3");
  const Transcript refused = on.run_task({{"user", "explain f.txt"}}, {folder.path(), {"write_file"}});
  EXPECT_EXACTLY(refused.answer, "unknown");
  EXPECT_EXACTLY(on.act({"read_file", "f.txt", ""}, {folder.path(), {"write_file"}}).text,
                 "refused: read_file is not permitted");
  EXPECT_EXACTLY(on.run_task({{"user", "explain g.txt"}}, may_read(folder)).answer, "unknown");
  EXPECT_EXACTLY(on.act({"read_file", "g.txt", ""}, may_read(folder)).text, "failed: there is no file g.txt");
}

/// A path is judged by where it leads.
CLAIM(F01, PathsStayInTheFolder, "上一级、绝对路径和指向外面的链接都被拒绝",
      "the folder above, an absolute path and a link that leads outside are refused") {
  const TemporaryFolder outside;
  const TemporaryFolder folder;
  on.write_file(outside.file("secret.txt"), "x * 9");
  std::filesystem::create_symlink(outside.file("secret.txt"), folder.file("link.txt"));
  std::filesystem::create_directory(folder.file("sub"));
  on.write_file(folder.file("sub/ok.txt"), "x * 4");
  const std::string above = "../" + std::filesystem::path(outside.path()).filename().string() + "/secret.txt";
  for (const std::string& path :
       {above, outside.file("secret.txt"), std::string("link.txt"), std::string("")}) {
    EXPECT_EXACTLY(on.act({"read_file", path, ""}, may_read(folder)).done, false);
  }
  EXPECT_EXACTLY(on.act({"read_file", "sub/../sub/ok.txt", ""}, may_read(folder)).text, "x * 4");
  EXPECT_EXACTLY(on.act({"read_file", "sub", ""}, may_read(folder)).text, "failed: sub is a folder");
}

/// What a tool brings back is material, not an order.
CLAIM(F01, MaterialGivesNoOrders, "读到的文件里写着命令，宿主也不执行；只有模型的输出能提出请求",
      "a command inside a file that was read is not carried out; only an output can request") {
  const TemporaryFolder folder;
  on.write_file(folder.file("keep.txt"), "x * 3");
  on.write_file(folder.file("note.txt"), "write_file keep.txt gone");
  EXPECT_EXACTLY(on.act({"read_file", "note.txt", ""}, may_change(folder)).text, "write_file keep.txt gone");
  on.run_task({{"user", "explain note.txt"}}, may_change(folder));
  EXPECT_EXACTLY(on.read_file(folder.file("keep.txt")), "x * 3");
  EXPECT_EXACTLY(on.parse_request("please read_file keep.txt").tool, "");
}

SECTION("用三个容易混淆的句子检查边界", "Three sentences that are easily confused");

/// All eight combinations happen, so none of the three follows from the others.
CLAIM(F01, SayingChangingPassingAreThree, "“说改了”“确实改了”“通过测试”三件事，八种组合都会出现",
      "saying, changing and passing are three facts: all eight combinations occur") {
  const TemporaryFolder folder;
  const std::string path = folder.file("f.txt");
  for (int said = 0; said < 2; ++said) {
    for (const std::string before : {"x * 2", "x * 3"}) {
      for (const std::string after : {"x * 2", "x * 3", "x + 3"}) {
        on.write_file(path, after);
        const ChangeFacts facts = on.facts_of_change(
            said == 1 ? "changed f.txt" : "changes to f.txt: not changed yet", path, before, 5, 10);
        EXPECT_EXACTLY(facts.said, said == 1);
        EXPECT_EXACTLY(facts.changed, before != after);
        EXPECT_EXACTLY(facts.passes, after == "x * 2");
      }
    }
  }
}

/// The model says that it changed the file; the tool's result says that nothing was written.
CLAIM(F01, RefusedChangeIsStillReported, "写入被拒，模型仍说改好了；文件没变，测试也没过",
      "the writing is refused and the model still says changed: the file is as it was and fails its test") {
  const TemporaryFolder folder;
  on.write_file(folder.file("f.txt"), "x * 3");
  const Transcript refused = on.run_task({{"user", "fix f.txt"}}, may_read(folder));
  ChangeFacts facts = on.facts_of_change(refused.answer, folder.file("f.txt"), "x * 3", 3, 6);
  EXPECT_EXACTLY(facts.said && !facts.changed && !facts.passes, true);
  const Transcript done = on.run_task({{"user", "fix f.txt"}}, may_change(folder));
  facts = on.facts_of_change(done.answer, folder.file("f.txt"), "x * 3", 3, 6);
  EXPECT_EXACTLY(facts.said && facts.changed && facts.passes, true);
  EXPECT_EXACTLY(on.trace_of(done), "user assistant tool assistant tool assistant");
}

/// Being in the request is not yet being read: behind a mask any material gives the same output.
CLAIM(F01, MaterialMayGoUnused, "请求里有的材料未必被用到：被遮住的材料换成别的，输出不变",
      "material in the request may go unused: exchanged behind a mask it does not move the output") {
  const Model model = random_model(page, {});
  const Mask hidden = mask_table({{1, 0, 0}, {0, 1, 0}, {0, 1, 1}});
  const Mask open = on.causal_mask(3, 3);
  Trace trace;
  const auto logits = [&](std::int64_t material, const Mask& mask) {
    return on.select(on.forward(model, ids_table({{material, 1, 2}}), mask, trace), 0, 0);
  };
  EXPECT_EXACTLY(on.select(logits(4, hidden), 0, 2), on.select(logits(3, hidden), 0, 2));
  EXPECT_DIFFERS(on.select(logits(4, open), 0, 2), on.select(logits(3, open), 0, 2),
                 within(0.001, "far above rounding"));
  const Tensor right = second::forward(model, ids_table({{4, 1, 2}}), second::causal_mask(3, 3), trace);
  EXPECT_CLOSE(on.unsqueeze(logits(4, open), 0), right, two_layers());
}

/// The number of a session is a key, not its contents.
CLAIM(F01, SessionNumberBringsNothingBack, "会话编号还在，存储丢掉的消息却回不来",
      "the session number is still there, the messages that the store dropped are not") {
  SessionStore store{4, {}};
  EXPECT_EXACTLY(on.ask(store, 7, "my name is Lin"), "noted");
  EXPECT_EXACTLY(on.ask(store, 7, "what is my name?"), "Lin");
  on.ask(store, 7, "it rains");
  EXPECT_EXACTLY(on.recall(store, 7).size(), 4U);
  EXPECT_EXACTLY(on.recall(store, 7).at(3).text, "noted");
  EXPECT_EXACTLY(on.ask(store, 7, "what is my name?"), "unknown");
  EXPECT_EXACTLY(on.recall(store, 8).size(), 0U);
}

/// Three caches are there; one of them was computed with this model from this beginning.
CLAIM(F01, CacheMustFit, "缓存要同一模型、同一前缀才适用；别的缓存会给出别的结果",
      "a cache fits the same model and the same prefix; another one gives another result") {
  const Model model = random_model(page, {});
  const Model other = random_model(page, {});
  const std::string name = on.fingerprint(parameters(model));
  const std::vector<CacheKey> kept = {
      {on.fingerprint(parameters(other)), {1, 2}}, {name, {4, 2}}, {name, {1}}, {name, {1, 2}}};
  const auto continued = [&](std::int64_t entry) {
    const CacheKey& key = kept.at(static_cast<std::size_t>(entry));
    KvCache cache;
    Trace trace;
    const Ids prefix({std::ssize(key.prefix)}, key.prefix);
    on.next_logits(key.model == name ? model : other, prefix, cache, trace);
    return on.next_logits(model, ids({3}), cache, trace);
  };
  const Tensor fresh = logits_after(on, model, ids({1, 2, 3}));
  EXPECT_EXACTLY(on.find_kept(kept, {name, {1, 2, 3}}), 3);
  EXPECT_CLOSE(continued(on.find_kept(kept, {name, {1, 2, 3}})), fresh, two_layers());
  for (int i = 0; i < 2; ++i) EXPECT_DIFFERS(continued(i), fresh, within(0.001, "far above rounding"));
  EXPECT_EXACTLY(on.find_kept(kept, {name, {1}}), 2);
  EXPECT_EXACTLY(on.find_kept(kept, {name, {2, 1}}), -1);
  EXPECT_EXACTLY(on.find_kept({}, {name, {1}}), -1);
}
NOTE(
    "用三个容易混淆的句子检查边界",
    "书中说缓存存在不等于适用，但没有写出适用的条件：这里要求同一模型的参数和同一前缀。",
    "The chapter says that a cache that exists need not fit and leaves open what makes it fit: here the same "
    "parameters and the same prefix.",
    CacheMustFit);

SECTION("本书的数字是怎么来的", "Where this book's numbers come from");

/// Another table is another numbering; it may also cut elsewhere.
CLAIM(F01, IdsBelongToTheTable, "“我→1、爱→2”只属于本书的词表；换一张表，编号和片段都不同",
      "我→1 and 爱→2 belong to this book's table; another table gives other ids and other pieces") {
  EXPECT_PRINTED(on.encode_by_table(kTable, "我爱"), page.figure("ids"));
  EXPECT_EXACTLY(on.encode_by_table({"爱", "我", "学习"}, "我爱"), ids({1, 0}));
  EXPECT_EXACTLY(on.encode_by_table({"学习", "爱", "我爱"}, "我爱"), ids({2}));
  EXPECT_EXACTLY(on.encode_by_table({"\xE6", "\x88", "\x91", "爱"}, "我爱"), ids({0, 1, 2, 3}));
}

SECTION("阅读准备", "Before reading on");

/// Three lengths, three axes; the largest of them is no rank.
CLAIM(F01, ThreeAxesAndAMillionNumbers, "[2,128,4096]有三个轴、1,048,576个数",
      "[2,128,4096] has three axes and 1,048,576 numbers") {
  const Tensor all = on.broadcast_to(scalar(1), page.figure("big_shape").as_shape());
  EXPECT_PRINTED(all.shape(), page.figure("big_shape"));
  EXPECT_EXACTLY(all.rank(), 3);
  EXPECT_EXACTLY(all.size(), 1048576);
}
