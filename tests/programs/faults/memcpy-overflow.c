//@ opt: 0
#include <string.h>
int main(int argc, char **argv) {
  char small[8], large[16] = {0};
  memcpy(small, large, 8 + argc); //~ FAULT out of bounds: write of 9 bytes at offset 0 of an 8-byte local small
  return 0;
}
