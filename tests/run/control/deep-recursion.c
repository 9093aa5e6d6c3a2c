// Bytes decide how deep the stack is, not calls.
//@ brute: x in 0..3
//@ paths: 4
#include <klee/klee.h>
static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assume(x < 4);
  switch (x) {
  case 1: return down(100001) & 63;
  case 2: return down(150000) & 63;
  case 3: return down(10);
  default: return 0;
  }
}
