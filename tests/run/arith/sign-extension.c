//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  signed char c;
  klee_make_symbolic(&c, 1, "c");
  int wide = c;
  long wider = c;
  unsigned char raw = c;
  assert((wide < 0) == (raw >= 128));
  assert(wider == wide);
  assert((wide & 255) == raw);
  return 0;
}
