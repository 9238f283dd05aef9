#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace surefoot {

using Json = nlohmann::ordered_json;

/// Text as HTML shows it, in an element or an attribute, whatever bytes it has.
std::string escaped(std::string_view text);

/// JSON inside a script element, which nothing in it can end.
std::string script_json(const Json& json);

/// A table: the first row is the head, the first column names the rows.  The
/// cells are HTML.
std::string html_table(const std::vector<std::vector<std::string>>& rows);

/// A list of names and values, which are HTML.
std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts);

/// "1 draw", "2 draws".
std::string counted(std::size_t count, std::string_view thing);

/// The digits of a value that its Monte Carlo error leaves meaningful.
std::string meaningful(double value, double mcse);

}  // namespace surefoot
