//@ exit: 0,1,2,3
//@ brute: c in 0..255
#include <ctype.h>
#include <klee/klee.h>
// The library's own functions.
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  klee_assume(c < 128);
  if (isdigit(c))
    return 1;
  if (isupper(c))
    return 2;
  if (isspace(c))
    return 3;
  return 0;
}
