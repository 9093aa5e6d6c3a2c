// A program may include <iostream>; only using a stream is not modelled.
#include <iostream>
#include <cstdio>
#include <string>
int main() {
  std::string text = "one";
  std::printf("%s\n", (text + " two").c_str());
  return 0;
}
