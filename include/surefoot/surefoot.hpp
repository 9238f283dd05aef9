#pragma once

/// Everything a user of the library needs: models, simulators and kernels of
/// one's own, `fit`, and what is made of its result.
#include <surefoot/compare.hpp>
#include <surefoot/data/read.hpp>
#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/model.hpp>
#include <surefoot/objects/object_fit.hpp>
#include <surefoot/report/output.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/report/text.hpp>
#include <surefoot/simulators/plain.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/simulators/series.hpp>
