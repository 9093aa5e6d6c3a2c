//@ options: --libc=none
//@ paths: 2
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x > 5)
    return x * 3;
  return x ^ 1;
}
