// A simulator as a program that takes no time to think: rows of one number, by the protocol that
// its environment names.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main() {
  if (std::string(std::getenv("SUREFOOT_PROTOCOL")) == "binary") {
    struct {
      std::uint64_t rows, seed;
      double theta;
    } request;
    while (std::fread(&request, sizeof(request), 1, stdin) == 1) {
      const std::vector<double> rows(request.rows, request.theta);
      std::fwrite(rows.data(), sizeof(double), rows.size(), stdout);
      std::fflush(stdout);
    }
    return 0;
  }
  unsigned long long rows, seed;
  double theta;
  while (std::scanf("%llu %llu %lf", &rows, &seed, &theta) == 3) {
    char row[32];
    std::snprintf(row, sizeof(row), "%.17g\n", theta + 0.1);
    std::string answer;
    for (unsigned long long i = 0; i < rows; ++i) answer += row;
    std::fwrite(answer.data(), 1, answer.size(), stdout);
    std::fflush(stdout);
  }
}
