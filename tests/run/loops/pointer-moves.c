//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A pointer that walks over equal elements.
int main(void) {
  unsigned char x;
  char zeros[200] = {0};
  klee_make_symbolic(&x, 1, "x");
  char *end = zeros + (x == 1 ? 200 : 150);
  for (char *p = zeros; p != end; p++)
    ;
  return 0;
}
