//@ options: --check=uninitialised
//@ paths: 1
//@ replay: off MemorySanitizer does not look at lengths
#include <string.h>
int main(void) {
  char a[8] = "abcdefg", b[8];
  unsigned char n;
  memcpy(b, a, n & 7); //~ FAULT uninitialised-use: a 1-byte local n
  return 0;
}
