// A search that leaves its object where it does not find the byte.
//@ paths: 3
//@ paths merge flat segmented segmented-ideal dynamic: 2
//@ exit: 0
//@ brute: a in 97..99, b in 97..99
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume((a >= 'a') & (a <= 'c') & (b >= 'a') & (b <= 'c'));
  char *text = malloc(2);
  text[0] = (char)a;
  text[1] = (char)b;
  unsigned length = 3;
  char *p = memchr(text, 'a', length); //~ FAULT out-of-bounds
  klee_assert((*p == 'a') & (p - text == (a != 'a')));
  char *q = strchr(text, 'a');
  klee_assert(p == q);
  free(text);
  return 0;
}
