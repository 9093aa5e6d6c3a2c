// Rows of a matrix found by number: one array is read and written where the model has one for all rows.
//@ options: --addressing=concrete
//@ by-number
//@ paths: 12
//@ paths single: 2
//@ paths merge flat segmented segmented-ideal dynamic: 2
#include <klee/klee.h>
#include <stdlib.h>

#define N 11

int main(void) {
  int **matrix = malloc(N * sizeof *matrix);
  for (int i = 0; i < N; i++) matrix[i] = calloc(N, sizeof **matrix);
  matrix[0][0] = 120;
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < N);
  klee_assume(j < N);
  if (matrix[i][j] > 0) return 1;
  matrix[i][j] = 7;
  klee_assert(matrix[i][j] == 7);
  klee_assert(matrix[0][0] == 120);
  return 0;
}
