//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 0
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *a = malloc(16), *b = malloc(16);
  memcpy(b, a, 16);
  int differs = memcmp(a, b, 16);
  free(a);
  free(b);
  return differs != 0;
}
