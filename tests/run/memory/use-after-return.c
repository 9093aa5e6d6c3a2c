//@ paths: 2
//@ exit: 0
//@ replay: off the sanitizer may not see a use after return
#include <klee/klee.h>
static int *keep;
static void leave(int x) {
  int local = x;
  keep = &local;
}
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  leave(c);
  if (c == 9)
    *keep = 1; //~ FAULT use-after-return
  return 0;
}
