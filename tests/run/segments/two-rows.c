//@ paths: 5
//@ paths single: 3
//@ brute: i in 0..2, j in 0..99
// Figure 2 of the paper on relocatable addressing: two rows that are found through a table. Gathered, they are one array
// of 512 bytes.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char *array[2];
  for (int k = 0; k < 2; k++)
    array[k] = calloc(256, 1);
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  if (i >= 2 || j >= 100)
    return 0;
  array[1][7] = 1;
  if (array[i][j] == 1) {
    assert(i == 1 && j == 7);
    return 1;
  }
  array[i][j] = 9;
  assert(array[0][3] == (i == 0 && j == 3 ? 9 : 0));
  return 2;
}
