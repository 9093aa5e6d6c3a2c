//@ exit: 0,1,2,3
#include <string.h>
#include <klee/klee.h>
// A terminator is there; each length is a path of its own in the end.
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[3] == 0);
  for (int n = 0; n < 4; n++)
    if (strlen(s) == (size_t)n)
      return n;
  return 50;
}
