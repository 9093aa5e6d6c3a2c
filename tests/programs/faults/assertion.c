//@ opt: 0
//@ trace: at main(argc=1, argv=
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc == 2); //~ FAULT assertion failed: argc == 2
  return 0;
}
