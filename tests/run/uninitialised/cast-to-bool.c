//@ options: --check=uninitialised
//@ paths: 1
#include <stdbool.h>
int main(void) {
  bool b;
  if (b) //~ FAULT uninitialised-use: a 1-byte local b
    return 1;
  return 0;
}
