//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (*p) //~ FAULT uninitialised-use: a 4-byte heap object that was never written
    return 1;
  free(p);
  return 0;
}
