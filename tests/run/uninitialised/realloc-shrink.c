//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
int main(void) {
  int *p = calloc(10, 4);
  p = realloc(p, 20);
  if (p[4])
    return 2;
  p = realloc(p, 40);
  if (p[4])
    return 3;
  if (p[5]) //~ FAULT uninitialised-use: a 40-byte heap object
    return 1;
  free(p);
  return 0;
}
