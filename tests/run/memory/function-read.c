//@ paths: 2
//@ exit: 0
//@ replay: off code can be read natively
#include <klee/klee.h>
static int one(void) { return 1; }
static char data[4];
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  const char *p = data;
  if (x == 5)
    p = (const char *)(void *)one;
  volatile char c = *p; //~ FAULT function-access
  (void)c;
  return 0;
}
