//@ by-number
//@ paths: 3
//@ paths single: 1
//@ brute: i in 0..2
// A pointer or a number, by a tag.
#include <klee/klee.h>
#include <stdlib.h>
struct value { int tag; union { int *pointer; long number; } u; };
int main(void) {
  struct value *values[3];
  for (int k = 0; k < 3; k++)
    values[k] = malloc(sizeof **values);
  values[0]->tag = 0;
  values[0]->u.number = 4;
  for (int k = 1; k < 3; k++) {
    values[k]->tag = 1;
    values[k]->u.pointer = malloc(sizeof(int));
    *values[k]->u.pointer = 10 + k;
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  long result = values[i]->tag ? *values[i]->u.pointer : values[i]->u.number;
  for (int k = 0; k < 20; k++)
    if (result == k)
      return k;
  return 99;
}
