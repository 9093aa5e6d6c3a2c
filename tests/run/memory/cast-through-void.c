//@ paths: 3
//@ exit: 1,2,3
#include <klee/klee.h>
// One table for objects of different types, with a tag that says which it is.
struct any { int kind; void *object; };
int main(void) {
  char c = 1;
  short s = 2;
  long l = 3;
  struct any table[3] = {{0, &c}, {1, &s}, {2, &l}};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  switch (table[i].kind) {
  case 0: return *(char *)table[i].object;
  case 1: return *(short *)table[i].object;
  default: return (int)*(long *)table[i].object;
  }
}
