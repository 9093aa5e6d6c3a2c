// Without summaries, each length is a path.
//@ options: --no-loop-summaries
//@ paths: 9
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[8] = {0};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  for (int i = 0; i < n; i++) a[i] = 1;
  if (n < 8) klee_assert(a[n] == 0);
  return 0;
}
