// A comparison that leaves its object is found, with the line of the call, and so is a copy of a text for which there is
// no room.
//@ exit: 0,1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4), *room = malloc(3);
  klee_make_symbolic(text, 4, "text");
  int same = strcmp(text, "abcdefgh") == 0; //~ FAULT out-of-bounds
  klee_assert(!same);
  strncpy(room, text, 3);
  klee_assume(text[3] == 0);
  strcpy(room, text); //~ FAULT out-of-bounds
  if (room[0] == 'x')
    return 1;
  return 0;
}
