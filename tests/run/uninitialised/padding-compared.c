//@ options: --check=uninitialised
//@ paths: 1
#include <string.h>
struct pair {
  char c;
  int i;
};
int main(void) {
  struct pair a, b;
  a.c = b.c = 1;
  a.i = b.i = 2;
  if (memcmp(&a, &b, sizeof a)) //~ FAULT uninitialised-use
    return 1;
  return 0;
}
