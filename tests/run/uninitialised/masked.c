//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
#include <stdlib.h>
int main(void) {
  unsigned char *p = malloc(1);
  *p = (*p & 0xf0) | 5;
  if ((*p & 15) == 5)
    return 1;
  free(p);
  return 0;
}
