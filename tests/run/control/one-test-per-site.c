//@ paths: 4
//@ tests: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Three paths fail at one site: one of them gets a test. The fourth ends well.
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 3; i++)
    assert(s[i] != 'x'); //~ FAULT assertion
  return 0;
}
