#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// C++ text without its comments, preprocessor lines and the insides of its
/// literals, so that what is left can be read word by word.
std::string without_comments(std::string_view text);

/// Its names, numbers and :: as one word each, anything else character by character.
std::vector<std::string_view> cpp_words(std::string_view text);

}  // namespace surefoot
