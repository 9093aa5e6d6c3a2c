//@ paths: 4
//@ paths single: 1
//@ exit: 1,2,3,4
#include <klee/klee.h>
// Two rows of two pointers: 2 for the row, 2 for the object.
int main(void) {
  int a = 1, b = 2, c = 3, d = 4;
  int *first[2] = {&a, &b}, *second[2] = {&c, &d};
  int **rows[2] = {first, second};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 2);
  klee_assume(j < 2);
  switch (*rows[i][j]) {
  case 1:
    return 1;
  case 2:
    return 2;
  case 3:
    return 3;
  }
  return 4;
}
