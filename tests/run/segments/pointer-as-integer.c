//@ paths: 3
//@ paths single: 1
//@ brute: i in 0..2
// Pointers kept as integers are pointers again.
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  uintptr_t words[3];
  for (int k = 0; k < 3; k++) {
    int *row = malloc(2 * sizeof(int));
    row[0] = k;
    row[1] = 10 * k;
    words[k] = (uintptr_t)row + sizeof(int);
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  int result = *(int *)words[i] + *(int *)(words[i] - sizeof(int));
  for (int k = 0; k < 30; k++)
    if (result == k)
      return k;
  return 99;
}
