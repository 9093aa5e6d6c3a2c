//@ paths: 7
//@ exit: 0,1,3,6,10,15,21
//@ brute: n in 0..255
#include <klee/klee.h>
static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 6);
  int s = sum(n);
  // Each depth is a path, on which n is known.
  for (int i = 0; i <= 21; i++)
    if (s == i)
      return i;
  return 50;
}
