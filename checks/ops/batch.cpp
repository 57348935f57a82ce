#include "checks/ops/batch.h"

#include <numeric>

#include "checks/ops/elements.h"

namespace galley {
namespace {

std::string number(std::int64_t n) { return std::to_string(n); }

/// A row of `length` places for each sentence, its ids from `first(n)` on and PAD elsewhere.
template <class First>
Ids padded(const char* word, const Sentences& sentences, std::int64_t length, std::int64_t pad_id,
           First first) {
  Ids rows = Ids::full({std::ssize(sentences), length}, pad_id);
  for (std::int64_t b = 0; b < std::ssize(sentences); ++b) {
    const std::vector<std::int64_t>& ids = sentences[static_cast<std::size_t>(b)];
    if (std::ssize(ids) > length) {
      throw Misuse(std::string(word) + ": sentence " + number(b) + " has " + number(std::ssize(ids)) +
                   " ids, more than T = " + number(length));
    }
    std::int64_t column = first(std::ssize(ids));
    for (const std::int64_t id : ids) rows.set({b, column++}, id);
  }
  return rows;
}

/// A row of `length` marks for each sentence, true from `first(n)` on for its n tokens.
template <class First>
Mask valid_from(const char* word, const Ids& lengths, std::int64_t length, First first) {
  Mask valid = Mask::full({lengths.size(), length}, 0);
  for (std::int64_t b = 0; b < lengths.size(); ++b) {
    const std::int64_t n = lengths.at({b});
    if (n < 0 || n > length) {
      throw Misuse(std::string(word) + ": length " + number(n) + " of sentence " + number(b) +
                   " is outside [0, " + number(length) + "]");
    }
    for (std::int64_t t = first(n); t < first(n) + n; ++t) valid.set({b, t}, 1);
  }
  return valid;
}

/// f(row's marks, number of the row) for each row of (…, T): → (…).
template <class F>
Ids each_row(const char* word, const Mask& valid, F f) {
  if (valid.rank() < 1) throw Misuse(std::string(word) + ": needs marks (…, T), given a single one");
  const auto width = static_cast<std::size_t>(valid.length(-1));
  const std::vector<std::uint8_t> marks = valid.values();
  Shape shape = valid.shape();
  shape.pop_back();
  std::vector<std::int64_t> results;
  for (std::int64_t r = 0; r < element_count(shape); ++r) {
    const auto first = marks.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(r) * width);
    results.push_back(f(std::vector<std::uint8_t>(first, first + static_cast<std::ptrdiff_t>(width)), r));
  }
  return Ids(shape, std::move(results));
}

void need_vector(const char* word, const Ids& a) {
  if (a.rank() != 1) throw Misuse(std::string(word) + ": needs (n), given " + to_text(a.shape()));
}

}  // namespace

Ids BatchOps::lengths_of(const Sentences& sentences) const {
  std::vector<std::int64_t> lengths;
  for (const std::vector<std::int64_t>& ids : sentences) lengths.push_back(std::ssize(ids));
  return Ids({std::ssize(sentences)}, std::move(lengths));
}

std::int64_t BatchOps::common_length(const Ids& lengths) const {
  if (lengths.size() == 0) throw Misuse("common_length: the batch is empty");
  const std::vector<std::int64_t> values = lengths.values();
  return *std::max_element(values.begin(), values.end());
}

Ids BatchOps::pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const {
  return padded("pad_right", sentences, length, pad_id, [](std::int64_t) { return std::int64_t{0}; });
}

Ids BatchOps::pad_left(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const {
  return padded("pad_left", sentences, length, pad_id, [&](std::int64_t n) { return length - n; });
}

Sentences BatchOps::truncate(const Sentences& sentences, std::int64_t length) const {
  if (length < 0) throw Misuse("truncate: negative length " + number(length));
  Sentences shorter = sentences;
  for (std::vector<std::int64_t>& ids : shorter) {
    if (std::ssize(ids) > length) ids.resize(static_cast<std::size_t>(length));
  }
  return shorter;
}

Mask BatchOps::valid_right(const Ids& lengths, std::int64_t length) const {
  return valid_from("valid_right", lengths, length, [](std::int64_t) { return std::int64_t{0}; });
}

Mask BatchOps::valid_left(const Ids& lengths, std::int64_t length) const {
  return valid_from("valid_left", lengths, length, [&](std::int64_t n) { return length - n; });
}

Mask BatchOps::valid_by_pad_id(const Ids& ids, std::int64_t pad_id) const {
  std::vector<std::uint8_t> marks;
  for (const std::int64_t id : ids.values()) marks.push_back(id != pad_id);
  return Mask(ids.shape(), std::move(marks));
}

Ids BatchOps::count_valid(const Mask& valid) const {
  return each_row("count_valid", valid, [](const std::vector<std::uint8_t>& marks, std::int64_t) {
    return static_cast<std::int64_t>(
        std::count_if(marks.begin(), marks.end(), [](std::uint8_t m) { return m != 0; }));
  });
}

Ids BatchOps::last_valid(const Mask& valid) const {
  return each_row("last_valid", valid, [](const std::vector<std::uint8_t>& marks, std::int64_t row) {
    std::int64_t last = std::ssize(marks) - 1;
    while (last >= 0 && marks[static_cast<std::size_t>(last)] == 0) --last;
    if (last < 0) throw Misuse("last_valid: row " + number(row) + " has no real token");
    return last;
  });
}

Ids BatchOps::last_ids(const Ids& ids, const Mask& valid) const {
  if (ids.rank() != 2 || ids.shape() != valid.shape()) {
    throw Misuse("last_ids: needs ids and marks (B, T), given " + to_text(ids.shape()) + " and " +
                 to_text(valid.shape()));
  }
  Ids found = last_valid(valid);
  for (std::int64_t b = 0; b < ids.length(0); ++b) found.set({b}, ids.at({b, found.at({b})}));
  return found;
}

Ids BatchOps::valid_tokens(const Ids& ids, const Mask& valid) const {
  if (ids.shape() != valid.shape()) {
    throw Misuse("valid_tokens: ids " + to_text(ids.shape()) + " and marks " + to_text(valid.shape()));
  }
  const std::vector<std::int64_t> values = ids.values();
  const std::vector<std::uint8_t> marks = valid.values();
  std::vector<std::int64_t> real;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (marks[i] != 0) real.push_back(values[i]);
  }
  return Ids({std::ssize(real)}, real);
}

Tensor BatchOps::take_positions(const Tensor& x, const Ids& positions) const {
  if (x.rank() < 2 || positions.shape() != Shape{x.length(0)}) {
    throw Misuse("take_positions: needs x (B, T, …) and positions (B), given " + to_text(x.shape()) +
                 " and " + to_text(positions.shape()));
  }
  Shape shape = x.shape();
  shape.erase(shape.begin() + 1);
  std::vector<double> values;
  for (std::int64_t b = 0; b < x.length(0); ++b) {
    const std::int64_t t = positions.at({b});
    if (t < 0 || t >= x.length(1)) {
      throw Misuse("take_positions: position " + number(t) + " of row " + number(b) + " is outside [0, " +
                   number(x.length(1)) + ")");
    }
    const std::vector<double> taken = select(select(x, 0, b), 0, t).values();
    values.insert(values.end(), taken.begin(), taken.end());
  }
  for (double& v : values) v = round_to(precision_, v);
  return Tensor(shape, std::move(values));
}

Tensor BatchOps::mean_valid(const Tensor& x, const Mask& valid) const {
  if (x.rank() != 3 || valid.shape() != Shape{x.length(0), x.length(1)}) {
    throw Misuse("mean_valid: needs x (B, T, d) and marks (B, T), given " + to_text(x.shape()) + " and " +
                 to_text(valid.shape()));
  }
  return elements::compute_in(precision_, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> values = elements::load<T>(precision_, x);
    const auto width = static_cast<std::size_t>(x.length(2));
    std::vector<T> means(static_cast<std::size_t>(x.length(0)) * width, T{0});
    for (std::int64_t b = 0; b < x.length(0); ++b) {
      T* const mean = means.data() + static_cast<std::size_t>(b) * width;
      T count = 0;
      for (std::int64_t t = 0; t < x.length(1); ++t) {
        if (valid.at({b, t}) == 0) continue;
        const T* const vector = values.data() + static_cast<std::size_t>(b * x.length(1) + t) * width;
        for (std::size_t j = 0; j < width; ++j) mean[j] += vector[j];
        ++count;
      }
      if (count == 0) throw Misuse("mean_valid: row " + number(b) + " has no real token");
      for (std::size_t j = 0; j < width; ++j) mean[j] /= count;
    }
    return elements::store(precision_, {x.length(0), x.length(2)}, means);
  });
}

Ids BatchOps::order_by_length(const Ids& lengths) const {
  need_vector("order_by_length", lengths);
  std::vector<std::int64_t> order(static_cast<std::size_t>(lengths.size()));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return lengths.at({a}) < lengths.at({b}); });
  return Ids(lengths.shape(), std::move(order));
}

Ids BatchOps::inverse_order(const Ids& order) const {
  need_vector("inverse_order", order);
  Ids inverse = Ids::full(order.shape(), -1);
  for (std::int64_t i = 0; i < order.size(); ++i) {
    const std::int64_t place = order.at({i});
    if (place < 0 || place >= order.size() || inverse.at({place}) != -1) {
      throw Misuse("inverse_order: place " + number(place) + " is outside [0, " + number(order.size()) +
                   ") or named twice");
    }
    inverse.set({place}, i);
  }
  return inverse;
}

std::int64_t BatchOps::padding_waste(const Ids& lengths, const Ids& order, std::int64_t batch_size) const {
  need_vector("padding_waste", lengths);
  if (order.shape() != lengths.shape() || batch_size < 1) {
    throw Misuse("padding_waste: needs an order of " + to_text(lengths.shape()) +
                 " and a batch size, given " + to_text(order.shape()) + " and " + number(batch_size));
  }
  std::int64_t wasted = 0;
  for (std::int64_t first = 0; first < order.size(); first += batch_size) {
    const std::int64_t end = std::min(order.size(), first + batch_size);
    std::int64_t longest = 0;
    for (std::int64_t i = first; i < end; ++i) longest = std::max(longest, lengths.at({order.at({i})}));
    for (std::int64_t i = first; i < end; ++i) wasted += longest - lengths.at({order.at({i})});
  }
  return wasted;
}

Ids BatchOps::batch_waits(const Ids& arrivals, std::int64_t batch_size) const {
  need_vector("batch_waits", arrivals);
  if (batch_size < 1) throw Misuse("batch_waits: batches of " + number(batch_size));
  Ids waits = Ids::full(arrivals.shape(), 0);
  for (std::int64_t i = 0; i < arrivals.size(); ++i) {
    if (i > 0 && arrivals.at({i}) < arrivals.at({i - 1})) {
      throw Misuse("batch_waits: arrival " + number(i) + " lies before the one ahead of it");
    }
    const std::int64_t last = std::min(arrivals.size(), (i / batch_size + 1) * batch_size) - 1;
    waits.set({i}, arrivals.at({last}) - arrivals.at({i}));
  }
  return waits;
}

Tensor BatchOps::embed(const Tensor& table, const Ids& ids) const {
  if (table.rank() != 2) throw Misuse("embed: the table needs (N, d), given " + to_text(table.shape()));
  const auto width = static_cast<std::size_t>(table.length(1));
  const std::vector<double> rows = table.values();
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(ids.size()) * width);
  for (const std::int64_t id : ids.values()) {
    if (id < 0 || id >= table.length(0)) {
      throw Misuse("embed: id " + number(id) + " is outside the vocabulary of " + number(table.length(0)));
    }
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(id) * width);
    values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  Shape shape = ids.shape();
  shape.push_back(table.length(1));
  if (precision_ != Precision::f64) {
    for (double& v : values) v = round_to(precision_, v);
  }
  return Tensor(shape, std::move(values));
}

Tensor BatchOps::one_hot(const Ids& ids, std::int64_t vocabulary) const {
  std::vector<double> values;
  for (const std::int64_t id : ids.values()) {
    if (id < 0 || id >= vocabulary) {
      throw Misuse("one_hot: id " + number(id) + " is outside the vocabulary of " + number(vocabulary));
    }
    for (std::int64_t entry = 0; entry < vocabulary; ++entry) values.push_back(entry == id ? 1 : 0);
  }
  Shape shape = ids.shape();
  shape.push_back(vocabulary);
  return Tensor(shape, std::move(values));
}

Tensor BatchOps::embedding_scale(std::int64_t width) const {
  if (width < 1) throw Misuse("embedding_scale: a row of " + number(width) + " numbers");
  return elements::map(precision_, scalar(static_cast<double>(width)), [](auto v) { return std::sqrt(v); });
}

Tensor BatchOps::embed_scaled(const Tensor& table, const Ids& ids) const {
  return multiply(embed(table, ids), embedding_scale(table.length(-1)));
}

}  // namespace galley
