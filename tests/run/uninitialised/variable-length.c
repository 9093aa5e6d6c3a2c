//@ options: --check=uninitialised
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume((n > 2) & (n < 5));
  int a[n];
  a[0] = 1;
  if (a[0] != 1)
    return 2;
  if (a[2]) //~ FAULT uninitialised-use
    return 1;
  return 0;
}
