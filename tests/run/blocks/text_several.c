// Texts in one of several objects: comparisons, searches and copies of them fork nowhere but at the branches of the
// program, and by object where the model does that.
//@ paths: 9
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 3
//@ exit: 0,1,2
//@ brute: i in 0..2, j in 0..2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static const char *const words[3] = {"ab", "b", "abca"};
  static const signed char order[9] = {0, -1, -1, 1, 0, 1, 1, -1, 0};
  char *text[3], *room[3];
  for (int k = 0; k < 3; k++) {
    text[k] = malloc(5 + k);
    strcpy(text[k], words[k]);
    room[k] = calloc(8, 1);
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume((i < 3) & (j < 3));
  int r = strcmp(text[i], text[j]);
  klee_assert((r > 0) - (r < 0) == order[3 * i + j]);
  klee_assert((strncmp(text[i], text[j], 2) == 0) == ((i == j) | ((i != 1) & (j != 1))));
  char *b = strchr(text[i], 'b'), *last = strrchr(text[i], 'a');
  klee_assert(*b == 'b');
  klee_assert((last == NULL) == (i == 1));
  klee_assert(strlen(strcpy(room[j], text[i])) == strlen(text[i]));
  klee_assert(memcmp(room[j], text[i], strlen(text[i]) + 1) == 0);
  if (r == 0)
    return 0;
  if (r < 0)
    return 1;
  return 2;
}
