//@ options: --check=uninitialised
//@ paths: 1
#include <string.h>
int main(void) {
  unsigned __int128 x;
  unsigned long low = 3;
  memcpy(&x, &low, sizeof low);
  if ((unsigned long)x != 3)
    return 2;
  if ((unsigned long)(x >> 64)) //~ FAULT uninitialised-use: a 16-byte local x
    return 1;
  return 0;
}
