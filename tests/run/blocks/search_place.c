// Searches of unknown bytes at a known place. Where objects are kept together, whether something is found is a branch
// and where it is a value; otherwise each place is a path.
//@ paths: 13
//@ paths merge flat segmented segmented-ideal dynamic: 4
//@ exit: 0,1,2,3
//@ brute: a in 97..99, b in 97..99, c in 97..99
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char a, b, c;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&c, 1, "c");
  klee_assume((a >= 'a') & (a <= 'c') & (b >= 'a') & (b <= 'c') & (c >= 'a') & (c <= 'c'));
  char text[4] = {(char)a, (char)b, (char)c, 0};
  int result = 0;
  char *p = memchr(text, 'a', 3);
  if (p) {
    int before = (a != 'a') + ((a != 'a') & (b != 'a'));
    klee_assert((*p == 'a') & (p - text == before));
    result |= 1;
  }
  char *q = strchr(text, 'b');
  if (q) {
    int before = (a != 'b') + ((a != 'b') & (b != 'b'));
    klee_assert((*q == 'b') & (q - text == before));
    *q = 'x';
    result |= 2;
  }
  return result;
}
