// A block of no bytes may begin anywhere.
//@ paths: 2
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 3);
  char a[4];
  memset(a, 1, sizeof a);
  memcpy(a + 4, a, n / 4);
  char *volatile none = 0;
  memset(none, 0, n); //~ FAULT null-dereference
  return a[0];
}
