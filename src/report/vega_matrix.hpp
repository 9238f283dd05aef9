#pragma once

#include "report/picture.hpp"

namespace surefoot {

/// A variable of a matrix of panels: its field in the data, its name and its axis.
struct MatrixVariable {
  std::string field;
  std::string name;
  Range range;
  bool whole = false;  // whether its values are whole numbers
};

/// What a panel shows: data and marks of a Vega group, in which `x` is the column's scale, `y` the
/// row's, and the signal `side` the length of the panel's edges.
struct Panel {
  Json data = Json::array();
  Json marks = Json::array();
};

/// The lower triangle of a matrix of panels.  `on` gives the panel of one variable, `below` that
/// of two (the first along x).  The `data` are what the panels draw on.
template <class On, class Below>
Json matrix_spec(const std::vector<MatrixVariable>& variables, Json data, On&& on, Below&& below);

/// A matrix without panels, and a panel put into it.
Json empty_matrix(std::size_t variables, Json data);
void add_panel(Json& matrix, const std::vector<MatrixVariable>& variables, std::size_t row,
               std::size_t column, Panel panel);

template <class On, class Below>
Json matrix_spec(const std::vector<MatrixVariable>& variables, Json data, On&& on, Below&& below) {
  Json matrix = empty_matrix(variables.size(), std::move(data));
  for (std::size_t row = 0; row < variables.size(); ++row) {
    for (std::size_t column = 0; column < row; ++column)
      add_panel(matrix, variables, row, column, below(variables[column], variables[row]));
    add_panel(matrix, variables, row, row, on(variables[row]));
  }
  return matrix;
}

}  // namespace surefoot
