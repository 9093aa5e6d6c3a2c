//@ paths: 3
//@ exit: 0,1,9
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
// Most of the buffer was never written, but the path knows that the index does not reach there.
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  char b[16];
  strcpy(b, "hello");
  if (n >= 5)
    return 0;
  if (b[n] == 'l')
    return 9;
  putchar(b[n]);
  return 1;
}
