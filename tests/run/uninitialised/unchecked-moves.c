//@ paths: 12
//@ exit: 0
//@ exhaustive: no
//@ by-number
//@ also: -O1, any paths
// Bytes that were never written are the same bytes wherever they were copied to: through structures, unions, words,
// blocks that overlap, and after a part of them was written.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct pair {
  char c;
  int i;
  long l;
};
union word {
  struct {
    int low, high;
  } half;
  long whole;
  char bytes[8];
};
struct line {
  char *text;
  long length;
  char *begin, *end;
};
static struct pair returned(struct pair p) {
  p.c++;
  return p;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  // Members that are set later move with those that are set.
  struct line *lines = malloc(8 * sizeof *lines), spare;
  for (int k = 0; k < 8; k++) {
    lines[k].text = "abcdefgh" + k;
    lines[k].length = 8 - k;
  }
  for (int k = 0; k < 4; k++) {
    spare = lines[k];
    lines[k] = lines[7 - k];
    lines[7 - k] = spare;
  }
  memmove(lines + 1, lines, 6 * sizeof *lines);
  for (int k = 1; k < 7; k++)
    if (strlen(lines[k].text) != (size_t)lines[k].length || *lines[k].text != "hgfedc"[k - 1])
      return 1;
  if (memcmp(lines, lines + 1, sizeof *lines))
    return 2;
  // Padding.
  struct pair a, b[3];
  a.i = x;
  a.c = 1;
  a.l = 5;
  for (int k = 0; k < 3; k++)
    b[k] = k ? returned(b[k - 1]) : a;
  if (b[2].c != 3 || b[2].i != x || b[2].l != 5)
    return 3;
  // Halves of a word.
  union word *u = malloc(sizeof *u), *v = malloc(sizeof *v);
  u->half.low = 3;
  v->whole = u->whole;
  v->bytes[5] = 7;
  u->bytes[5] = 7;
  if (u->whole != v->whole || v->half.low != 3)
    return 4;
  v->half.low = u->half.high;
  if (v->half.low != u->half.high)
    return 5;
  // Bytes from two places in one word.
  char *p = malloc(16), *q = malloc(16), mix[16];
  memcpy(mix, p, 3);
  memcpy(mix + 3, q + 9, 5);
  memcpy(mix + 8, mix, 8);
  if (memcmp(mix + 8, p, 3) || memcmp(mix + 11, q + 9, 5))
    return 6;
  memmove(mix + 1, mix, 12);
  if (mix[1] != p[0] || mix[5] != q[10])
    return 7;
  // They are still free, and bound by what is decided about a copy.
  if (mix[1] == 'x') {
    if (p[0] != 'x')
      return 8;
  }
  if (u->bytes[6] > 4) {
    if (v->bytes[2] <= 4)
      return 9;
  }
  if (lines[3].begin == lines[0].text) {
    if (lines[4].end == 0 && lines[3].begin == 0)
      return 10;
  }
  return 0;
}
