//@ opt: 0
#include <stdlib.h>
int main(void) {
  char *x = malloc(8);
  return x[-1]; //~ FAULT out of bounds: read of 1 byte at offset -1 of an 8-byte heap object
}
