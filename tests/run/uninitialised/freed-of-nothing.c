//@ options: --check=uninitialised
//@ paths: 1
//@ replay: off MemorySanitizer does not look at what is freed
#include <stdlib.h>
int main(void) {
  char *p;
  free(p); //~ FAULT uninitialised-use: an address depends on an 8-byte local p
  return 0;
}
