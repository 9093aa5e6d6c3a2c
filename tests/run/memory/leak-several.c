//@ options: --check=leaks
//@ paths: 2
//@ tests: 4
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// One path leaves something behind at several places: each is a fault with a test of its own.
struct pair { char *first, *second; };
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c != 7)
    return 0;
  for (int i = 0; i < 3; i++)
    malloc(5); //~ FAULT leak: 3 objects of 15 bytes in all
  struct pair *p = malloc(sizeof *p); //~ FAULT leak: a 16-byte heap object
  p->first = malloc(1); //~ FAULT leak: a 1-byte heap object
  p->second = malloc(2);
  free(p->second);
  p = NULL;
  return 0;
}
