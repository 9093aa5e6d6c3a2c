//@ paths: 7
//@ exit: 0,1
//@ brute: c in 0..255
#include <klee/klee.h>
// Three ranges and four gaps.
static int is_alnum(unsigned char c) {
  if (c < '0')
    return 0;
  if (c <= '9')
    return 1;
  if (c < 'A')
    return 0;
  if (c <= 'Z')
    return 1;
  if (c < 'a')
    return 0;
  if (c <= 'z')
    return 1;
  return 0;
}
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  return is_alnum(c);
}
