//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 1,2
#include <klee/klee.h>
static void set(int *to, int c) {
  if (c > 3)
    *to = 1;
  else
    *to = 2;
}
int main(void) {
  unsigned char c;
  int x;
  klee_make_symbolic(&c, 1, "c");
  set(&x, c);
  return x;
}
