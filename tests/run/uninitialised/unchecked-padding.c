//@ paths: 1
//@ exit: 0
//@ exhaustive: no
//@ by-number
#include <unistd.h>
#include <klee/klee.h>
struct pair {
  char c;
  int i;
};
int main(void) {
  struct pair p;
  p.c = 'a';
  p.i = 0x0a626262;
  write(1, &p, sizeof p);
  return 0;
}
