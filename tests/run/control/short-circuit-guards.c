//@ paths: 4
#include <klee/klee.h>
// The guards keep the read in bounds: no fault.
int main(void) {
  int v[4] = {1, 0, 1, 0};
  int i = klee_int("i");
  if (i >= 0 && i < 4 && v[i])
    return 1;
  return 0;
}
