//@ opt: 0
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  char *q = realloc(p, 100000);
  q[5] = 1;
  *p = 1; //~ FAULT use after free: write at offset 0 of a 4-byte heap object
  return 0;
}
