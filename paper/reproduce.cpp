#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "front/exit_status.hpp"
#include "front/interruption.hpp"
#include "front/narrator.hpp"
#include "front/setting_options.hpp"
#include "front/streams.hpp"
#include "paper/catalogue.hpp"
#include "paper/commands.hpp"
#include "paper/engine.hpp"
#include "text.hpp"

namespace surefoot::paper {
namespace {

struct Options {
  std::vector<std::string> items;
  std::string config;
  std::string data = "simulate";
  std::string out = "reproduce";
  std::string runs;
  std::string part;
  bool smoke = false, full = false, without_rivals = false, quiet = false;
};

int list_items() {
  std::string text;
  for (const Item& item : all_items({})) text += fmt::format("{:<24}{}\n", item.name, item.about);
  text += fmt::format("{:<24}{}\n", "all", "every one of them");
  front::print(text);
  return front::done;
}

Extent extent_of(const Options& options) {
  Extent extent{options.smoke, options.full, !options.without_rivals, 0};
  if (options.smoke && options.full)
    throw Error(Fault::usage, "smoke and full cannot be wanted both");
  if (options.runs.empty()) return extent;
  const auto runs = parse_whole<int>(options.runs);
  if (!runs || *runs < 1 || *runs > 10'000)
    throw Error(Fault::usage, fmt::format("runs must be a whole number between 1 and 10000, but is "
                                          "{}",
                                          surefoot::in_quotes(options.runs)));
  extent.runs = *runs;
  return extent;
}

std::string data_folder(const std::string& data) {
  if (data == "simulate") return "";
  std::error_code unknown;
  if (!std::filesystem::is_directory(data, unknown))
    throw Error(Fault::data, fmt::format("{}: no such folder; data must be simulate or a folder of "
                                         "data sets",
                                         data));
  return data;
}

int run(const Options& options, const FitConfig& config) {
  if (options.items.empty() && options.config.empty()) return list_items();
  Reproduction wanted;
  wanted.extent = extent_of(options);
  wanted.items = find_items(options.items, wanted.extent);
  if (!options.config.empty())
    wanted.items.push_back(read_item_file(options.config, wanted.extent));
  wanted.data = data_folder(options.data);
  wanted.out = options.out;
  wanted.seed = config.seed;
  wanted.threads = config.threads;
  wanted.part = config.part;

  using front::Narrator;
  Narrator narrator(options.quiet ? Narrator::Voice::quiet : Narrator::Voice::normal);
  const front::Interruption interruption(
      [&] { narrator.note("stopping; finished fits are kept, a second signal ends at once"); });
  const ReproductionEnd end = reproduce(wanted, narrator.events(), interruption.token());
  narrator.finish();
  if (!wanted.part)
    narrator.note(fmt::format("{} has all of it on one page",
                              (std::filesystem::path(options.out) / "index.html").string()));
  front::print(end.text);
  if (end.interrupted) front::say("interrupted; the same command goes on from here");
  return end.interrupted ? interruption.status() : front::done;
}

}  // namespace

front::Action add_reproduce(CLI::App& verb) {
  auto options = std::make_shared<Options>();
  verb.add_option("ITEM", options->items, "tables and figures, or all; without any, their list")
      ->option_text("[ITEM...]");
  verb.add_option("--config", options->config, "TOML file of an item of one's own")
      ->type_name("FILE");
  verb.add_option("--data", options->data,
                  "simulate, or a folder of data sets in the published layout, "
                  "MODEL/run_<run>_outl_<level>.txt (default: simulate)")
      ->type_name("DIR");
  verb.add_option("--out", options->out, "folder for all files (default: reproduce)")
      ->type_name("DIR");
  verb.add_option("--runs", options->runs, "data sets for each case (default: the paper's)")
      ->type_name("N");
  verb.add_option("--part", options->part,
                  "make the K-th of N shares of the fits only, into --out; when all are in one "
                  "folder, the same command without it writes the items")
      ->type_name("K/N");
  verb.add_flag("--smoke", options->smoke, "tiny sizes, to see in seconds that all works");
  verb.add_flag("--full", options->full,
                "also what takes hours: a million simulations for the rivals, the paper's own "
                "optimiser everywhere");
  verb.add_flag("--without-rivals", options->without_rivals, "the MMD bootstrap alone");
  verb.add_flag("--quiet", options->quiet, "no progress or notes on standard error");
  const front::SettingOptions settings(verb, "Options", {"seed", "threads"});
  return [options, settings] {
    FitConfig config;
    settings.apply(config);
    if (!options->part.empty()) set(config, "part", options->part);
    return run(*options, config);
  };
}

}  // namespace surefoot::paper
