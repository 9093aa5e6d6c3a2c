//@ paths: 10
#include <klee/klee.h>
// Pairs (m, n) with n <= m <= 3 decide how often each loop runs: 4 + 3 + 2 + 1.
int main(void) {
  unsigned char m, n;
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&n, 1, "n");
  klee_assume(m <= 3);
  klee_assume(n <= m);
  int sum = 0;
  for (int i = 0; i < m; i++)
    sum += i;
  for (int i = 0; i < n; i++)
    sum -= i;
  return sum < 0;
}
