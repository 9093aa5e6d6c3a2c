//@ options: --check=uninitialised
//@ paths: 7
//@ exit: 0
// The same moves where a decision is a fault: none of the moves is, and each decision is, whatever it went through.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct pair {
  char c;
  int i;
};
union word {
  int half[2];
  long whole;
};
struct line {
  char *text;
  long length;
  char *begin, *end;
};
int main(void) {
  int way;
  klee_make_symbolic(&way, sizeof way, "way");
  struct line *lines = malloc(4 * sizeof *lines), spare;
  for (int k = 0; k < 4; k++) {
    lines[k].text = "text";
    lines[k].length = k;
  }
  spare = lines[1];
  lines[3] = spare;
  memmove(lines, lines + 1, 3 * sizeof *lines);
  struct pair a, b;
  a.c = 1;
  a.i = way;
  b = a;
  union word *u = malloc(sizeof *u), *v = malloc(sizeof *v);
  u->half[0] = 1;
  v->whole = u->whole;
  v->half[0] = 2;
  switch (way) {
  case 0:
    return lines[2].length != 1;
  case 1:
    if (lines[2].end == 0) //~ FAULT uninitialised-use: a 128-byte heap object that was never written
      return 1;
    return 0;
  case 2:
    if (((char *)&b)[2] == 0) //~ FAULT uninitialised-use: an 8-byte local a that was never written
      return 1;
    return 0;
  case 3:
    if (v->half[1] == 3) //~ FAULT uninitialised-use: an 8-byte heap object that was never written
      return 1;
    return 0;
  case 4:
    return v->half[0] != 2;
  case 5:
    v->half[1] = 0;
    return v->whole != 2;
  default:
    return b.c != 1 || b.i != way;
  }
}
