#include <surefoot/bootstrap/solver.hpp>

#include "device_problem.hpp"

// What draws start from.
namespace surefoot::cuda {

template <class Real>
void UploadedProblem<Real>::upload_parameters(const Problem& problem) {
  const ParameterSpace& space = problem.space;
  const Box box = problem.box();
  device_.parameters = space.size();
  for (int k = 0; k < space.size(); ++k) {
    device_.held[k] = space.held()[static_cast<std::size_t>(k)];
    device_.axis[k] = {space[k].transform, space[k].lower, space[k].upper};
  }
  for (std::size_t j = 0; j < space.free().size(); ++j) {
    device_.free_index[j] = space.free()[j];
    device_.lower[j] = box.lower[j];
    device_.upper[j] = box.upper[j];
    device_.scale[j] = box.scale[j];
  }
}

template <class Real>
const double* UploadedProblem<Real>::upload(std::span<const double> numbers) {
  numbers_.emplace_back(numbers);
  return numbers_.back().data();
}

template <class Real>
void UploadedProblem<Real>::upload_modes(const Problem& problem, const Modes& modes) {
  device_.mass = problem.settings.mass;
  device_.each_start_apart = !follows_modes(modes.optimiser);
  std::vector<ModeFacts> list;
  std::vector<DeviceLandmarks<Real>> landmarks;
  for (const Mode& mode : modes.list) {
    ModeFacts facts{.eta = upload(mode.eta),
                    .hessian = upload(mode.hessian),
                    .sd = upload(mode.sd),
                    .tolerance = mode.tolerance,
                    .fall = mode.fall};
    landmarks.push_back(mode.linear.landmarks ? upload_landmarks(problem, *mode.linear.landmarks)
                                              : DeviceLandmarks<Real>{});
    if (mode.linear.landmarks) {
      const MetricOfMode metric = metric_of(mode, problem.box());
      facts.pictures = mode.linear.landmarks->size();
      facts.jacobian = upload(mode.linear.jacobian);
      facts.metric = upload(metric.damped);
      facts.axes = upload(metric.axes);
      facts.rises = upload(metric.rises);
    }
    list.push_back(facts);
  }
  std::vector<double> others;
  for (const Mode& other : modes.others)
    others.insert(others.end(), other.eta.begin(), other.eta.end());
  modes_ = DeviceArray<ModeFacts>(list);
  landmarks_ = DeviceArray<DeviceLandmarks<Real>>(landmarks);
  device_.landmarks = landmarks_.data();
  device_.plan = plan_of(problem, modes.optimiser);
  device_.plan.modes = static_cast<int>(list.size());
  device_.plan.mode = modes_.data();
  device_.plan.others = static_cast<int>(modes.others.size());
  device_.plan.other = upload(others);
}

template <class Real>
DeviceLandmarks<Real> UploadedProblem<Real>::upload_landmarks(const Problem& problem,
                                                              const Landmarks& landmarks) {
  static_assert(most_landmarks == Landmarks::most);
  const auto d = static_cast<std::size_t>(problem.model.dimension);
  const std::size_t count = landmarks.points().size() / d;
  std::vector<Real> points(landmarks.points().size());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < d; ++c)
      points[c * count + i] = static_cast<Real>(landmarks.points()[i * d + c] - device_.centre[c]);
  points_.emplace_back(points);
  return {static_cast<int>(count), landmarks.size(), points_.back().data(),
          upload(landmarks.whitening())};
}

template void UploadedProblem<float>::upload_parameters(const Problem&);
template void UploadedProblem<float>::upload_modes(const Problem&, const Modes&);
template void UploadedProblem<double>::upload_parameters(const Problem&);
template void UploadedProblem<double>::upload_modes(const Problem&, const Modes&);

}  // namespace surefoot::cuda
