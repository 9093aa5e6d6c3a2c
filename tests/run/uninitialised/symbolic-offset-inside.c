//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char b[32];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 20);
  memset(b, 0, 20);
  b[3] = 1;
  if (b[i])
    return 1;
  return 0;
}
