//@ exit: 0,1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Records, the length of which may be 0: all that differs from round to round is a symbolic position.
int main(void) {
  unsigned char length;
  klee_make_symbolic(&length, sizeof length, "length");
  if (length > 0 && length < 20)
    return 1;
  unsigned at = 0;
  while (at < 100) //~ FAULT infinite-loop: after
    at += length;
  return 0;
}
