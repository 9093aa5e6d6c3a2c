//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Two steps of a CRC of 8 bits by table; for each first byte one second byte gives 0x5a.
int main(void) {
  static unsigned char table[256];
  for (int i = 0; i < 256; i++) {
    unsigned char c = i;
    for (int k = 0; k < 8; k++)
      c = c & 0x80 ? c << 1 ^ 0x07 : c << 1;
    table[i] = c;
  }
  unsigned char s[2], crc = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 2; i++)
    crc = table[crc ^ s[i]];
  if (crc == 0x5a)
    return 1;
  return 0;
}
