//@ paths: 3
//@ brute: to in 0..6, n in 0..6, k in 0..11
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char a[12];
  for (int i = 0; i < 12; i++) a[i] = 3 * i + 1;
  unsigned char to, n, k;
  klee_make_symbolic(&to, sizeof to, "to");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(to <= 6);
  klee_assume(n <= 6);
  klee_assume(k < 12);
  memcpy(a + to, a, n); //~ FAULT overlapping-copy
  if (a[k] == 4) return 1;
  return 0;
}
