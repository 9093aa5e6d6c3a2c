//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[4], t[4];
  klee_make_symbolic(s, sizeof s, "s");
  memcpy(t, s, sizeof t);
  assert((t[0] == s[0]) & (t[3] == s[3]));
  int x, y;
  memcpy(&x, s, 4);
  memcpy(&y, t, 4);
  assert(x == y);
  return 0;
}
