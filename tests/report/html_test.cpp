#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <surefoot/error.hpp>
#include <surefoot/report/html.hpp>

#include "report/page_text.hpp"
#include "report/shown_fit.hpp"
#include "report/synthetic_fit.hpp"

namespace surefoot {
namespace {

Fit whole_fit(std::size_t rows = 40, int dimension = 1) {
  Fit fit = synthetic_fit(rows, dimension);
  add_predictive(fit, {0, 3, 6, 9}, 30);
  return fit;
}

std::string html_of(const Fit& fit, const HtmlOptions& options = {}) {
  return to_html({&fit, 1}, options);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// What stands in the script elements of a class, which nothing but their own end may end.
std::vector<std::string> scripts(const std::string& html, const std::string& kind) {
  const std::string begin = "<script type=\"application/json\" class=\"" + kind + "\">";
  std::vector<std::string> found;
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    found.push_back(html.substr(from, html.find("</script", from) - from));
  }
  return found;
}

// The page without Vega and our own script, which know nothing of the fit.
std::string prose(const std::string& html) { return html.substr(0, html.find("<script>\n")); }

Fault fault_of(const std::vector<Fit>& fits) {
  try {
    to_html(fits);
  } catch (const Error& error) {
    return error.fault();
  }
  ADD_FAILURE() << "nothing was thrown";
  return Fault::internal;
}

TEST(Html, NeedsNothingFromElsewhere) {
  const std::string html = html_of(whole_fit());
  for (const char* part : {"src=", "href=", "@import", "url(", "sourceMappingURL"})
    EXPECT_FALSE(contains(prose(html), part)) << part;
  EXPECT_FALSE(contains(html, "sourceMappingURL"));
  EXPECT_FALSE(contains(prose(html), "http"));
  // All other addresses are the names of SVG's own vocabularies.
  EXPECT_EQ(occurrences(html, "https://"), 0u);
  EXPECT_EQ(occurrences(html, "http://"), occurrences(html, "http://www.w3.org/"));
}

TEST(Html, CarriesVegaOnceWithItsLicence) {
  const std::vector<Fit> fits{whole_fit(), whole_fit()};
  const std::string html = to_html(fits);
  EXPECT_EQ(occurrences(html, "const vega ="), 1u);
  EXPECT_EQ(occurrences(html, "THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS"), 1u);
}

TEST(Html, EveryPictureIsValidJson) {
  for (const int dimension : {1, 3}) {
    const std::string html = html_of(whole_fit(40, dimension));
    const auto specs = scripts(html, "spec");
    EXPECT_EQ(specs.size(), 7u);  // four marginals, pairs, predictive, mmd
    EXPECT_EQ(occurrences(html, "<figure id="), specs.size());
    for (const std::string& spec : specs) {
      const auto json = nlohmann::json::parse(spec);
      for (const char* part : {"padding", "signals", "data", "scales", "marks", "description"})
        EXPECT_TRUE(json.contains(part)) << part;
    }
  }
}

TEST(Html, CarriesEachFitOnceAsColumns) {
  const auto data = scripts(html_of(whole_fit()), "fit");
  ASSERT_EQ(data.size(), 1u);
  const auto json = nlohmann::json::parse(data[0]);
  EXPECT_EQ(json["draws"]["p1"].size(), 40u);
  EXPECT_EQ(json["draws"]["p4"].size(), 40u);
  EXPECT_EQ(json["observed"]["x1"].size(), 50u);
  EXPECT_TRUE(json["predictive"]["x1"].empty());  // whose bins are counted beforehand
}

TEST(Html, NumbersThatAreAlikeStayApart) {
  Fit fit = whole_fit();
  for (std::size_t r = 0; r < fit.draws.rows(); ++r)
    fit.draws.values[4 * r] = 1234.5 + 1e-6 * static_cast<double>(r);
  const auto json = nlohmann::json::parse(scripts(html_of(fit), "fit")[0]);
  const auto shown = json["draws"]["p1"].get<std::set<double>>();
  EXPECT_EQ(shown.size(), 40u);
  EXPECT_NEAR(*shown.begin(), 1234.5, 1e-9);
}

TEST(Html, HostileNamesStayText) {
  Fit fit = whole_fit();
  const std::string evil = "</script><script>alert('1')</script>&\"<!--";
  fit.model = evil;
  fit.draws.names[0] = evil;
  fit.warnings = {evil + "\xff\x01"};
  const std::string html = html_of(fit);
  EXPECT_FALSE(contains(html, "<script>alert"));
  EXPECT_FALSE(contains(prose(html), "<!--"));
  EXPECT_TRUE(contains(html, "&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)"));
  for (const char* kind : {"spec", "fit"})
    for (const std::string& json : scripts(html, kind))
      EXPECT_TRUE(nlohmann::json::accept(json)) << kind;
}

TEST(Html, NoPictureHasANameInAnExpression) {
  Fit fit = whole_fit();
  fit.draws.names[0] = "weird.name[0]";
  for (const std::string& spec : scripts(html_of(fit), "spec"))
    EXPECT_FALSE(contains(spec, "datum.weird"));
}

TEST(Html, ShowsFewerRowsThanItHasAndSaysSo) {
  const Fit fit = whole_fit(101);
  const std::string html = html_of(fit, {.draws = 10, .observations = 20});
  const auto json = nlohmann::json::parse(scripts(html, "fit")[0]);
  EXPECT_EQ(json["draws"]["p1"].size(), 10u);
  EXPECT_EQ(json["observed"]["x1"].size(), 20u);
  EXPECT_TRUE(contains(html, "10 of 101 draws"));
  EXPECT_TRUE(contains(html, "20 of 50"));
  EXPECT_FALSE(contains(html_of(fit), "of 101 draws"));
}

TEST(Spread, IsEvenAndComplete) {
  EXPECT_EQ(spread(10, 5), (std::vector<std::size_t>{0, 2, 4, 6, 8}));
  EXPECT_EQ(spread(3, 5), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(spread(0, 5).empty());
}

TEST(RobustRange, LeavesFarOutliersOut) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(0.01 * i);
  values.insert(values.end(), {-1e9, 1e9});
  const Range range = robust_range(values, 3.0);
  EXPECT_EQ(range.lower, 0.0);
  EXPECT_EQ(range.upper, 0.99);
  EXPECT_TRUE(robust_range({2.0, 2.0}, 3.0).is_point());
}

TEST(Html, CountsObservationsBeyondTheAxes) {
  Fit fit = whole_fit();
  std::vector<double> values(fit.observations.values().begin(), fit.observations.values().end());
  values.insert(values.end(), {1e6, -1e6, 2e6});
  fit.observations = Sample(values, 1);
  EXPECT_TRUE(contains(html_of(fit), "3 of 53 observations lie beyond the axes"));
  EXPECT_FALSE(contains(html_of(whole_fit()), "beyond the axes"));
}

TEST(Html, AnUnfinishedFitSaysWhatIsMissing) {
  Fit fit = whole_fit();
  fit.partial = true;
  fit.settings.draws = 100;
  EXPECT_TRUE(contains(html_of(fit), "stopped after 40 of 100 draws"));
  EXPECT_TRUE(contains(html_of(fit), "the other 60 are missing"));
  EXPECT_FALSE(contains(html_of(whole_fit()), "stopped after"));
}

TEST(Html, FailedDrawsAreCountedAndNotDrawn) {
  Fit fit = whole_fit();
  fail_draw(fit, 7, DrawStatus::diverged);
  const std::string html = html_of(fit);
  EXPECT_TRUE(contains(html, "1 draw failed"));
  const auto json = nlohmann::json::parse(scripts(html, "fit")[0]);
  EXPECT_EQ(json["draws"]["p1"].size(), 39u);
}

TEST(Html, RefusesWhatHasNothingToShow) {
  EXPECT_EQ(fault_of({}), Fault::usage);
  EXPECT_EQ(fault_of(std::vector<Fit>(9, whole_fit())), Fault::usage);
  EXPECT_EQ(fault_of({synthetic_fit(0)}), Fault::data);
  Fit failed = synthetic_fit(1);
  fail_draw(failed, 0, DrawStatus::diverged);
  EXPECT_EQ(fault_of({failed}), Fault::data);
  Fit other = whole_fit();
  other.draws.names = {"w", "x", "y", "z"};
  EXPECT_EQ(fault_of({whole_fit(), other}), Fault::data);
}

TEST(Html, ComparesTheParametersThatAllFitsHave) {
  Fit other = whole_fit();
  other.draws.names[3] = "other";
  const std::vector<Fit> fits{whole_fit(), other};
  const std::string html = to_html(fits, {.labels = {"one", "one"}});
  EXPECT_TRUE(contains(html, "one (2)"));
  EXPECT_TRUE(contains(html, "left out here: log_k, other"));
  EXPECT_EQ(scripts(html, "fit").size(), 2u);
}

TEST(Html, ShowsTheMassOnlyWhereItWasFree) {
  Fit fit = whole_fit();
  EXPECT_FALSE(contains(html_of(fit), "Contamination"));
  fit.settings.mass = Mass::free;
  EXPECT_TRUE(contains(html_of(fit), "Contamination"));
  EXPECT_TRUE(contains(html_of(fit), "<figure id=\"mass\">"));
}

TEST(Html, AHeldParameterHasNoDensity) {
  Fit fit = whole_fit();
  for (std::size_t r = 0; r < fit.draws.rows(); ++r) fit.draws.values[4 * r] = 3.0;
  const std::string html = html_of(fit);
  EXPECT_FALSE(contains(html, "id=\"marginal-a\""));
  EXPECT_TRUE(contains(html, "id=\"marginal-b\""));
}

// Where the density of a parameter begins and ends, and so do its draws' places on the axis.
std::vector<double> extent_of(const Fit& fit, const std::string& parameter) {
  for (const std::string& spec : scripts(html_of(fit), "spec")) {
    const auto json = nlohmann::json::parse(spec);
    if (json["description"].get<std::string>().starts_with("Posterior density of " + parameter)) {
      EXPECT_EQ(json["data"][1]["transform"][0]["extent"], json["scales"][0]["domain"]);
      return json["scales"][0]["domain"].get<std::vector<double>>();
    }
  }
  ADD_FAILURE() << parameter << " has no density";
  return {};
}

TEST(Html, DensitiesEndAtTheBox) {
  Fit fit = whole_fit();
  const auto open = extent_of(fit, "a");  // of draws from 2 to 4, and nobody said where they may be
  EXPECT_LT(open[0], 1.9);
  EXPECT_GT(open[1], 4.1);
  const Interval wide{-100.0, 100.0};
  fit.box = {wide, wide, wide, wide};
  EXPECT_EQ(extent_of(fit, "a"), open);
  fit.box[0] = {1.9, 4.1};
  EXPECT_EQ(extent_of(fit, "a"), (std::vector<double>{1.9, 4.1}));
}

TEST(Html, ShowsWhatRivalMethodsLeave) {
  Fit chains = whole_fit();
  chains.chains = 4;
  EXPECT_TRUE(contains(html_of(chains), "id=\"trace-a\""));
  Fit sequential = whole_fit();
  sequential.history = {{5.0, 100, 0.5, 90, 0.1}, {2.0, 400, 0.3, 85, 0.2}};
  EXPECT_TRUE(contains(html_of(sequential), "id=\"thresholds\""));
  const std::string plain = html_of(whole_fit());
  EXPECT_FALSE(contains(plain, "id=\"trace-a\"") || contains(plain, "id=\"thresholds\""));
}

TEST(Html, LeavesOutWhatTheFitDidNotKeep) {
  const std::string html = html_of(synthetic_fit(20));
  EXPECT_TRUE(contains(html, "kept no simulated data"));
  Fit bare = synthetic_fit(20);
  bare.observations = {};
  EXPECT_FALSE(contains(html_of(bare), "id=\"predictive\""));
}

}  // namespace
}  // namespace surefoot
