//@ paths: 3
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
static int to_upper(int c) {
  if (c >= 'a' && c <= 'z')
    return c - ('a' - 'A');
  return c;
}
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  unsigned char u = to_upper(c);
  assert((u < 'a') | (u > 'z'));
  return 0;
}
