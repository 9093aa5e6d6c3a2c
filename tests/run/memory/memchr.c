//@ exit: 0,1
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  char *p = memchr(s, 'b', 3);
  if (p == NULL) {
    assert((s[0] != 'b') & (s[1] != 'b') & (s[2] != 'b'));
    return 0;
  }
  assert(*p == 'b');
  return 1;
}
