// Streams are not modelled: the path ends at the first use of one, by name.
//@ opt: 0
#include <iostream>
int main() {
  volatile char *stream = reinterpret_cast<volatile char *>(&std::cout);
  return *stream; //~ UNSUPPORTED external variable _ZSt4cout
}
