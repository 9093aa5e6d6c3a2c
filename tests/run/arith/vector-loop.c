//@ cflags: -O2
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A loop the compiler may vectorise.
int main(void) {
  unsigned char s[8];
  klee_make_symbolic(s, sizeof s, "s");
  unsigned sum = 0;
  for (int i = 0; i < 8; i++)
    sum += s[i];
  assert(sum <= 8 * 255);
  return 0;
}
