//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
struct pair {
  int a, b;
};
int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->a = 1;
  if (!p->a)
    return 2;
  if (p->b) //~ FAULT uninitialised-use: an 8-byte
    return 1;
  free(p);
  return 0;
}
