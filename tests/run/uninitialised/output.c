//@ options: --check=uninitialised
//@ paths: 1
#include <unistd.h>
int main(void) {
  char b[8];
  b[0] = 'a';
  b[1] = 'b';
  write(1, b, 2);
  write(1, b, 3); //~ FAULT uninitialised-use: output depends on an 8-byte local b
  return 0;
}
