//@ opt: 0
#include <stdlib.h>
int main(void) {
  char *p = malloc(3);
  free(p + 1); //~ FAULT invalid free: offset 1 of a 3-byte heap object
  return 0;
}
