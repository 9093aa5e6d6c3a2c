//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Waiting for another process number.
#include <unistd.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  while (x == 1 && getpid() > 0) //~ FAULT infinite-loop
    ;
  return 0;
}
