#include "bootstrap/host_plan.hpp"
#include "device_problem.hpp"

// What draws start from.
namespace surefoot::cuda {

template <class Real>
void UploadedProblem<Real>::upload_parameters(const Problem& problem) {
  const ParameterSpace& space = problem.space->parameters;
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
const double* UploadedProblem<Real>::upload(const double* numbers, int count) {
  if (!numbers) return nullptr;
  numbers_.emplace_back(std::span(numbers, static_cast<std::size_t>(count)));
  return numbers_.back().data();
}

template <class Real>
void UploadedProblem<Real>::upload_modes(const Problem& problem, const Modes& modes) {
  const HostPlan host(problem, modes);
  const int p = host.plan().parameters;
  std::vector<ModeFacts> list(host.plan().mode, host.plan().mode + host.plan().modes);
  for (ModeFacts& mode : list)
    mode = {.eta = upload(mode.eta, p),
            .hessian = upload(mode.hessian, p * p),
            .sd = upload(mode.sd, p),
            .tolerance = mode.tolerance,
            .fall = mode.fall,
            .pictures = mode.pictures,
            .jacobian = upload(mode.jacobian, mode.pictures * p),
            .metric = upload(mode.metric, p * p),
            .axes = upload(mode.axes, p * p),
            .rises = upload(mode.rises, p)};
  std::vector<DeviceLandmarks<Real>> landmarks;
  for (const Landmarks* one : host.landmarks())
    landmarks.push_back(one ? upload_landmarks(problem, *one) : DeviceLandmarks<Real>{});
  modes_ = DeviceArray<ModeFacts>(list);
  landmarks_ = DeviceArray<DeviceLandmarks<Real>>(landmarks);
  device_.mass = *problem.settings->mass;
  device_.each_start_apart = !follows_modes(modes.optimiser);
  device_.landmarks = landmarks_.data();
  device_.plan = host.plan();
  device_.plan.mode = modes_.data();
  device_.plan.other = upload(host.plan().other, host.plan().others * p);
}

template <class Real>
DeviceLandmarks<Real> UploadedProblem<Real>::upload_landmarks(const Problem& problem,
                                                              const Landmarks& landmarks) {
  static_assert(most_landmarks == Landmarks::most);
  const auto d = static_cast<std::size_t>(problem.simulation->model.dimension);
  const std::size_t count = landmarks.points().size() / d;
  std::vector<Real> points(landmarks.points().size());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < d; ++c)
      points[c * count + i] = static_cast<Real>(landmarks.points()[i * d + c] - device_.centre[c]);
  points_.emplace_back(points);
  return {static_cast<int>(count), landmarks.size(), points_.back().data(),
          upload(landmarks.whitening().data(), static_cast<int>(landmarks.whitening().size()))};
}

template void UploadedProblem<float>::upload_parameters(const Problem&);
template void UploadedProblem<float>::upload_modes(const Problem&, const Modes&);
template void UploadedProblem<double>::upload_parameters(const Problem&);
template void UploadedProblem<double>::upload_modes(const Problem&, const Modes&);

}  // namespace surefoot::cuda
