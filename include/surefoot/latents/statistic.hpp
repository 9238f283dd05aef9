#pragma once

namespace surefoot {

/// How A is estimated from simulated points: without the diagonal for
/// independent points (unbiased), with it for nodes of a rule.
enum class Statistic { u, v };

}  // namespace surefoot
