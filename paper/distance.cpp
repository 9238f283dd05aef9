#include "paper/distance.hpp"

#include <vector>

#include <surefoot/objective/mmd.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot::paper {
namespace {

/// Equally weighted points, laid out and padded as the sums want them.
class Cloud {
 public:
  explicit Cloud(const Sample& x) : count_(static_cast<int>(x.size())), dimension_(x.dimension()) {
    stride_ = padded(count_);
    coordinates_.assign(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(dimension_),
                        0.0);
    weights_.assign(static_cast<std::size_t>(stride_), 0.0);
    for (int i = 0; i < count_; ++i) {
      weights_[static_cast<std::size_t>(i)] = 1.0 / count_;
      for (int c = 0; c < dimension_; ++c)
        coordinates_[static_cast<std::size_t>(c * stride_ + i)] = x(static_cast<std::size_t>(i), c);
    }
  }

  Points<double> view() const {
    return {count_, stride_, dimension_, coordinates_.data(), weights_.data()};
  }
  double self(const Kernel& kernel) const {
    return self_embedding(kernel.sums().self(view(), nullptr), 1.0 / count_, kernel.at_zero(),
                          Statistic::u);
  }

 private:
  int count_, stride_ = 0, dimension_;
  AlignedVector<double> coordinates_, weights_;
};

}  // namespace

double squared_mmd(const Kernel& kernel, const Sample& a, const Sample& b) {
  const Cloud first(a), second(b);
  return first.self(kernel) + second.self(kernel) -
         2.0 * kernel.sums().cross(first.view(), second.view(), nullptr);
}

}  // namespace surefoot::paper
