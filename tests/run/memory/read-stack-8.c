//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  unsigned char v[5] = {10, 20, 30, 20, 10}, i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 5);
  if (v[i] == 20)
    return 1;
  return 0;
}
