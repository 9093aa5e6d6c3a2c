//@ options: --check=uninitialised
//@ paths: 1
#include <string.h>
int main(void) {
  char s[8];
  s[0] = 'a';
  return strlen(s) > 3; //~ FAULT uninitialised-use: an 8-byte local s
}
