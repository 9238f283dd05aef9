#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <vector>

#include <netcdf.h>
#include <netcdf_mem.h>

#include <surefoot/error.hpp>
#include <surefoot/journal/merge.hpp>
#include <surefoot/report/html.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/report/text.hpp>

#include "emulator/simulation_file.hpp"
#include "fuzz/targets.hpp"
#include "report/netcdf_layout.hpp"
#include "report/netcdf_reader.hpp"
#include "text.hpp"

// A fit is read by HDF5 first, which damaged files can crash; the program therefore reads each file
// in a process of its own before it trusts it.  So the bytes that are tried here are not those of a
// file but a description of one, from which HDF5 makes a file that is sound: what is exercised are
// our own checks of what is in it, and what reports make of it.  Each line is one of
//
//     GROUP NAME text WORDS                        attributes; the group / is the file's own
//     GROUP NAME number|integer VALUE...
//     GROUP NAME texts|numbers|integers DIMENSIONS VALUE...     variables; 2x3 dimensions
//
// and values that are missing are as the last one.
namespace surefoot::fuzz {
namespace {

class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  std::string next() {
    rest_ = trim(rest_);
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return word;
  }
  std::string_view rest() const { return trim(rest_); }

 private:
  std::string_view rest_;
};

/// The words as numbers, `count` of them.
template <class T>
std::vector<T> numbers(Words& words, std::size_t count) {
  std::vector<T> values;
  for (std::string word = words.next(); !word.empty() && values.size() < count;
       word = words.next()) {
    const T last = values.empty() ? T{} : values.back();
    if constexpr (std::is_floating_point_v<T>)
      values.push_back(parse_number(word).value_or(last));
    else
      values.push_back(parse_whole<T>(word).value_or(last));
  }
  values.resize(count, values.empty() ? T{} : values.back());
  return values;
}

/// A netCDF file that is made in memory.
class Container {
 public:
  Container() { nc_create_mem("fuzz", NC_NETCDF4, 0, &root_); }
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  ~Container() { std::free(finished_.memory); }

  void add(std::string_view line) {
    Words words(line);
    const int group = find_group(words.next());
    const std::string name = words.next(), kind = words.next();
    if (kind == "text")
      nc_put_att_text(group, NC_GLOBAL, name.c_str(), words.rest().size(), words.rest().data());
    else if (kind == "number" || kind == "integer")
      add_attribute(group, name, kind, words);
    else
      add_variable(group, name, kind, words);
  }

  std::string_view finish() {
    nc_close_memio(root_, &finished_);
    return {static_cast<const char*>(finished_.memory), finished_.size};
  }

 private:
  static constexpr std::size_t most_values = 2000;

  int find_group(const std::string& name) {
    int id = root_;
    if (name != "/" && nc_inq_grp_ncid(root_, name.c_str(), &id) != NC_NOERR)
      nc_def_grp(root_, name.c_str(), &id);
    return id;
  }

  static void add_attribute(int group, const std::string& name, const std::string& kind,
                            Words& words) {
    const auto spaces = std::count(words.rest().begin(), words.rest().end(), ' ');
    const auto count = std::min(static_cast<std::size_t>(spaces) + 1, most_values);
    if (kind == "number")
      nc_put_att_double(group, NC_GLOBAL, name.c_str(), NC_DOUBLE, count,
                        numbers<double>(words, count).data());
    else
      nc_put_att_longlong(group, NC_GLOBAL, name.c_str(), NC_INT64, count,
                          numbers<long long>(words, count).data());
  }

  void add_variable(int group, const std::string& name, const std::string& kind, Words& words) {
    const auto type = kind == "texts" ? NC_STRING : kind == "numbers" ? NC_DOUBLE : NC_INT64;
    std::size_t count = 1;
    const std::vector<int> dimensions = define_dimensions(words.next(), count);
    int id = 0;
    if (dimensions.empty() ||
        nc_def_var(group, name.c_str(), type, static_cast<int>(dimensions.size()),
                   dimensions.data(), &id) != NC_NOERR)
      return;
    if (type == NC_DOUBLE) nc_put_var_double(group, id, numbers<double>(words, count).data());
    if (type == NC_INT64) nc_put_var_longlong(group, id, numbers<long long>(words, count).data());
    if (type != NC_STRING) return;
    std::vector<std::string> texts;
    while (texts.size() < count) texts.push_back(words.next());
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    nc_put_var_string(group, id, pointers.data());
  }

  /// Of a text as 2x3; none if there would be too many values.
  std::vector<int> define_dimensions(std::string_view text, std::size_t& count) {
    std::vector<int> ids;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('x'), text.size());
      const auto extent = parse_whole<std::size_t>(text.substr(0, end)).value_or(1);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (extent == 0 || extent > most_values || count * extent > most_values) return {};
      count *= extent;
      int& id = dimensions_.try_emplace(extent, -1).first->second;
      if (id < 0) nc_def_dim(root_, ("of_" + std::to_string(extent)).c_str(), extent, &id);
      ids.push_back(id);
    }
    return ids;
  }

  int root_ = -1;
  std::map<std::size_t, int> dimensions_;
  NC_memio finished_{};
};

void describe(std::string_view bytes, Container& container) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    if (const auto line = bytes.substr(0, end); !line.empty()) container.add(line);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
}

Fit described_fit(std::string_view bytes) {
  const NetcdfTurn turn;
  Container container;
  describe(bytes, container);
  return decode_netcdf(container.finish());
}

}  // namespace

void read_fit_file(std::string_view bytes) {
  const Fit fit = described_fit(bytes);
  const Summary summary = summarise(fit);
  to_text(summary);
  to_csv(summary);
  to_json(summary);
}

// Apart, because to write takes many times as long.
void read_fit_and_write(std::string_view bytes) {
  Fit fit = described_fit(bytes);
  to_html({&fit, 1});
  fit.settings.part = Part{1, 1};
  to_netcdf(merge_parts({{"fuzz", fit}}));
}

// What is read must be what would be written.
void read_simulation_file(std::string_view bytes) {
  KeptSimulations kept;
  {
    const NetcdfTurn turn;
    Container container;
    describe(bytes, container);
    kept = decode_simulations(container.finish());
  }
  if (kept.places.empty()) return;
  std::string again = to_netcdf(kept);
  again.resize(before_checksum(again)->size());
  const NetcdfTurn turn;
  const KeptSimulations copy = decode_simulations(again);
  require(copy.places == kept.places && copy.runs == kept.runs && copy.simulator == kept.simulator,
          "the same simulations in a file of those that were read");
}

}  // namespace surefoot::fuzz
