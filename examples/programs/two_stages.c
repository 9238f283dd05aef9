/* A simulator as a program, by the binary protocol: a job of two stages, each of random length.
 *
 *   cc -O2 two_stages.c -o two_stages -lm
 *   surefoot fit exec:./two_stages times.csv --protocol binary --parameters mean=0.1:100:log,ratio=0:1
 */
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
  uint64_t request[2]; /* observations, seed */
  double theta[2];     /* mean, ratio */
  while (fread(request, sizeof(request), 1, stdin) == 1 &&
         fread(theta, sizeof(theta), 1, stdin) == 1) {
    for (uint64_t i = 0; i < request[0]; ++i) {
      const double first = -log(uniform(&request[1])), second = -log(uniform(&request[1]));
      const double y = theta[0] * (first + theta[1] * second);
      fwrite(&y, sizeof(y), 1, stdout);
    }
    fflush(stdout);
  }
  return 0;
}
