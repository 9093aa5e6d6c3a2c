//@ paths: 4
//@ paths single: 1
//@ exit: 1,2,3
// Members of a gathered array are freed, reallocated and left by their function one by one; {A, B} and {B, C} settle.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
static unsigned char i, j;
static int use(int *heap) {
  int local[4] = {5, 6, 7, 8};
  int *either[2] = {heap, local};
  either[i][1] = 50;
  assert(heap[1] == (i ? 41 : 50) && local[1] == (i ? 50 : 6));
  return either[i][0];
}
int main(void) {
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume((i < 2) & (j < 2));
  int *a = malloc(8), *b = malloc(16), *c = malloc(24);
  a[0] = b[0] = c[0] = 1;
  a[1] = b[1] = c[1] = 41;
  int *ab[2] = {a, b}, *bc[2] = {b, c};
  ab[i][0] = 2;
  bc[j][0] = 3;
  assert(a[0] == (i ? 1 : 2));
  assert(b[0] == (j ? (i ? 2 : 1) : 3));
  assert(c[0] == (j ? 3 : 1));
  free(a);
  b = realloc(b, 64);
  assert(b[0] == (j ? (i ? 2 : 1) : 3));
  b[15] = 9;
  assert(c[0] == (j ? 3 : 1));
  int first = use(c);
  assert(first == (i ? 5 : c[0]));
  free(c);
  if (b[0] == 1)
    return 1;
  return b[0] == 2 ? 2 : 3;
}
