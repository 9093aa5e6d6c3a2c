#include <klee/klee.h>
#include <assert.h>
int first(const char *s);
long widened(signed char c);
int main(void) {
  char s[4];
  signed char c;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume(c < -2);
  assert(widened(c) == c);
  if (s[0] == 'a') {
    assert(first(s) == 'a');
    return 1;
  }
  klee_assume(s[0] > 'b');
  assert(first(s) > 'b');
  assert(first(s) == s[0]);
  return 0;
}
