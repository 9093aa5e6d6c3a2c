//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
int main(void) {
  int *p = malloc(8);
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, 40);
  if (p[0] + p[1] != 3)
    return 2;
  if (p[2]) //~ FAULT uninitialised-use: a 40-byte heap object
    return 1;
  free(p);
  return 0;
}
