// What one path allocates does not move what the other does.
//@ options: --kdalloc-quarantine=0
//@ by-number
//@ paths: 2
//@ exit: 0
//@ replay: off natively the distance is another
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *first = malloc(20);
  uintptr_t distance = 0;
  if (c)
    free(malloc(24));
  char *second = malloc(28);
  distance = (uintptr_t)first - (uintptr_t)second;
  // A quarter of a bin of 64 GiB.
  return distance != 1ul << 34;
}
