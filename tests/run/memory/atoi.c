//@ exit: 0,1
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[2] == 0);
  if (atoi(s) == 42)
    return 1;
  return 0;
}
