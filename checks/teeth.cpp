#include "checks/teeth.h"

#include <algorithm>

#include "checks/columns.h"
#include "checks/compare.h"
#include "checks/slips.h"
#include "checks/word_log.h"

namespace galley {
namespace {

Record verdict_only() {
  Record record;
  record.keep_details = false;
  return record;
}

Catch catch_of(const Mistake& mistake, const Outcome& outcome) {
  Catch made;
  made.mistake = mistake.id;
  made.why = outcome.first_problem();
  for (const Comparison& c : outcome.record.comparisons) {
    if (c.held) continue;
    made.comparison = c;
    made.has_comparison = true;
    break;
  }
  return made;
}

std::size_t rounds_of(const Figure& figure) {
  std::size_t rounds = 0;
  for (std::size_t e = 0; e < static_cast<std::size_t>(figure.size()); ++e) {
    rounds = std::max(rounds, figure.to_be_met(e).size());
  }
  return rounds;
}

/// Where a claim got the same from all words, there is nothing that it could have noticed. What a skipped
/// word leaves undone (a file that is not written) need not be seen in results.
bool can_be_noticed(const std::string& kind, const SlippedOps::Digest& with,
                    const SlippedOps::Digest& without, bool reads_traces) {
  return kind == "skip" || with.more || with.values != without.values ||
         (reads_traces && with.traces != without.traces);
}

}  // namespace

const Outcome& Judge::on_reference(const Claim& claim) {
  const auto known = reference_.find(claim.id);
  if (known != reference_.end()) return known->second;
  WordLog log;
  const std::unique_ptr<Ops> on = reference_ops(log, Precision::f64);
  Record record = verdict_only();
  record.keep_met = true;
  Outcome outcome = run_body(claim, *on, shelf_, std::move(record));
  words_[claim.id] = std::vector<std::string>(log.spoken().begin(), log.spoken().end());
  return reference_.emplace(claim.id, std::move(outcome)).first->second;
}

const std::vector<std::string>& Judge::words_of(const Claim& claim) {
  on_reference(claim);
  return words_[claim.id];
}

const Outcome& Judge::under(const Mistake& mistake, const Claim& claim) {
  const auto key = std::make_pair(mistake.id, claim.id);
  const auto known = under_.find(key);
  if (known != under_.end()) return known->second;
  const std::unique_ptr<Ops> on = mistake.make_ops(Precision::f64);
  return under_.emplace(key, run_body(claim, *on, shelf_, verdict_only())).first->second;
}

Teeth Judge::judge(const Claim& claim) {
  Teeth teeth;
  const Outcome& reference = on_reference(claim);
  if (!reference.passed()) {
    teeth.why = "fails on the reference: " + reference.first_problem();
    return teeth;
  }
  if (words_of(claim).empty()) {
    teeth.state = Teeth::State::fail;
    teeth.why = "speaks no word of Ops: nothing that a wrong idea could be put in the place of";
    return teeth;
  }
  for (const Mistake& mistake : registry().mistakes) {
    if (mistake.lesson != claim.lesson) continue;
    const Outcome& outcome = under(mistake, claim);
    if (is_catch(outcome)) {
      teeth.caught.push_back(catch_of(mistake, outcome));
    } else if (outcome.exception) {
      teeth.strawmen.push_back({mistake.id, *outcome.exception});
    }
  }
  teeth.nudges = nudge_figures(claim);
  teeth.state = teeth.caught.empty() ? Teeth::State::fail : Teeth::State::pass;
  if (teeth.caught.empty()) teeth.why = "no misconception of the chapter makes it fail: it has no teeth";
  return teeth;
}

/// What a moved number did to a claim.
enum class Judge::Reaction { none, printings_disagree, red };

Judge::Reaction Judge::reaction(const Claim& claim, const Nudge& nudge) {
  const Ops on(Precision::f64);
  const Outcome outcome = run_body(claim, on, shelf_, verdict_only(), &nudge);
  if (outcome.passed()) return Reaction::none;
  return outcome.misprint && outcome.failures.empty() ? Reaction::printings_disagree : Reaction::red;
}

char Judge::nudge_compared(const Claim& claim, const Figure& figure, std::size_t element,
                           std::size_t printing) {
  const std::vector<MetFigure>& met = on_reference(claim).record.met;
  const auto noticed = [&](int units) {
    const Printed moved = nudged(figure.to_be_met(element)[printing], units);
    return std::any_of(met.begin(), met.end(), [&](const MetFigure& m) {
      return m.figure == figure.name() && !meets(m.got[element], moved, m.steps, Precision::f64);
    });
  };
  if (noticed(1) && noticed(-1)) return 'v';
  return noticed(1000) || noticed(-1000) ? 'g' : '-';
}

char Judge::nudge_input(const Claim& claim, const std::string& figure, std::size_t element,
                        std::size_t printing) {
  const auto moved = [&](std::size_t which, int units) {
    return reaction(claim, Nudge{figure, element, which, units});
  };
  // That a printing contradicts another one of the same number shows a slip in either, but not that anything
  // was computed from them; so the number itself must matter as well.
  const auto number_matters = [&] {
    for (const int units : {1, -1, 1000, -1000}) {
      if (moved(Nudge::kElement, units) == Reaction::red) return true;
    }
    return false;
  };
  const auto noticed = [&](Reaction one, Reaction other) {
    return one == Reaction::red || other == Reaction::red || number_matters();
  };
  const Reaction up = moved(printing, 1);
  const Reaction down = up == Reaction::none ? Reaction::none : moved(printing, -1);
  if (up != Reaction::none && down != Reaction::none) return noticed(up, down) ? 'v' : '-';
  const Reaction far_up = moved(printing, 1000);
  const Reaction far_down = far_up == Reaction::red ? Reaction::none : moved(printing, -1000);
  if (far_up == Reaction::none && far_down == Reaction::none) return '-';
  return noticed(far_up, far_down) ? 'g' : '-';
}

std::map<std::string, std::vector<std::string>> Judge::nudge_figures(const Claim& claim) {
  std::map<std::string, std::vector<std::string>> verdicts;
  const Record& reference = on_reference(claim).record;
  for (const std::string& name : reference.figures) {
    const Figure& figure = shelf_.figure(name);
    const bool is_input = reference.figures_as_input.count(name) > 0;
    // What another chapter prints, and this claim only starts from, is for that chapter's claims to verify.
    if (is_input && name.find('/') != std::string::npos) continue;
    std::vector<std::string> rounds(rounds_of(figure),
                                    std::string(static_cast<std::size_t>(figure.size()), ' '));
    for (std::size_t e = 0; e < static_cast<std::size_t>(figure.size()); ++e) {
      for (std::size_t p = 0; p < figure.to_be_met(e).size(); ++p) {
        const auto key = std::make_tuple(figure.name(), e, p);
        if (is_input && verified_.count(key) > 0) continue;
        rounds[p][e] = is_input ? nudge_input(claim, name, e, p) : nudge_compared(claim, figure, e, p);
        if (rounds[p][e] == 'v') verified_.insert(key);
      }
    }
    verdicts[name] = std::move(rounds);
  }
  return verdicts;
}

SlipResult Judge::slip(const Claim& claim) {
  SlipResult result;
  if (!on_reference(claim).passed()) return result;
  const SlippedOps unslipped({"", ""});
  const std::int64_t readings = Trace::readings();
  run_body(claim, unslipped, shelf_, verdict_only());
  const bool reads_traces = Trace::readings() > readings;
  for (const std::string& word : words_of(claim)) {
    for (const std::string& kind : slip_kinds()) {
      const std::string name = word + "." + kind;
      if (noticed_.count(name) > 0 || !can_slip({word, kind})) continue;
      const SlippedOps on({word, kind});
      const bool passed = run_body(claim, on, shelf_, verdict_only()).passed();
      if (!on.effective()) continue;
      if (passed && !can_be_noticed(kind, on.digest(), unslipped.digest(), reads_traces)) continue;
      result.tried.push_back(name);
      if (passed) continue;
      result.noticed.push_back(name);
      noticed_.insert(name);
    }
  }
  return result;
}

}  // namespace galley
