// The last of unknown bytes, an unknown byte among them, and the end of a search that is never null: one branch each
// for what may not be found where objects are kept together.
//@ paths: 11
//@ paths merge flat segmented segmented-ideal dynamic: 4
//@ exit: 0,1,2,3
//@ brute: a in 97..99, b in 97..99, x in 97..99
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char a, b, x;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&x, 1, "x");
  klee_assume((a >= 'a') & (a <= 'c') & (b >= 'a') & (b <= 'c') & (x >= 'a') & (x <= 'c'));
  char text[] = {'-', (char)a, '-', (char)b, 0};
  int result = 0;
  char *last = strrchr(text, 'a');
  if (last) {
    klee_assert((*last == 'a') & (last - text == 1 + 2 * (b == 'a')));
    result |= 1;
  }
  char *end = strchrnul(text, x);
  klee_assert(end - text == 4 - (b == x) - (a == x) * (3 - (b == x)));
  char *same = memrchr(text, x, 4);
  if (same) {
    klee_assert((*same == x) & (same - text == 1 + 2 * (b == x)));
    *same = 'y';
    klee_assert((text[1] == 'y') | (text[3] == 'y'));
    result |= 2;
  }
  return result;
}
