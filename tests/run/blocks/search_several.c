// Strings in one of several objects: their length and a byte in them are values that fork nowhere but at the branches
// of the program.
//@ paths: 4
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 2
//@ brute: i in 0..3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static const char *const words[4] = {"a", "bcd", "bcde", ""};
  static const unsigned char lengths[4] = {1, 3, 4, 0};
  char *text[4];
  for (int k = 0; k < 4; k++) {
    text[k] = malloc(lengths[k] + 1);
    memcpy(text[k], words[k], lengths[k] + 1);
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  size_t length = strlen(text[i]);
  klee_assert(length == lengths[i]);
  char *d = memchr(text[i], 'd', length);
  klee_assert((d != NULL) == ((i == 1) | (i == 2)));
  if (d) return 1;
  return 0;
}
