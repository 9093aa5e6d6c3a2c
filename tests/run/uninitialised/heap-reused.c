//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(32);
  memset(p, 1, 32);
  free(p);
  char *q = malloc(32);
  if (q[5] == 1) //~ FAULT uninitialised-use: a 32-byte heap object
    return 1;
  free(q);
  return 0;
}
