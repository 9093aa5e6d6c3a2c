//@ paths: 3
//@ exit: 0,1
//@ brute: c in 0..255
#include <klee/klee.h>
// Below 'a', up to 'z', above.
static int is_lower(int c) {
  if (c >= 'a' && c <= 'z')
    return 1;
  return 0;
}
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  return is_lower(c);
}
