// Each round reads what the round before wrote, though the distance is not a constant: the index is extended after the
// addition. Rounds in steps of one would write an array over an array, sixty times.
//@ paths: 61
//@ brute: n in 0..60
#include <klee/klee.h>

int main(void) {
  int n, li[64];
  for (int i = 0; i < 64; i++)
    li[i] = i * 7;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume((n >= 0) & (n <= 60));
  for (int i = n - 1; i >= 0; i--)
    li[i] = li[i + 1] * 3 + i;
  return li[0] & 7;
}
