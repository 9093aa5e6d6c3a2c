//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Adding one to a float of 2^24 changes nothing.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  float f = 16777210, end = x == 2 ? 16777220 : 16777215;
  while (f < end) //~ FAULT infinite-loop
    f += 1;
  return 0;
}
