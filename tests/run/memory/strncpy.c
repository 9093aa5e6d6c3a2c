//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
// No terminator where the source is longer; zeros up to the end where it is shorter.
int main(void) {
  char s[3], t[4] = "zzzz";
  klee_make_symbolic(s, sizeof s, "s");
  strncpy(t, s, 3);
  assert(t[3] == 'z');
  if (s[0] == 0)
    assert((t[0] | t[1] | t[2]) == 0);
  return 0;
}
