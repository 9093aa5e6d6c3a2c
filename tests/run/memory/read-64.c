//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  long v[4] = {1l << 40, -1, 1, 1l << 33};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  if (v[i] > 1l << 35)
    return 1;
  return 0;
}
