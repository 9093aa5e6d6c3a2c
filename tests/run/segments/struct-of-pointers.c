//@ paths: 6
//@ paths single: 2
//@ brute: i in 0..2, j in 0..1
// Structures of pointers to members of other segments.
#include <klee/klee.h>
#include <stdlib.h>
struct pair { int *first; int *second; };
int main(void) {
  struct pair *pairs[3];
  for (int k = 0; k < 3; k++) {
    pairs[k] = malloc(sizeof **pairs);
    pairs[k]->first = malloc(sizeof(int));
    pairs[k]->second = malloc(sizeof(int));
    *pairs[k]->first = k;
    *pairs[k]->second = 10 + k;
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 3);
  klee_assume(j < 2);
  int *p = j ? pairs[i]->second : pairs[i]->first;
  *p += 1;
  for (int k = 0; k < 20; k++)
    if (*p == k)
      return k;
  return 99;
}
