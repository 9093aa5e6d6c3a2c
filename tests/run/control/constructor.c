//@ paths: 2
//@ exit: 1,2
#include <klee/klee.h>
static unsigned char x;
static int chosen;
// Symbolic before main.
__attribute__((constructor)) static void begin(void) {
  chosen = 1;
}
int main(void) {
  klee_make_symbolic(&x, 1, "x");
  if (x == 77)
    chosen++;
  return chosen;
}
