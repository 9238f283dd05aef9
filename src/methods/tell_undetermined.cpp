#include "methods/tell_undetermined.hpp"

#include <fmt/format.h>

namespace surefoot {

void tell_undetermined(const Undetermined& undetermined, const Events& events) {
  if (undetermined.everywhere)
    events.warning(
        "the objective is the same in the whole box, to rounding: nothing of the parameters is "
        "determined by these data under this kernel, and the draws fill the box");
  else if (!undetermined.groups.empty())
    events.warning(fmt::format(
        "not determined by these data: {}; the draws are spread at random over the values between "
        "which the data do not decide",
        to_text(undetermined)));
}

}  // namespace surefoot
