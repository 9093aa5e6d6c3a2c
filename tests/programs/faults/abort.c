//@ opt: 0
#include <stdlib.h>
int main(void) {
  abort(); //~ FAULT abort
}
