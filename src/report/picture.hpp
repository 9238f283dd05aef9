#pragma once

#include <string>
#include <vector>

#include "report/shown_fit.hpp"

namespace surefoot {

/// One picture of a page: a Vega specification and the words around it.
struct Picture {
  std::string id;           // of the page, and the file name of the single figure
  std::string caption;      // HTML
  std::string description;  // for who cannot see it
  Json spec;
};

/// The posterior of each common parameter: density, 90 % interval, median.  A parameter that
/// was held has none.
std::vector<Picture> marginals(const Page& page);

/// The free mass of the fits that have one, drawn as a marginal.
std::vector<Picture> masses(const Page& page);

/// Contours of every pair of parameters; none for a single parameter.
std::vector<Picture> pairs(const Page& page);

/// The observations against data simulated from the posterior.
std::vector<Picture> predictive(const Page& page);

/// The squared MMD of each draw; none where the method has no such thing.
std::vector<Picture> distances(const Page& page);

/// Each parameter along the Markov chains, for the fits that have chains.
std::vector<Picture> traces(const Page& page);

/// The thresholds of the sequential methods.
std::vector<Picture> histories(const Page& page);

/// How far other choices would move the best fit, where that is known.
std::vector<Picture> sensitivities_picture(const ShownFit& shown, const Page& page);

/// A specification that is all but complete: what follows from the fits being several is added,
/// which is their colours, and a legend for where the picture stands alone.
Json with_colours(Json spec, const Page& page);

/// The same for a picture of one fit alone, whose data it is limited to.
Json of_one_fit(Json spec, const ShownFit& shown, const Page& page);

/// The colour of a fit.
std::string colour_of(const ShownFit& shown, const Page& page);

/// A kind of picture and the name of what it shows, as one word that any file may have.
std::string picture_id(const std::string& kind, const std::string& name);

/// The parameters whose shown draws differ at all, by their place in the page.
std::vector<std::size_t> varying_parameters(const Page& page);

/// An axis range that holds the draws of all fits.
Range parameter_range(const Page& page, const std::string& parameter);

}  // namespace surefoot
