//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The clock goes on when it is looked at.
#include <time.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do
    clock_gettime(CLOCK_MONOTONIC, &now);
  while (now.tv_sec == start.tv_sec && now.tv_nsec - start.tv_nsec < (x == 1 ? 50000 : 10000));
  return 0;
}
