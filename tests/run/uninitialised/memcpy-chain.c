//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = malloc(40), b[40], c[40];
  memcpy(b, a, 40);
  memmove(c, b, 40);
  if (c[30]) //~ FAULT uninitialised-use: a 40-byte heap object
    return 1;
  free(a);
  return 0;
}
