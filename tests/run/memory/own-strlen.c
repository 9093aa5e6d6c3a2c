//@ paths: 5
//@ exit: 0,1,2,3
#include <klee/klee.h>
// Lengths 0 to 3, and one byte too far.
static int length(const char *s) {
  int n = 0;
  while (s[n]) //~ FAULT out-of-bounds
    n++;
  return n;
}
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  return length(s);
}
