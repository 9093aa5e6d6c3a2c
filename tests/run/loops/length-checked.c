//@ exit: 0,1
//@ options: --check=infinite-loop
//@ brute: length in 0..255
#include <klee/klee.h>
// The same with a check.
int main(void) {
  unsigned char length;
  klee_make_symbolic(&length, sizeof length, "length");
  if (length < 4)
    return 1;
  unsigned at = 0;
  while (at < 100)
    at += length;
  return 0;
}
