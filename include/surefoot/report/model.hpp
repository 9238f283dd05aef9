#pragma once

#include <string>

#include <surefoot/model.hpp>

namespace surefoot {

/// A model's parameters, sizes and offers: a table for people, and a JSON object.
std::string model_text(const Model& model);
std::string model_json(const Model& model);

}  // namespace surefoot
