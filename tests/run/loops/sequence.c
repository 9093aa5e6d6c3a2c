//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A sequence that comes back to its start: 5, 14, 7, 20, 10, 5.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = 32, most = 0;
  if (x == 5)
    n = 5;
  while (n != 1) { //~ FAULT infinite-loop
    n = n % 2 ? 3 * n - 1 : n / 2;
    most = n > 100;
  }
  return most;
}
