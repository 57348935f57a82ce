#include "checks/lesson.h"

LESSON(N00, "公式与术语：先认识对象，再理解运算",
       "Formulas and terms: know the objects, then the operations");

namespace {

/// Neither table is symmetric, and W is square: the wrong ways run too.
Tensor twin_x() { return table({{2, -1, 3}, {0, 4, 1}}); }
Tensor twin_w() { return table({{1, 2, 0}, {-3, 1, 4}, {2, 0, 5}}); }
Mask read_all(std::int64_t n) { return Mask::full({n, n}, 1); }
/// One layer of one head on rows of four numbers.
Model one_layer(Page& page) {
  Model model{page.random({5, 4}), {}, page.random({4}), page.random({4}), page.random({4, 5}), 1, 1e-5};
  model.layers.push_back({page.random({4}), page.random({4}), page.random({4, 4}), page.random({4, 4}),
                          page.random({4, 4}), page.random({4, 4}), page.random({4}), page.random({4}),
                          page.random({4, 3}), page.random({4, 3}), page.random({3, 4})});
  return model;
}
/// The text of the oldest message held, "" where there is none.
std::string first_text(const std::vector<Message>& held) { return held.empty() ? "" : held.front().text; }
Bound far() { return within(0.01, "far above rounding"); }

}  // namespace

SECTION("阅读数学式之前，先分清五类对象", "Five kinds of objects behind the letters");

/// Both are called weights: one is kept in a file, the other is worked out anew for every input.
CLAIM(N00, SharesChangeAndParametersStay, "换一个输入，注意力份额跟着变，参数矩阵不变",
      "with another input the attention shares change and the parameters stay") {
  const Tensor w = twin_w();
  const Tensor first = on.project(twin_x(), w);
  const Tensor second = on.project(table({{1, 1, 0}, {0, 2, -1}}), w);
  const Tensor shares = on.attention_shares(first, first, read_all(2));
  const Tensor others = on.attention_shares(second, second, read_all(2));
  EXPECT_CLOSE(others, second::attention_shares(second, second, read_all(2)),
               ulps(32, "three products, one softmax"));
  EXPECT_DIFFERS(shares, others, far());
  EXPECT_EXACTLY(w, twin_w());
  page.show("shares of the first input", shares);
  page.show("shares of the second input", others);
}

/// A tool's parameters are fields of a request. Whatever they say, no weight of the model moves.
CLAIM(N00, ARequestsFieldsAreNoWeights, "工具请求的参数改来改去，模型参数一位也不动",
      "the fields of a tool request change; not one bit of the model's parameters does") {
  const Tensor w = twin_w();
  const Tensor before = on.project(twin_x(), w);
  const ToolRequest first = on.parse_request("read_file notes.txt");
  const ToolRequest second = on.parse_request("read_file other.txt");
  EXPECT_EXACTLY(first.path, std::string("notes.txt"));
  EXPECT_EXACTLY(second.path, std::string("other.txt"));
  EXPECT_EXACTLY(on.project(twin_x(), w), before);
  EXPECT_EXACTLY(on.fingerprint({w}), on.fingerprint({twin_w()}));
  EXPECT_EXACTLY(on.fingerprint({w}).size(), 16);
}

SECTION("先用一句中文读完XW，再看矩阵尺寸", "Read XW as a sentence, then look at the sizes");

/// The outer lengths stay, the inner one is used up.
CLAIM(N00, SizesOfAProduct, "[2,3]乘[3,2]得[2,2]", "[2,3] times [3,2] gives [2,2]") {
  const Tensor x = page.random(page.figure("X_shape").as_shape());
  const Tensor w = page.random(page.figure("W_shape").as_shape());
  const Tensor y = on.matmul(x, w);
  EXPECT_PRINTED(y.shape(), page.figure("Y_shape"));
  EXPECT_CLOSE(y, second::matmul(x, w), ulps(8, "three products"));
}

/// Every place of the result is spelled out: three products, row i of X against column j of W.
CLAIM(N00, EachPlaceIsThreeProducts, "结果的每一格都是三项乘积之和",
      "each place of the result is the sum of three products") {
  const Tensor x = page.random(page.figure("X_shape").as_shape());
  const Tensor w = page.random(page.figure("W_shape").as_shape());
  const std::vector<std::int64_t> columns = page.figure("X_columns").ids().values();
  const std::vector<std::int64_t> rows = page.figure("W_rows").ids().values();
  Tensor spelled_out = Tensor::full({2, 2}, 0);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Tensor column_of_x = on.unsqueeze(on.select(x, 1, columns[k]), 1);
    const Tensor row_of_w = on.unsqueeze(on.select(w, 0, rows[k]), 0);
    spelled_out = on.add(spelled_out, on.multiply(column_of_x, row_of_w));
  }
  EXPECT_CLOSE(spelled_out, second::matmul(x, w), ulps(8, "three products"));
  EXPECT_CLOSE(on.matmul(x, w), spelled_out, ulps(8, "three products"));
}

/// With the sizes of the guide a wrong pairing cannot even run. Where W is square it runs, and is wrong.
CLAIM(N00, OnASquareTableWrongPairingRuns, "W是方阵时，配错行列也算得出数，只是数不对",
      "where W is square a wrong pairing runs too, and gives other numbers") {
  const Tensor y = on.matmul(twin_x(), twin_w());
  EXPECT_EXACTLY(y, table({{11, 3, 11}, {-10, 4, 21}}));
  EXPECT_REFUSED(on.matmul(page.random({2, 3}), page.random({2, 3})), "[2,3]");
  page.show("Y", y);
}

/// Another layout of the same parameters: stored as out × in, and turned when it is used.
CLAIM(N00, TransposedStorageGivesTheSame, "权重按[输出,输入]存放，用时转置，结果相同",
      "weights stored as [out, in] and transposed in use give the same result") {
  const Tensor stored = table({{1, -3, 2}, {2, 1, 0}, {0, 4, 5}});
  EXPECT_EXACTLY(on.matmul(twin_x(), on.transpose(stored)), table({{11, 3, 11}, {-10, 4, 21}}));
  EXPECT_EXACTLY(on.contiguous(on.transpose(on.transpose(stored))), stored);
}

SECTION("大小写、下标、上标怎样读", "How to read case, subscript and superscript");

/// Number 0 in one convention and number 1 in the other are the same first row.
CLAIM(N00, TwoWaysToCountOneRow, "从0数的第0行和从1数的第1行是同一行",
      "row 0 counted from 0 and row 1 counted from 1 are one row") {
  const std::int64_t from_zero = page.figure("first_index").integer();
  const std::int64_t from_one = page.figure("other_first_index").integer();
  EXPECT_EXACTLY(on.select(twin_x(), 0, from_zero), row({2, -1, 3}));
  EXPECT_EXACTLY(on.select(twin_x(), 0, 2 - from_one), row({0, 4, 1}));
  EXPECT_EXACTLY(on.select(twin_x(), 0, 1 - from_one), on.select(twin_x(), 0, from_zero));
}

SECTION("不能把重复出现的字母永久固定成一个意思", "No letter means one thing for ever");

/// A letter names a result where it stands. A second formula with the same letter leaves the first one's
/// numbers alone.
CLAIM(N00, TwoFormulasWithOneLetter, "两条公式都写U，后一条不改前一条的数",
      "two formulas that both write U: the second changes nothing of the first") {
  const Tensor u = on.project(twin_x(), twin_w());
  {
    const Tensor u_of_another_formula = on.project(on.add(twin_x(), scalar(1)), twin_w());
    EXPECT_EXACTLY(u_of_another_formula, table({{11, 6, 20}, {-10, 7, 30}}));
  }
  EXPECT_EXACTLY(u, table({{11, 3, 11}, {-10, 4, 21}}));
}

SECTION("函数名不是另一个神秘数据表", "The name of a function is no hidden table");

/// Norm first, then Attention, then the original X is added.
CLAIM(N00, TheResidualAddsTheOriginal, "先规范化，再Attention，最后加上原来的X",
      "Norm first, then Attention, and at the end the original X is added") {
  const Model model = one_layer(page);
  const Tensor x = page.random({1, 3, 4});
  LayerCache cache, second_cache;
  Trace trace, second_trace;
  const Tensor u = on.attention_block(x, model.layers[0], model, second::causal_mask(3, 3), cache, trace);
  EXPECT_CLOSE(
      u,
      second::attention_block(x, model.layers[0], model, second::causal_mask(3, 3), second_cache,
                              second_trace),
      within(1e-12, "a norm, products, a softmax").in_f32(2e-4, "sums near 10, an exponential between"));
}

/// softmax(S) is an operation with an axis. Another axis, other shares.
CLAIM(N00, SoftmaxNamesAnAxis, "softmax是沿某一轴的运算：换一轴，份额就不同",
      "softmax is an operation along an axis: along another one the shares differ") {
  const Tensor s = table({{1, 2}, {3, -1}});
  const Tensor by_row = on.softmax(s, 1);
  EXPECT_CLOSE(on.sum(by_row, 1), table({{1}, {1}}), ulps(4, "one division and one sum"));
  EXPECT_CLOSE(by_row, second::softmax(s, 1), ulps(8, "one exponential, one division"));
  EXPECT_DIFFERS(by_row, on.softmax(s, 0), far());
  EXPECT_CLOSE(on.project(by_row, table({{1, 2}, {-3, 4}})),
               second::matmul(second::softmax(s, 1), table({{1, 2}, {-3, 4}})),
               ulps(32, "one softmax, two products"));
}

SECTION("程序里的数据、请求与状态也需要身份", "Data, requests and state of a program have identities too");

/// Three layers of memory: what the model has computed, what this conversation holds, what is stored outside.
CLAIM(N00, ThreeMemoriesAreThree, "KV缓存、会话、长期存储各是各的：清一样，另外两样还在",
      "the KV cache, the session and the long-term store are three: clearing one leaves the others") {
  const Model model = one_layer(page);
  const TemporaryFolder folder;
  KvCache cache;
  Trace trace;
  SessionStore sessions{4, {}};
  KvCache second_cache;
  EXPECT_CLOSE(on.next_logits(model, ids({1, 2, 3}), cache, trace),
               second::next_logits(model, ids({1, 2, 3}), second_cache, trace),
               within(1e-11, "one layer of a few products each")
                   .in_f32(2e-3, "the same in float32, numbers up to 100"));
  on.remember(sessions, 7, {"user", "my name is Ada"});
  on.write_file(folder.file("long-term.txt"), "Ada likes tea");

  EXPECT_EXACTLY(first_text(on.recall(sessions, 7)), std::string("my name is Ada"));
  sessions.sessions.clear();
  EXPECT_EXACTLY(on.recall(sessions, 7).size(), 0);
  EXPECT_EXACTLY(on.cached_positions(cache), 3);
  EXPECT_EXACTLY(on.read_file(folder.file("long-term.txt")), std::string("Ada likes tea"));
  on.remember(sessions, 7, {"user", "my name is Bo"});
  cache.clear();
  EXPECT_EXACTLY(on.cached_positions(cache), 0);
  EXPECT_EXACTLY(first_text(on.recall(sessions, 7)), std::string("my name is Bo"));
}

NOTE("先用一句中文读完XW，再看矩阵尺寸",
     "[2,3]乘[3,2]这组尺寸下，配错行列根本乘不出来，所以这个例子看不出错法；方阵才看得出。",
     "with the sizes [2,3] and [3,2] a wrong pairing cannot be multiplied at all, so that the example cannot "
     "show it; a square W can.",
     OnASquareTableWrongPairingRuns);
