//@ paths: 2
//@ exit: 0,1
#include <string.h>
#include <klee/klee.h>
// Four bytes at any offset: only one of them reads 0x05040302.
int main(void) {
  unsigned char v[8] = {1, 2, 3, 4, 5, 6, 7, 8}, i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 4);
  unsigned x;
  memcpy(&x, v + i, 4);
  if (x == 0x05040302)
    return 1;
  return 0;
}
