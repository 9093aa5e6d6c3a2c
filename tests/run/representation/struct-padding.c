//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
struct pair { char c; int i; };
// Eight bytes are moved at once, three of which were never written.
static __attribute__((noinline)) struct pair make(char c, int i) {
  struct pair p;
  p.c = c;
  p.i = i;
  return p;
}
int main(void) {
  char c;
  int i;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&i, sizeof i, "i");
  struct pair p = make(c, i), q[2];
  q[1] = p;
  q[0] = q[1];
  assert((q[0].c == c) & (q[0].i == i));
  return 0;
}
