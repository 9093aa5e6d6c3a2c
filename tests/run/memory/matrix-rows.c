//@ paths: 5
//@ paths single merge flat segmented segmented-ideal dynamic: 2
//@ exit: 0,1
#include <stdlib.h>
#include <klee/klee.h>
// One object for each row: a path for each row and one more in the first.
int main(void) {
  int **m = malloc(4 * sizeof *m);
  for (int k = 0; k < 4; k++)
    m[k] = calloc(4, sizeof **m);
  m[0][0] = 120;
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  if (m[i][j] > 0)
    return 1;
  return 0;
}
