//@ paths: 3
//@ exit: 0,1,2
//@ brute: x in 0..255
#include <klee/klee.h>
struct flags { unsigned char low : 2, middle : 4, high : 2; };
int main(void) {
  union { unsigned char byte; struct flags flags; } u;
  klee_make_symbolic(&u.byte, 1, "x");
  if (u.flags.middle == 9)
    return 1;
  if (u.flags.high == 0)
    return 2;
  return 0;
}
