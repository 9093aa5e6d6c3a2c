//@ exit: 0
//@ options: --check=infinite-loop
//@ brute: x in -128..127
#include <klee/klee.h>
// A value that is what it was every other time, and always for 0, in a loop that is counted elsewhere.
int main(void) {
  signed char x;
  int rounds[40] = {0};
  klee_make_symbolic(&x, sizeof x, "x");
  for (int *p = rounds; p < rounds + 40; p++)
    x = -x;
  return 0;
}
