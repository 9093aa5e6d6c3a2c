//@ opt: 0
//@ trace: allocated
//@ trace: at make (
#include <stdlib.h>
static int *make(void) { return malloc(sizeof(int)); }
int main(void) {
  int *x = make();
  x[0] = 1;
  x[1] = 1; //~ FAULT out of bounds: write of 4 bytes at offset 4 of a 4-byte heap object
  return 0;
}
