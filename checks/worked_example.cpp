#include "checks/worked_example.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace galley {
namespace {

const std::vector<std::string> kTokens = {"PAD", "我", "爱", "学习", "你", "！"};
const std::vector<std::string> kParts = {"a", "b", "step"};

std::string part_of(const std::string& figure) { return figure.substr(0, figure.find('.')); }

std::string token(std::int64_t id) {
  return id >= 0 && id < static_cast<std::int64_t>(kTokens.size()) ? kTokens[static_cast<std::size_t>(id)]
                                                                   : std::to_string(id);
}

/// "位置0 · 我" for each id, or "键0 · 我".
std::vector<std::string> labels(const std::string& word, const Ids& ids, std::int64_t first) {
  std::vector<std::string> all;
  for (const std::int64_t id : ids.values())
    all.push_back(word + std::to_string(first++) + " · " + token(id));
  return all;
}

/// "特征0", "特征1", …
std::vector<std::string> features(std::int64_t count) {
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < count; ++i) all.push_back("特征" + std::to_string(i));
  return all;
}

std::vector<std::string> vocabulary_labels() {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < kTokens.size(); ++i) all.push_back(std::to_string(i) + " · " + kTokens[i]);
  return all;
}

/// Some forty operations stand between the lookup and the last table.
Ulps run_ulps() { return ulps(24, "24 rounding steps gathered along the run"); }

/// Step of the trace, and the heading over its table.
struct Named {
  const char* step;
  const char* heading;
};
const std::vector<Named> kBeforeHeads = {{"X", "查表后的初始表示 X"},
                                         {"norm1", "第一层归一化后的输入"},
                                         {"Q", "Q = LN(X) × Wq"},
                                         {"K", "K = LN(X) × Wk"},
                                         {"V", "V = LN(X) × Wv"}};
const std::vector<Named> kAfterHeads = {{"concat", "拼接两个头的输出"},
                                        {"residual1", "第一次残差：X + Attention输出"},
                                        {"norm2", "前馈前的第二次归一化"},
                                        {"ffn", "门控前馈输出"},
                                        {"residual2", "第二次残差：上一步残差 + 前馈输出"}};
const std::vector<Named> kInStep = {{"X", "新Token“爱”的初始Embedding"},
                                    {"Q", "新位置的Query"},
                                    {"K", "追加的新Key"},
                                    {"V", "追加的新Value"},
                                    {"residual2", "带旧缓存得到的新位置最终状态"}};

}  // namespace

WorkedExample::WorkedExample(const Ops& on, Page& page)
    : on_(on), page_(page), model_(teaching_model(page)) {}

WorkedExample::Run& WorkedExample::run(const std::string& part) {
  const auto known = runs_.find(part);
  if (known != runs_.end()) return known->second;
  Run& fresh = runs_[part];
  if (part == "step") {
    run_step(fresh);
  } else {
    run_sentence(part, fresh);
  }
  return fresh;
}

void WorkedExample::run_sentence(const std::string& part, Run& run) {
  run.ids = page_.figure(part + ".ids").ids();
  const std::int64_t length = run.ids.size();
  const Tensor logits =
      on_.forward(model_, Ids({1, length}, run.ids.values()), on_.causal_mask(length, length), run.trace);

  const std::vector<std::string> rows = labels("位置", run.ids, 0);
  const auto add = [&](const std::string& step, const std::string& heading,
                       std::vector<std::string> columns) {
    const Tensor value = on_.select(run.trace.at(step), 0, 0);
    if (columns.empty()) columns = features(value.length(-1));
    run.tables.push_back({part + "." + step, heading, value, rows, std::move(columns)});
  };
  for (const Named& table : kBeforeHeads) add(table.step, table.heading, {});
  for (std::int64_t h = 0; h < model_.heads; ++h) {
    const std::string head = "head" + std::to_string(h);
    const std::string heading = "头" + std::to_string(h);
    add(head + ".scores", heading + "：配对分数（已加因果掩码）", labels("键", run.ids, 0));
    add(head + ".shares", heading + "：逐行softmax权重", labels("键", run.ids, 0));
    add(head + ".out", heading + "：权重 × Value", {});
  }
  for (const Named& table : kAfterHeads) add(table.step, table.heading, {});

  const Tensor final_rows = on_.select(run.trace.at("final"), 0, 0);
  run.tables.push_back({part + ".final",
                        "最后一个有效位置：最终LayerNorm",
                        on_.slice(final_rows, 0, length - 1, length),
                        {rows.back()},
                        features(final_rows.length(-1))});
  const Tensor scores = on_.unsqueeze(on_.select(on_.select(logits, 0, 0), 0, length - 1), 1);
  const Tensor shares = on_.softmax(on_.exclude(on_.transpose(scores), galley::ids({0})), -1);
  run.tables.push_back({part + ".readout",
                        "从最后位置的4个数，投影为6个词表分数",
                        on_.concat(scores, on_.transpose(shares), 1),
                        vocabulary_labels(),
                        {"过滤前logit", "过滤PAD后概率"}});
}

void WorkedExample::run_step(Run& run) {
  const Ids& prompt = ids("a");
  KvCache cache;
  Trace prefill;
  const Tensor next = on_.next_logits(model_, prompt, cache, prefill);
  run.ids = galley::ids({on_.argmax(on_.exclude(next, galley::ids({0})), 0).item()});
  on_.next_logits(model_, run.ids, cache, run.trace);

  const std::vector<std::string> rows = labels("位置", run.ids, prompt.size());
  const std::vector<std::string> columns = features(model_.embedding.length(1));
  for (const Named& table : kInStep) {
    const std::string name = std::string(table.step) == "residual2" ? "state" : table.step;
    run.tables.push_back(
        {"step." + name, table.heading, on_.select(run.trace.at(table.step), 0, 0), rows, columns});
  }

  std::vector<std::int64_t> all = prompt.values();
  all.push_back(run.ids.item());
  const auto length = static_cast<std::int64_t>(all.size());
  Trace full;
  on_.forward(model_, Ids({1, length}, std::move(all)), on_.causal_mask(length, length), full);
  const Tensor computed_anew = on_.slice(on_.select(full.at("residual2"), 0, 0), 0, length - 1, length);
  run.tables.push_back({"step.compare",
                        "缓存模式与全量重算：最后位置对照",
                        on_.concat(run.tables.back().value, computed_anew, 0),
                        {"只算新Token＋缓存", "整句四个Token重算"},
                        columns});
}

const ExampleTable& WorkedExample::table(const std::string& figure) {
  for (const ExampleTable& t : tables(part_of(figure))) {
    if (t.figure == figure) return t;
  }
  throw Misuse("worked example: no table '" + figure + "'");
}

Tensor WorkedExample::logits(const std::string& part) {
  return on_.select(table(part + ".readout").value, 1, 0);
}

Tensor WorkedExample::shares(const std::string& part) {
  return on_.select(table(part + ".readout").value, 1, 1);
}

std::int64_t WorkedExample::choice(const std::string& part) { return on_.argmax(shares(part), 0).item(); }

std::string WorkedExample::first_departure(const std::string& last_figure) {
  Record quiet;
  quiet.precision = current_record().precision;
  quiet.keep_details = false;
  const RecordScope scope(quiet);
  for (const std::string& part : kParts) {
    for (const ExampleTable& t : tables(part)) {
      if (!printed_as({t.figure.c_str(), "", 0}, t.value, page_.figure(t.figure), run_ulps())) {
        return t.figure + " (" + t.heading + ")";
      }
      if (t.figure == last_figure) return "";
    }
  }
  return "";
}

Finding WorkedExample::as_printed(Place place, const std::string& first, const std::string& last) {
  const std::vector<ExampleTable>& all = tables(part_of(first));
  const auto at = [&](const std::string& figure) {
    return std::find_if(all.begin(), all.end(), [&](const ExampleTable& t) { return t.figure == figure; });
  };
  const auto begin = at(first);
  const auto end = at(last);
  if (begin == all.end() || end == all.end() || end < begin) {
    throw Misuse("worked example: no tables from '" + first + "' to '" + last + "'");
  }
  std::vector<std::string> departed;
  std::string detail;
  for (auto t = begin; t <= end; ++t) {
    page_.show_in_run(ids(part_of(first)).values(), t->heading, t->value, t->rows, t->columns);
    const Finding result = printed_as({t->figure.c_str(), place.file, place.line}, t->value,
                                      page_.figure(t->figure), run_ulps());
    if (result) continue;
    if (departed.empty()) detail = result.message;
    departed.push_back(t->figure);
  }
  if (departed.empty()) return {};
  const std::string cause = first_departure(departed.front());
  std::string message = detail + "; the first table to depart is " + cause;
  std::string after;
  for (const std::string& figure : departed) {
    if (!cause.starts_with(figure + " ")) after += (after.empty() ? "" : ", ") + figure;
  }
  if (!after.empty()) message += "; its consequence: " + after;
  return {false, message};
}

std::vector<std::string> WorkedExample::cells_near_a_border(double units) {
  std::vector<std::string> cells;
  for (const std::string& part : kParts) {
    for (const ExampleTable& t : tables(part)) {
      const std::vector<double> values = t.value.values();
      for (std::size_t e = 0; e < values.size(); ++e) {
        const double sixth = std::abs(values[e]) * 1e6;
        if (!(std::abs(sixth - std::floor(sixth) - 0.5) < units)) continue;
        cells.push_back(fmt::format("{}[{}] {:.9f}", t.figure, e, values[e]));
      }
    }
  }
  return cells;
}

void show_parameter(Page& page, const std::string& figure, const std::string& heading) {
  const Tensor values = page.figure(figure);
  std::vector<std::string> rows;
  for (std::int64_t i = 0; i < values.length(0); ++i) rows.push_back("位置" + std::to_string(i));
  page.show_in_run({}, heading, values, figure == "E" ? vocabulary_labels() : rows,
                   features(values.length(1)));
}

}  // namespace galley
