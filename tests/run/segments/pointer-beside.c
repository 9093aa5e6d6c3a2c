//@ paths plane: 2
//@ by-number
//@ paths: 4
//@ paths single: 2
// A write that may be to another object leaves a pointer that it would cut a pointer: a fault through it is
// still seen. Under `plane` that is one path, on which the pointer that is cut is a number.
#include <klee/klee.h>
#include <stdlib.h>
struct box { int *at; long rest; };
struct __attribute__((packed)) odd { int half; long across; };
int main(void) {
  struct box *boxes[2];
  int *small = malloc(sizeof(int));
  *small = 3;
  for (int k = 0; k < 2; k++) {
    boxes[k] = malloc(sizeof **boxes);
    boxes[k]->at = small;
    boxes[k]->rest = 0;
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 2);
  klee_assume(j < 2);
  ((struct odd *)boxes[i])->across = 0;
  return boxes[1 - i]->at[j]; //~ FAULT out-of-bounds: at offset 4 of a 4-byte heap object
}
