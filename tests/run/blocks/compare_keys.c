// Keys in several objects.
//@ paths: 6
//@ paths single: 2
//@ paths merge flat segmented segmented-ideal dynamic: 2
//@ brute: i in 0..2, c in 97..100
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *key[3];
  for (int m = 0; m < 3; m++) {
    key[m] = malloc(4);
    memcpy(key[m], "key", 4);
    key[m][2] = 'a' + m;
  }
  unsigned char i, c;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&c, 1, "c");
  klee_assume(i < 3);
  klee_assume(c >= 'a');
  klee_assume(c <= 'd');
  char wanted[4] = {'k', 'e', c, 0};
  if (memcmp(key[i], wanted, 4) == 0) return 1;
  return 0;
}
