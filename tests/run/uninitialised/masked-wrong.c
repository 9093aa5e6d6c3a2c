//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
int main(void) {
  unsigned char *p = malloc(1);
  *p = (*p & 0xf0) | 5;
  if (*p & 16) //~ FAULT uninitialised-use: a 1-byte heap object
    return 1;
  free(p);
  return 0;
}
