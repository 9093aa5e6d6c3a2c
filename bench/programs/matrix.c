// The matrix of the paper on the segmented memory model (Kapus and Cadar, FSE 2019, Figure 1): one element
// of N by N is positive; is the one at (i, j)?
//
// 2 paths with -DSINGLE_OBJ, where the matrix is one object. Without, each row is an object: N + 1 paths
// under `fork`, one for each row that the pointer may point to and one more in the first row, where both
// answers are possible. So 41 for N = 40 and 81 for N = 80.
//
// With -DTWO there is a second lookup, and with -DEXTRA 30 KB that nobody looks at (Figure 3, b and c).
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>

#ifndef N
#define N 40
#endif

int main(void) {
#ifdef SINGLE_OBJ
  int matrix[N][N] = {0};
#else
  int **matrix = malloc(N * sizeof *matrix);
  for (int row = 0; row < N; row++)
    matrix[row] = calloc(N, sizeof **matrix);
#endif
#ifdef EXTRA
  char *extra = malloc(30 * 1024);
  for (int k = 0; k < 30 * 1024; k++)
    extra[k] = k;
#endif
  matrix[0][0] = 120;
  int i = klee_range(0, N, "i");
  int j = klee_range(0, N, "j");
  if (matrix[i][j] > 0)
    printf("positive\n");
#ifdef TWO
  int k = klee_range(0, N, "k");
  int l = klee_range(0, N, "l");
  if (matrix[k][l] > 0)
    printf("positive again\n");
#endif
  return 0;
}
