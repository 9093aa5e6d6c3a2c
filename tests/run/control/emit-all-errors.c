//@ options: --emit-all-errors
//@ paths: 4
//@ tests: 4
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 3; i++)
    assert(s[i] != 'x'); //~ FAULT assertion
  return 0;
}
