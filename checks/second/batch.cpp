#include "checks/second/batch.h"

#include <cmath>

namespace galley::second {
namespace {

/// An array of whole numbers, f(index) at each.
template <class F>
Ids build_ids(const Shape& shape, F f) {
  std::vector<std::int64_t> values;
  for (std::int64_t n = 0; n < element_count(shape); ++n) values.push_back(f(index_of(n, shape)));
  return Ids(shape, std::move(values));
}

std::int64_t count(const Sentences& sentences, std::int64_t b) {
  return std::ssize(sentences.at(static_cast<std::size_t>(b)));
}

std::int64_t id_at(const Sentences& sentences, std::int64_t b, std::int64_t t) {
  return sentences.at(static_cast<std::size_t>(b)).at(static_cast<std::size_t>(t));
}

Index with_column(Index index, std::int64_t column) {
  index.push_back(column);
  return index;
}

Shape without_last(Shape shape) {
  shape.pop_back();
  return shape;
}

}  // namespace

Ids lengths_of(const Sentences& sentences) {
  return build_ids({std::ssize(sentences)}, [&](const Index& i) { return count(sentences, i[0]); });
}

std::int64_t common_length(const Ids& lengths) {
  need(lengths.size() > 0, "common_length of nothing");
  std::int64_t length = 0;
  for (const std::int64_t n : lengths.values()) {
    if (n > length) length = n;
  }
  return length;
}

Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) {
  return build_ids({std::ssize(sentences), length}, [&](const Index& i) {
    need(count(sentences, i[0]) <= length, "pad_right would cut");
    return i[1] < count(sentences, i[0]) ? id_at(sentences, i[0], i[1]) : pad_id;
  });
}

Ids pad_left(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) {
  return build_ids({std::ssize(sentences), length}, [&](const Index& i) {
    const std::int64_t missing = length - count(sentences, i[0]);
    need(missing >= 0, "pad_left would cut");
    return i[1] < missing ? pad_id : id_at(sentences, i[0], i[1] - missing);
  });
}

Sentences truncate(const Sentences& sentences, std::int64_t length) {
  need(length >= 0, "truncate to a negative length");
  Sentences shorter(sentences.size());
  for (std::int64_t b = 0; b < std::ssize(sentences); ++b) {
    for (std::int64_t t = 0; t < count(sentences, b) && t < length; ++t) {
      shorter[static_cast<std::size_t>(b)].push_back(id_at(sentences, b, t));
    }
  }
  return shorter;
}

Mask valid_right(const Ids& lengths, std::int64_t length) {
  Mask valid = Mask::full({lengths.size(), length}, 1);
  for (std::int64_t b = 0; b < lengths.size(); ++b) {
    need(0 <= lengths.at({b}) && lengths.at({b}) <= length, "valid_right: no such length");
    for (std::int64_t t = length - 1; t >= lengths.at({b}); --t) valid.set({b, t}, 0);
  }
  return valid;
}

Mask valid_left(const Ids& lengths, std::int64_t length) {
  Mask valid = Mask::full({lengths.size(), length}, 1);
  for (std::int64_t b = 0; b < lengths.size(); ++b) {
    need(0 <= lengths.at({b}) && lengths.at({b}) <= length, "valid_left: no such length");
    for (std::int64_t t = 0; t + lengths.at({b}) < length; ++t) valid.set({b, t}, 0);
  }
  return valid;
}

Ids count_valid(const Mask& valid) {
  return build_ids(without_last(valid.shape()), [&](const Index& row) {
    std::int64_t found = 0;
    for (std::int64_t t = 0; t < valid.length(-1); ++t) {
      if (valid.at(with_column(row, t)) != 0) found += 1;
    }
    return found;
  });
}

Ids last_valid(const Mask& valid) {
  return build_ids(without_last(valid.shape()), [&](const Index& row) {
    std::int64_t last = -1;
    for (std::int64_t t = 0; t < valid.length(-1); ++t) {
      if (valid.at(with_column(row, t)) != 0) last = t;
    }
    need(last >= 0, "last_valid of a row with none");
    return last;
  });
}

Mask valid_by_pad_id(const Ids& ids, std::int64_t pad_id) {
  Mask valid = Mask::full(ids.shape(), 1);
  for (std::int64_t n = 0; n < ids.size(); ++n) {
    if (ids.at(index_of(n, ids.shape())) == pad_id) valid.set(index_of(n, ids.shape()), 0);
  }
  return valid;
}

Ids last_ids(const Ids& ids, const Mask& valid) {
  return build_ids({ids.length(0)}, [&](const Index& row) {
    for (std::int64_t t = ids.length(1); t-- > 0;) {
      if (valid.at({row[0], t}) != 0) return ids.at({row[0], t});
    }
    need(false, "last_ids of a row with none");
    return std::int64_t{-1};
  });
}

Ids valid_tokens(const Ids& ids, const Mask& valid) {
  need(ids.shape() == valid.shape(), "valid_tokens: ids and marks differ in shape");
  std::vector<std::int64_t> real;
  for (std::int64_t n = 0; n < ids.size(); ++n) {
    const Index index = index_of(n, ids.shape());
    if (valid.at(index) != 0) real.push_back(ids.at(index));
  }
  return Ids({std::ssize(real)}, real);
}

Tensor take_positions(const Tensor& x, const Ids& positions) {
  const Plain from = plain(x);
  Shape shape = x.shape();
  shape.erase(shape.begin() + 1);
  return tensor(build(shape, [&](Index index) {
    const std::int64_t t = positions.at({index[0]});
    need(0 <= t && t < x.length(1), "take_positions: no position " + std::to_string(t));
    index.insert(index.begin() + 1, t);
    return read(from, index);
  }));
}

Tensor mean_valid(const Tensor& x, const Mask& valid) {
  const Plain from = plain(x);
  return tensor(build({x.length(0), x.length(2)}, [&](const Index& index) {
    Real sum = 0;
    Real real = 0;
    for (std::int64_t t = 0; t < x.length(1); ++t) {
      if (valid.at({index[0], t}) == 0) continue;
      sum += read(from, {index[0], t, index[1]});
      real += 1;
    }
    need(real > 0, "mean_valid of a row with none");
    return sum / real;
  }));
}

Ids order_by_length(const Ids& lengths) {
  Ids order = Ids::full(lengths.shape(), 0);
  for (std::int64_t i = 0; i < lengths.size(); ++i) {
    std::int64_t before = 0;
    for (std::int64_t j = 0; j < lengths.size(); ++j) {
      const bool shorter = lengths.at({j}) < lengths.at({i});
      if (shorter || (lengths.at({j}) == lengths.at({i}) && j < i)) ++before;
    }
    order.set({before}, i);
  }
  return order;
}

Ids inverse_order(const Ids& order) {
  return build_ids(order.shape(), [&](const Index& place) {
    std::int64_t found = -1;
    for (std::int64_t i = 0; i < order.size(); ++i) {
      if (order.at({i}) == place[0]) found = i;
    }
    need(found >= 0, "inverse_order: a place is missing");
    return found;
  });
}

std::int64_t padding_waste(const Ids& lengths, const Ids& order, std::int64_t batch_size) {
  need(batch_size > 0 && order.shape() == lengths.shape(), "padding_waste: order or batch size");
  std::int64_t places = 0;
  std::int64_t real = 0;
  for (std::int64_t i = 0; i < order.size(); ++i) {
    std::int64_t longest = 0;
    for (std::int64_t j = 0; j < order.size(); ++j) {
      if (j / batch_size == i / batch_size && lengths.at({order.at({j})}) > longest) {
        longest = lengths.at({order.at({j})});
      }
    }
    places += longest;
    real += lengths.at({order.at({i})});
  }
  return places - real;
}

Ids batch_waits(const Ids& arrivals, std::int64_t batch_size) {
  need(batch_size > 0, "batch_waits: batch size");
  return build_ids(arrivals.shape(), [&](const Index& i) {
    std::int64_t leaves = arrivals.at(i);
    for (std::int64_t j = i[0]; j < arrivals.size() && j / batch_size == i[0] / batch_size; ++j) {
      need(arrivals.at({j}) >= leaves, "batch_waits: arrivals out of order");
      leaves = arrivals.at({j});
    }
    return leaves - arrivals.at(i);
  });
}

Plain embed(const Plain& table, const Ids& ids) {
  need(table.shape.size() == 2, "embed needs a table (N, d)");
  Shape shape = ids.shape();
  shape.push_back(table.shape[1]);
  return build(shape, [&](Index index) {
    const std::int64_t feature = index.back();
    index.pop_back();
    const std::int64_t id = ids.at(index);
    need(0 <= id && id < table.shape[0], "embed: no row " + std::to_string(id));
    return read(table, {id, feature});
  });
}

Tensor embed(const Tensor& table, const Ids& ids) { return tensor(embed(plain(table), ids)); }

Tensor one_hot(const Ids& ids, std::int64_t vocabulary) {
  Shape shape = ids.shape();
  shape.push_back(vocabulary);
  return tensor(build(shape, [&](Index index) {
    const std::int64_t entry = index.back();
    index.pop_back();
    need(0 <= ids.at(index) && ids.at(index) < vocabulary, "one_hot: no such id");
    return ids.at(index) == entry ? Real{1} : Real{0};
  }));
}

Tensor embedding_scale(std::int64_t width) {
  need(width > 0, "embedding_scale: no width");
  return scalar(static_cast<double>(std::sqrt(static_cast<Real>(width))));
}

Tensor embed_scaled(const Tensor& table, const Ids& ids) {
  const Real scale = std::sqrt(static_cast<Real>(table.length(1)));
  return tensor(each(embed(plain(table), ids), [&](Real v) { return v * scale; }));
}

}  // namespace galley::second
