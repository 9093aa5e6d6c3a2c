//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
static struct { int a, b; } g;
int main(void) {
  klee_make_symbolic(&g, sizeof g, "g");
  if (g.a == 3 && g.b == 5)
    return 1;
  return 0;
}
