/* The g-and-k model as a program, by the binary protocol. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* splitmix64 */
static double uniform(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return ((double)((z ^ (z >> 31)) >> 12) + 0.5) * 0x1p-52;
}

int main(void) {
  const double turn = 6.283185307179586;
  uint64_t request[2]; /* observations, seed */
  double theta[4];     /* a, b, g, log_k */
  while (fread(request, sizeof(request), 1, stdin) == 1 &&
         fread(theta, sizeof(theta), 1, stdin) == 1) {
    for (uint64_t i = 0; i < request[0]; ++i) {
      const double radius = sqrt(-2 * log(uniform(&request[1])));
      const double z = radius * cos(turn * uniform(&request[1]));
      const double skew = 1 + 0.8 * tanh(theta[2] * z / 2);
      const double y = theta[0] + theta[1] * skew * pow(1 + z * z, exp(theta[3])) * z;
      fwrite(&y, sizeof(y), 1, stdout);
    }
    fflush(stdout);
  }
  return 0;
}
