//@ exit: 0,1
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[3] == 0);
  if (strcmp(s, "bay") == 0)
    return 1;
  return 0;
}
