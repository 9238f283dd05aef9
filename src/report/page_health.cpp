#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/page_sections.hpp"
#include "report/percent.hpp"

namespace surefoot {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string statuses(const Summary& s) {
  std::vector<std::string> words;
  for (const auto& [status, count] : s.statuses)
    if (count > 0) words.push_back(fmt::format("{} {}", count, to_word(status)));
  return escaped(fmt::format("{}", fmt::join(words, ", ")));
}

std::string evaluations(const Fit& fit) {
  std::vector<int> counts;
  for (const DrawInfo& info : fit.draws.info) counts.push_back(info.evaluations);
  std::sort(counts.begin(), counts.end());
  if (counts.empty() || counts.back() == 0) return "";
  return fmt::format("median {} a draw, at most {}", counts[counts.size() / 2], counts.back());
}

Facts minimisation(const ShownFit& shown) {
  const Summary& s = shown.summary;
  Facts facts;
  if (!std::isnan(s.remaining_move))
    facts.emplace_back("Distance to the minimum",
                       fmt::format("within {:.2g} posterior sd", s.remaining_move));
  if (const std::string text = evaluations(*shown.fit); !text.empty())
    facts.emplace_back("Evaluations", text);
  if (s.solved_again > 0)
    facts.emplace_back("Solved again", fmt::format("{} from other starts, {} improved",
                                                   s.solved_again, s.improved));
  if (!std::isnan(s.simulation_share))
    facts.emplace_back("Share of simulation error",
                       percent(s.simulation_share) + " of the variance");
  for (std::size_t k = 0; k < s.prior_shares.size(); ++k)
    facts.emplace_back(escaped(fmt::format("Share of the prior in {}", s.parameters[k].name)),
                       percent(s.prior_shares[k]));
  if (!s.evaluator.empty()) facts.emplace_back("Evaluator", escaped(s.evaluator));
  if (!s.blind.empty())
    facts.emplace_back("Derivatives miss", escaped(fmt::format("{}", fmt::join(s.blind, ", "))));
  if (!std::isnan(s.mmd2.mean) && s.mmd2.mean != 0.0)
    facts.emplace_back("MMD²", fmt::format("{:.3g} (sd {:.2g})", s.mmd2.mean, s.mmd2.sd));
  return facts;
}

Facts sampling(const Fit& fit) {
  Facts facts;
  if (fit.chains > 0) facts.emplace_back("Chains", std::to_string(fit.chains));
  if (!std::isnan(fit.acceptance))
    facts.emplace_back("Moves accepted", fmt::format("{:.3g} %", 100.0 * fit.acceptance));
  if (fit.history.empty()) return facts;
  const SmcStep& last = fit.history.back();
  facts.emplace_back("Last threshold", fmt::format("{:.4g}", last.threshold));
  facts.emplace_back("Data sets simulated", std::to_string(last.simulations));
  facts.emplace_back("Distinct particles", std::to_string(last.unique));
  return facts;
}

std::string modes(const Summary& s) {
  if (s.modes.size() < 2) return "";
  std::vector<std::vector<std::string>> rows{{"Minimum"}};
  for (const ParameterSummary& p : s.parameters) rows[0].push_back(escaped(p.name));
  rows[0].insert(rows[0].end(), {"objective", "draws"});
  for (std::size_t k = 0; k < s.modes.size(); ++k) {
    rows.push_back({std::to_string(k + 1)});
    for (const double value : s.modes[k].theta) rows.back().push_back(fmt::format("{:.4g}", value));
    rows.back().push_back(fmt::format("{:.5g}", s.modes[k].objective));
    rows.back().push_back(std::to_string(s.modes[k].draws));
  }
  return fmt::format(
             "<p>The observations have {} minima; each draw starts from the one that suits its "
             "weights best.</p>\n",
             s.modes.size()) +
         html_table(rows);
}

std::string warnings(const Summary& s) {
  if (s.warnings.empty()) return "";
  std::string out = "<ul class=\"warnings\">\n";
  for (const std::string& warning : s.warnings) out += "<li>" + escaped(warning) + "</li>\n";
  return out + "</ul>\n";
}

std::string banner(const std::string& text) {
  return "<p class=\"banner\" role=\"alert\">" + text + "</p>\n";
}

/// Draws whose minimum was not found, and an error of simulation that hides the posterior.
std::string doubts(const ShownFit& shown, const std::string& of) {
  const Summary& s = shown.summary;
  std::string out;
  constexpr std::size_t few = 10;  // one draw in so many
  const std::size_t found = s.converged + s.on_edge;
  if (s.minimises && (s.draws - found) * few > s.draws && s.failed < s.draws - found)
    out +=
        banner(fmt::format("{}Only {} of {} draws found their minimum ({}): <q>How far to trust "
                           "it</q> says how near the others "
                           "came.",
                           of, found, s.draws, statuses(s)));
  else if (s.on_edge * few > s.draws)
    out += banner(fmt::format(
        "{}{} of {} draws lie on the edge of the box, where the box decides and not the data.", of,
        s.on_edge, s.draws));
  constexpr double much = 0.5;
  if (s.simulation_share > much)
    out += banner(fmt::format(
        "{}{} of the posterior variance is simulation error: more simulations would make the "
        "intervals narrower.",
        of, percent(std::min(s.simulation_share, 1.0))));
  return out;
}

// Independent draws are a posterior whenever they stop; chains and particles need their end.
std::string unfinished(const ShownFit& shown) {
  const Summary& s = shown.summary;
  const std::string text =
      fmt::format("This fit stopped after {} of {} draws; the other {} are missing.", s.draws,
                  s.requested_draws, s.requested_draws - std::min(s.draws, s.requested_draws));
  const bool independent = shown.fit->chains == 0 && shown.fit->history.empty();
  return independent ? text + " Those it has are a valid, smaller sample of the posterior." : text;
}

}  // namespace

std::string banners(const Page& page) {
  std::string out;
  for (const ShownFit& shown : page.fits) {
    const Summary& s = shown.summary;
    const std::string of = page.compares() ? label_of(shown, page) + ": " : "";
    if (s.partial) out += banner(of + unfinished(shown));
    if (!shown.fit->failure.empty()) out += banner(of + escaped(shown.fit->failure));
    if (!s.alarm.empty())
      out += banner(of + escaped(s.alarm));
    else if (s.failed > 0)
      out += banner(fmt::format("{}{} failed and took no part in what follows.", of,
                                counted(s.failed, "draw")));
    out += doubts(shown, of);
    if (!s.warnings.empty())
      out += (of.empty() ? "" : "<p class=\"note\">" + of + "</p>\n") + warnings(s);
  }
  return out;
}

std::string health_section(const ShownFit& shown, const Page& page) {
  const Summary& s = shown.summary;
  Facts facts{{"Draws", fmt::format("{} converged of {}", s.converged, s.draws)}};
  if (s.on_edge > 0) facts[0].second += fmt::format(", {} on the edge of the box", s.on_edge);
  if (shown.fit->chains > 0 || !shown.fit->history.empty())
    facts[0].second = fmt::format("{} usable of {}", shown.usable, s.draws);
  else if (s.converged != s.draws)
    facts.emplace_back("By status", statuses(s));
  for (auto& fact : minimisation(shown)) facts.push_back(std::move(fact));
  for (auto& fact : sampling(*shown.fit)) facts.push_back(std::move(fact));
  return (page.compares() ? "<h3>" + label_of(shown, page) + "</h3>\n" : "") + html_facts(facts) +
         modes(s) +
         (s.warnings.empty() ? "<p class=\"note\">No warnings.</p>\n"
                             : "<p class=\"note\">What was warned of stands at the top.</p>\n");
}

}  // namespace surefoot
