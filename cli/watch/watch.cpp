#include "watch/watch.hpp"

#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "bootstrap/common_settings.hpp"
#include "front/streams.hpp"
#include "watch/live_server.hpp"
#include "watch/open_pages.hpp"

namespace surefoot {

std::string_view live_page();
std::string_view live_style();
std::string_view live_pictures();
std::string_view live_endings();
std::string_view live_observations();
std::string_view live_script();

namespace cli {
namespace {

constexpr std::string_view state_name = "state.json", report_name = "report.html";

// The report brings its style, its script and Vega, which makes functions of its expressions.
constexpr const char* report_policy =
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; "
    "img-src data:";

void put_in_place(std::string& page, std::string_view placeholder, std::string_view text) {
  for (std::size_t at = page.find(placeholder); at != std::string::npos;
       at = page.find(placeholder, at + text.size()))
    page.replace(at, placeholder.size(), text);
}

/// The page with a mark on its script and style, without which the browser would not take them.
std::string marked_page(const std::string& mark) {
  std::string script(live_pictures());
  script += live_endings();
  script += live_observations();
  script += live_script();
  std::string page(live_page());
  put_in_place(page, "{{nonce}}", mark);
  put_in_place(page, "{{style}}", live_style());
  put_in_place(page, "{{script}}", script);
  return page;
}

LiveResource page_with(const std::string& mark) {
  return {"text/html; charset=utf-8",
          fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; "
                      "connect-src 'self'; img-src data:",
                      mark),
          std::make_shared<const std::string>(marked_page(mark))};
}

}  // namespace

/// What is served, and to whom.
class Watch::Site {
 public:
  Site(LiveFacts facts, const ParameterSpace& space)
      : state(std::move(facts), space), page_(page_with(random_token())) {}

  std::string address() const { return server_.address(); }

  void see_off(std::string report) {
    {
      const std::lock_guard lock(mutex_);
      report_ = std::make_shared<const std::string>(std::move(report));
    }
    state.offer_report();
    pages_.wait_until_satisfied();
  }

  LiveState state;

 private:
  std::optional<LiveResource> find(std::string_view name) {
    if (name.empty()) return page_;
    if (name == state_name)
      return LiveResource{"application/json", "default-src 'none'",
                          std::make_shared<const std::string>(state.json())};
    const std::lock_guard lock(mutex_);
    if (name == report_name && report_)
      return LiveResource{"text/html; charset=utf-8", report_policy, report_};
    return std::nullopt;
  }

  void served(std::string_view name, const std::string& query) {
    if (name == state_name) pages_.asked(query);
    if (name == report_name) pages_.satisfied(query);
  }

  const LiveResource page_;
  OpenPages pages_;
  std::mutex mutex_;
  std::shared_ptr<const std::string> report_;
  // The last, since its thread uses all of the above.
  LiveServer server_{
      {[this](std::string_view name) { return find(name); },
       [this](std::string_view name, const std::string& query) { served(name, query); }}};
};

Watch::Watch() = default;
Watch::~Watch() = default;

Watch::Watch(LiveFacts facts, const Model& model)
    : site_(std::make_unique<Site>(std::move(facts), model.parameters)) {
  front::say(fmt::format("watch this fit at {}", site_->address()));
}

Events Watch::listening(Events told) {
  if (!site_) return told;
  LiveState& state = site_->state;
  return {.progress =
              [&state, tell = told.progress](const Progress& at) {
                state.progress(at);
                if (tell) tell(at);
              },
          .warning =
              [&state, tell = told.warning](const std::string& text) {
                state.warning(text);
                if (tell) tell(text);
              },
          .note =
              [&state, tell = told.note](const std::string& text) {
                state.note(text);
                if (tell) tell(text);
              },
          .draw =
              [&state, tell = told.draw](const FinishedDraw& draw) {
                state.draw(draw);
                if (tell) tell(draw);
              },
          .scores =
              [&state, tell = told.scores](std::span<const double> inlier) {
                state.scores(inlier);
                if (tell) tell(inlier);
              }};
}

Continuation Watch::listening(Continuation continuation, const Model& model) {
  if (!site_) return continuation;
  continuation.finished = [&state = site_->state, &model,
                           find = continuation.finished](const Fit& begun) {
    Draws earlier = find ? find(begun) : Draws{};
    state.begin(bounded_space(model, begun.settings), begun.settings, earlier);
    return earlier;
  };
  return continuation;
}

void Watch::stop() {
  if (site_) site_->state.stop();
}

void Watch::write_files() {
  if (site_) site_->state.write_files();
}

void Watch::see_off(std::string report) {
  if (site_ && !report.empty()) site_->see_off(std::move(report));
}

}  // namespace cli
}  // namespace surefoot
