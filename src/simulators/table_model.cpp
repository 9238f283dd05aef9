#include "simulators/table_model.hpp"

#include <surefoot/error.hpp>

namespace surefoot {
namespace {

constexpr const char* table_name = "table";

class NoSimulator final : public BatchSimulator {
 public:
  bool differentiable() const override { return false; }
  bool simulate(std::span<const double>, const LatentTable<float>&, Derivatives,
                Simulation<float>&) const override {
    refuse();
  }
  bool simulate(std::span<const double>, const LatentTable<double>&, Derivatives,
                Simulation<double>&) const override {
    refuse();
  }

 private:
  [[noreturn]] static void refuse() {
    throw Error(Fault::usage,
                "the model is a table of simulations, so that nothing more can be simulated from "
                "it");
  }
};

}  // namespace

bool is_table(const std::string& name) { return name == table_name; }

Model table_model(std::vector<Parameter> parameters, int dimension) {
  Model model;
  model.name = table_name;
  model.description = "a table of simulations";
  model.parameters = ParameterSpace(std::move(parameters));
  model.dimension = dimension;
  model.simulator = std::make_shared<NoSimulator>();
  return model;
}

}  // namespace surefoot
