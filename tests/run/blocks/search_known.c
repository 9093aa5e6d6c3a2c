// Unknown bytes among which only one place is possible: what follows is done with numbers.
//@ paths: 1
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
  char text[] = {(char)a, (char)b, '=', (char)a, 0};
  char *end = memchr(text, '=', 5), *same = strchr(text, '='), *last = strrchr(text, '=');
  // The size of an object would be a path for each value.
  char *copy = malloc(end - text + 1);
  memcpy(copy, text, end - text);
  copy[end - text] = 0;
  klee_assert((end == same) & (end == last) & ((unsigned char)copy[1] == b) & (copy[2] == 0));
  free(copy);
  return 0;
}
