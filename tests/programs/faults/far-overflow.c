//@ opt: 0
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *a = malloc(4), *b = malloc(4);
  // The number is that of b, the object is still a.
  intptr_t distance = b - a;
  a[distance] = 1; //~ FAULT out of bounds: write of 1 byte at offset
  return 0;
}
