// The amount of a shift grows with the rounds until it is too large: such a loop is not carried out in one step.
//@ brute: n in 0..36
#include <klee/klee.h>

int main(void) {
  int a[36];
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 36);
  for (unsigned i = 0; i < n; i++)
    a[i] = 1u << i; //~ FAULT overshift: a 32-bit value shifted by 32
  return n > 3 && a[3] != 8;
}
