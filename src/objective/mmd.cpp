#include <surefoot/objective/mmd.hpp>

namespace surefoot {

Combined combine(const Embeddings& e, Mass mass) {
  if (mass == Mass::free && e.a > 0.0 && e.c < e.a) {
    const double s = e.c > 0.0 ? e.c / e.a : 0.0;
    return {-s * e.c, s, s * s, -2.0 * s};
  }
  return {e.a - 2.0 * e.c, 1.0, 1.0, -2.0};
}

double self_factor(double square_sum, Statistic statistic) {
  return statistic == Statistic::u ? 1.0 / (1.0 - square_sum) : 1.0;
}

double self_embedding(double off_diagonal, double square_sum, double at_zero, Statistic statistic) {
  const double diagonal = statistic == Statistic::v ? at_zero * square_sum : 0.0;
  return self_factor(square_sum, statistic) * off_diagonal + diagonal;
}

}  // namespace surefoot
