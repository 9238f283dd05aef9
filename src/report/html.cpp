#include <algorithm>

#include <fmt/format.h>

#include <surefoot/report/html.hpp>

#include "report/page_sections.hpp"
#include "report/page_shell.hpp"
#include "report/picture.hpp"

namespace surefoot {

std::string_view page_script();

namespace {

// Puts pictures and prose together, and sees to it that no two pictures share an identifier.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void section(const std::string& title, const std::string& body) {
    out_ += fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", title, body);
  }

  // Small pictures of one kind stand side by side where there is room.
  std::string figures(std::vector<Picture> pictures, const char* layout) {
    if (pictures.empty()) return "";
    std::string html = fmt::format("<div class=\"{}\">\n", layout);
    for (Picture& picture : pictures) html += figure(picture);
    return html + "</div>\n";
  }

 private:
  std::string figure(Picture& picture) {
    std::string id = picture.id;
    for (int count = 2; std::find(ids_.begin(), ids_.end(), id) != ids_.end(); ++count)
      id = fmt::format("{}-{}", picture.id, count);
    ids_.push_back(id);
    picture.spec["autosize"] = "none";
    picture.spec["description"] = picture.description;
    return html_figure(id, picture.spec, picture.caption);
  }

  std::string& out_;
  std::vector<std::string> ids_;
};

std::string title_of(const Page& page) {
  if (page.compares()) return fmt::format("{} fits compared", page.fits.size());
  return page.fits.front().summary.model;
}

std::string header(const Page& page) {
  const Summary& s = page.fits.front().summary;
  std::string subtitle;
  if (page.compares())
    for (const ShownFit& shown : page.fits) subtitle += label_of(shown, page) + "\n";
  else
    subtitle = fmt::format("Posterior by {} from {} and {}", escaped(s.method),
                           counted(s.observations, "observation"), counted(s.draws, "draw"));
  return fmt::format("<header>\n<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n</header>\n",
                     escaped(title_of(page)), subtitle);
}

std::string thinning_note(const Page& page) {
  std::string note;
  for (const ShownFit& shown : page.fits)
    if (shown.rows.size() < shown.usable)
      note += fmt::format(
          "<p class=\"note\">{}Pictures show {} of {} draws, evenly taken; tables and intervals "
          "use them all.</p>\n",
          page.compares() ? label_of(shown, page) + ": " : "", shown.rows.size(), shown.usable);
  return note;
}

std::string marginals_section(const Page& page, Writer& writer) {
  return "<p>Density of each parameter; below it the 90 % interval and the median.</p>\n" +
         writer.figures(marginals(page), "grid") + thinning_note(page);
}

std::string predictive_section(const Page& page, Writer& writer) {
  if (!page.compares()) return writer.figures(predictive(page), "wide");
  std::string html;
  for (Picture& picture : predictive(page)) {
    const std::string label = picture.spec["usermeta"]["fit"];
    const auto shown = std::find_if(page.fits.begin(), page.fits.end(),
                                    [&](const ShownFit& s) { return s.label == label; });
    picture.caption = label_of(*shown, page) + ". " + picture.caption;
    html += writer.figures({std::move(picture)}, "cell");
  }
  return html.empty() ? "" : "<div class=\"halves\">" + html + "</div>\n";
}

std::string distances_part(const Page& page, Writer& writer) {
  const std::string html = writer.figures(distances(page), page.compares() ? "halves" : "wide");
  if (html.empty()) return "";
  return html +
         "<p class=\"note\">Squared MMD between the reweighted data and the fitted model, draw by "
         "draw; the dashed line is the median. Dark squares ended on an edge of the box, dark "
         "triangles at the limit of steps, dark diamonds at a place as good as others.</p>\n";
}

std::string health(const Page& page, Writer& writer) {
  std::string html = distances_part(page, writer) + writer.figures(histories(page), "wide") +
                     writer.figures(traces(page), "grid");
  for (const ShownFit& shown : page.fits) html += health_section(shown, page);
  return html;
}

std::string model_check(const Page& page, Writer& writer) {
  std::string html;
  for (const ShownFit& shown : page.fits)
    html += check_section(shown, page) +
            writer.figures(sensitivities_picture(shown, page), "wide") +
            observations_section(shown, page);
  return html;
}

std::string body(const Page& page) {
  std::string out = header(page) + banners(page);
  Writer writer(out);
  writer.section(page.compares() ? "What was fitted" : "The fit", settings_section(page));
  writer.section("The posterior in numbers", numbers_section(page));
  writer.section("Each parameter", marginals_section(page, writer));
  if (const std::string html = writer.figures(pairs(page), "wide"); !html.empty())
    writer.section("Pairs of parameters", html);
  if (const std::string html = predictive_section(page, writer); !html.empty())
    writer.section("Data against the posterior predictive", html);
  if (const std::string html = mass_section(page); !html.empty())
    writer.section("Contamination",
                   "<p>The mass was free: it estimates the share of the data that the model can "
                   "explain, and the rest is contamination.</p>\n" +
                       html + writer.figures(masses(page), "grid"));
  if (const std::string html = model_check(page, writer); !html.empty())
    writer.section("Does the model fit?", html);
  writer.section("How far to trust it", health(page, writer));
  return out;
}

}  // namespace

std::string to_html(std::span<const Fit> fits, const HtmlOptions& options) {
  const Page page = make_page(fits, options);
  std::string data;
  for (const ShownFit& shown : page.fits)
    data += "<script type=\"application/json\" class=\"fit\">" + script_json(data_of(shown, page)) +
            "</script>\n";
  return html_page(
      {.title = title_of(page),
       .style = {},
       .body = body(page) + "<p id=\"problems\" class=\"banner\" role=\"alert\" hidden></p>\n",
       .data = data,
       .script = page_script()});
}

}  // namespace surefoot
