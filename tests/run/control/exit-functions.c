//@ paths: 5
//@ exit: 0,4
#include <stdlib.h>
#include <unistd.h>
#include <klee/klee.h>
// Whatever function ends the program, its status makes no path of its own. What runs before the end sees
// every value.
static unsigned char a;
static void last(void) {
  if (a == 200)
    _exit(4);
}
int main(void) {
  klee_make_symbolic(&a, 1, "a");
  unsigned how = klee_range(0, 4, "how");
  switch (how) {
  case 0:
    _exit(a);
  case 1:
    quick_exit(a & 7);
  case 2:
    _Exit(a % 5);
  default:
    atexit(last);
    exit(a & 1);
  }
}
