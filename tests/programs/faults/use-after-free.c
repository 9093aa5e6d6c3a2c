//@ opt: 0
//@ trace: allocated
//@ trace: freed
//@ trace: at release (
#include <stdlib.h>
static void release(int *p) { free(p); }
int main(void) {
  int *p = calloc(2, sizeof *p);
  release(p);
  return p[1]; //~ FAULT use after free: read at offset 4 of an 8-byte heap object
}
