//@ opt: 0
#include <limits.h>
int main(int argc, char **argv) {
  int minus = -argc;
  return INT_MIN % minus; //~ FAULT overflow in division
}
