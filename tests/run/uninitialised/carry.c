//@ options: --check=uninitialised
//@ exhaustive: no
//@ paths: 1
//@ replay: off MemorySanitizer does not follow carries
#include <klee/klee.h>
int main(void) {
  unsigned char b[2], c;
  unsigned short x;
  klee_make_symbolic(&c, 1, "c");
  b[1] = 4;
  b[0] &= 0x7f;
  x = b[1] << 8 | b[0];
  if ((unsigned short)(x + 0x80) >> 8 != 4)
    return 2;
  if ((unsigned short)(x + 0x81) >> 8 != 4) //~ FAULT uninitialised-use: a 2-byte local b
    return 1;
  return 0;
}
