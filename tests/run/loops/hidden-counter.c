//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// All that changes is a byte in the middle of a large object.
static unsigned char large[100000];
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  while (large[54321] < (x == 1 ? 200 : 100))
    large[54321]++;
  return 0;
}
