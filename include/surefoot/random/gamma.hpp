#pragma once

namespace surefoot {

class Noise;

/// The logarithm of a gamma variate, for any positive shape.
double log_gamma_variate(double shape, Noise& noise);

}  // namespace surefoot
