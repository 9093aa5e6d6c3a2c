//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Four pointers into one object: nothing to fork on but the value.
int main(void) {
  int a[4] = {0, 5, 0, 5};
  int *v[4] = {&a[3], &a[2], &a[1], &a[0]};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  if (*v[i] == 5)
    return 1;
  return 0;
}
