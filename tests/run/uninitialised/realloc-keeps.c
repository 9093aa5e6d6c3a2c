//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
int main(void) {
  int *p = malloc(40);
  p[0] = 1;
  p = realloc(p, 80);
  if (p[0] != 1)
    return 2;
  if (p[3]) //~ FAULT uninitialised-use: a 40-byte heap object
    return 1;
  free(p);
  return 0;
}
