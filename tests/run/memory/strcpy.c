//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[4], t[4];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[3] == 0);
  strcpy(t, s);
  assert(strcmp(s, t) == 0);
  return 0;
}
