#include "paper/kinds.hpp"

#include <array>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot::paper {
namespace {

struct Kind {
  const char* name;
  bool averages;
  Conclude (*read)(const Section&, Item&);
};

constexpr std::array<Kind, 8> kinds{{{"accuracy", true, read_accuracy},
                                     {"marginals", false, read_marginals},
                                     {"curve", true, read_curve},
                                     {"fitted", false, read_fitted},
                                     {"densities", false, read_densities},
                                     {"rate", true, read_rate},
                                     {"loss", false, read_loss},
                                     {"times", true, read_times}}};

}  // namespace

bool averages_runs(const std::string& kind) {
  for (const Kind& k : kinds)
    if (kind == k.name) return k.averages;
  return false;
}

Conclude read_kind(const Section& file, Item& item) {
  std::vector<std::string> names;
  for (const Kind& kind : kinds) {
    names.emplace_back(kind.name);
    if (item.kind != kind.name) continue;
    const Section settings = file.table(kind.name);
    Conclude conclude = kind.read(settings, item);
    settings.finish();
    return conclude;
  }
  file.refuse("kind", fmt::format("there is no kind {}{}", surefoot::in_quotes(item.kind),
                                  did_you_mean(nearest(item.kind, names))));
}

}  // namespace surefoot::paper
