//@ brute: which in 0..1, k in 0..3
// A number is written to one of two objects at an index that is not known, where the path knows that there is no pointer.
// In the other object there may be one at the same index: it stays what it was.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static int target[4] = {10, 11, 12, 13};
  // Words are numbers (0) or pointers (1) in the one and the other object.
  static const unsigned char kinds[2][4] = {{0, 1, 0, 1}, {1, 0, 1, 0}};
  // Halves of words with a number, by object: those of one object are pointers in the other.
  static const unsigned char at[2][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}};
  long *objects[2];
  for (int n = 0; n < 2; n++) {
    objects[n] = malloc(32);
    for (int w = 0; w < 4; w++) {
      int *pointer = &target[w];
      if (kinds[n][w])
        memcpy(&objects[n][w], &pointer, 8);
      else
        objects[n][w] = 100 * n + w;
    }
  }
  unsigned char which, k;
  klee_make_symbolic(&which, 1, "which");
  klee_make_symbolic(&k, 1, "k");
  klee_assume(which < 2);
  klee_assume(k < 4);
  int *halves = (int *)objects[which];
  halves[at[which][k]] = 77;
  int sum = 0;
  for (int n = 0; n < 2; n++)
    for (int w = 0; w < 4; w++)
      if (kinds[n][w]) {
        int *pointer = *(int **)&objects[n][w];
        assert(pointer == &target[w]);
        assert(*pointer == 10 + w);
        sum += *pointer;
      }
  assert(halves[at[which][k]] == 77);
  return sum;
}
