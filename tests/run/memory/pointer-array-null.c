//@ paths: 3
//@ paths single: 1
//@ exit: 1,3
#include <stddef.h>
#include <klee/klee.h>
int main(void) {
  int a = 1, c = 3;
  int *v[3] = {&a, NULL, &c};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  int value = *v[i]; //~ FAULT null-dereference
  if (value == 1)
    return 1;
  return 3;
}
