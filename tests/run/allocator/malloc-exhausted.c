// A heap of one GiB has 2^15 slots of 2,048 bytes, of which every second one is used, and half a GiB for
// large objects. What is full is full; the rest has room.
//@ options: --kdalloc-heap-size=1
//@ paths: 2
//@ exit: 0,1
//@ exhaustive: no
//@ replay: off natively there is more memory
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  int count = 0;
  while (malloc(2000))
    count++;
  if (count != (1 << 14) - 1 || malloc(1024) || malloc(600 << 20))
    return 2;
  if (!malloc(200) || !malloc(4000))
    return 3;
  if (c == 1)
    return 1;
  return 0;
}
