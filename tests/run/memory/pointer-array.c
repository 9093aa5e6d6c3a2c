//@ paths: 3
//@ paths single: 1
//@ exit: 1,2,3
//@ brute: i in 0..2
#include <klee/klee.h>
// Three objects behind a symbolic index: three paths, on each of which the value is known.
int main(void) {
  int a = 1, b = 2, c = 3;
  int *v[3] = {&a, &b, &c};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  int value = *v[i];
  if (value == 1)
    return 1;
  if (value == 2)
    return 2;
  return 3;
}
