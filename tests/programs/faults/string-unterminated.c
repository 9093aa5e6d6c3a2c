//@ opt: 0
#include <string.h>
int main(void) {
  char name[4] = {'n', 'a', 'm', 'e'};
  return strlen(name); //~ FAULT out of bounds: read of 5 bytes at offset 0 of a 4-byte local name
}
