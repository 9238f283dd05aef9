#pragma once

#include <nanobind/nanobind.h>

namespace surefoot::python {

/// The finished fit, and reading and comparing such.
void bind_fit(nanobind::module_& m);

}  // namespace surefoot::python
