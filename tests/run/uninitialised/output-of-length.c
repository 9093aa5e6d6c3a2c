// Output of unknown length from an array that was written up to an unknown byte: for each length one fault, whichever byte is
// the first that was not written.
//@ options: --check=uninitialised
//@ paths: 17
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 8 & m <= 8);
  char a[8];
  memset(a, 'x', m);
  write(1, a, n); //~ FAULT uninitialised-use: output depends on an 8-byte local a
  return 0;
}
