//@ opt: 0
#include <stdlib.h>
int main(void) {
  char *p = malloc(3);
  free(p);
  free(p); //~ FAULT double free of a 3-byte heap object
  return 0;
}
