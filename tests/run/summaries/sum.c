// A sum depends on all elements: one path for each length.
//@ paths: 9
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  klee_assert(sum == n * (n + 1) / 2);
  return sum;
}
