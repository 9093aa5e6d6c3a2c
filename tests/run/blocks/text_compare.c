// The result of a comparison of texts is a value: nothing forks by how many bytes are the same, in any model.
//@ paths: 3
//@ exit: 0,1,2
//@ brute: x in 95..100, y in 60..101
#include <klee/klee.h>
#include <string.h>
#include <strings.h>

int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_assume((x >= 95) & (x <= 100));
  klee_assume((y >= 60) & (y <= 101));
  char text[4] = {x, y, 'c', 0};
  int all = strcmp(text, "abc");
  int first = (x != 'a') * (x - 'a') + (x == 'a') * (y - 'b');
  klee_assert((all == 0) == (first == 0));
  klee_assert((all < 0) == (first < 0));
  klee_assert((strncmp(text, "abd", 1) > 0) == (x > 'a'));
  klee_assert(strncmp(text, "abd", 0) == 0);
  int lower = y + 32 * ((y >= 'A') & (y <= 'Z'));
  klee_assert((strcasecmp(text, "ABC") > 0) == ((x > 'a') | ((x == 'a') & (lower > 'b'))));
  klee_assert((strncasecmp(text, "AB", 2) == 0) == ((x == 'a') & (lower == 'b')));
  if (all == 0)
    return 0;
  if (all < 0)
    return 1;
  return 2;
}
