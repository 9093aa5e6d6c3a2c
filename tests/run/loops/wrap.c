//@ exit: 1
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A counter of eight bits never passes 255.
int main(void) {
  unsigned char x, i;
  klee_make_symbolic(&x, 1, "x");
  int last = x == 1 ? 255 : 254;
  for (i = 0; i <= last; i++) //~ FAULT infinite-loop
    ;
  return i == 255;
}
