//@ opt: 0
#include <stdlib.h>
int main(void) {
  int x = 1;
  free(&x); //~ FAULT invalid free: offset 0 of a 4-byte local x
  return 0;
}
