//@ options: --check=poison
//@ paths: 1
#include <limits.h>
int main(void) {
  int x = INT_MAX;
  int moved = x + 1, copy = moved;
  if (copy > x) //~ FAULT poison: a decision depends on a signed sum that overflowed
    return 1;
  return 0;
}
