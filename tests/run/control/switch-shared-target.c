//@ paths: 3
//@ exit: 1,2,3
//@ brute: x in 0..255
#include <klee/klee.h>
// Seven labels, three targets: a switch forks for each target, not for each label.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
  case 'a': case 'e': case 'i': case 'o': case 'u':
    return 1;
  case 'y': case 'w':
    return 2;
  default:
    return 3;
  }
}
