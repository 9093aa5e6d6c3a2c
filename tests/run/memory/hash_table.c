// A hash table of 65,537 buckets, nearly all empty, as that of m4: the pointers in it lead to the starts of objects,
// so that nothing else of these is looked at, whatever bucket it is.
//@ memory: fork merge flat
//@ paths: 25
//@ paths merge flat: 16
//@ exit: 1,2,3,4
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 65537

struct symbol {
  struct symbol *next;
  size_t hash;
  const char *name;
  int value;
};

static struct symbol **table;

static size_t hash(const char *s) {
  size_t h = 0;
  while (*s) h = (h << 7) + (h >> (sizeof h * 8 - 7)) + (unsigned char)*s++;
  return h;
}

static void insert(const char *name, int value) {
  struct symbol *s = malloc(sizeof *s);
  s->hash = hash(name);
  s->name = name;
  s->value = value;
  s->next = table[s->hash % SIZE];
  table[s->hash % SIZE] = s;
}

static struct symbol *lookup(const char *name) {
  size_t h = hash(name);
  for (struct symbol *s = table[h % SIZE]; s; s = s->next)
    if (s->hash == h && !strcmp(s->name, name)) return s;
  return 0;
}

int main(void) {
  static const char *names[] = {"AB", "PX", "define", "undefine", "ifelse", "eval", "shift", "len", "index", "substr",
                                "translit", "incr", "decr", "include", "divert", "divnum", "dnl", "popdef", "defn"};
  table = calloc(SIZE, sizeof *table);
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) insert(names[i], i);
  char c[3], d[3];
  klee_make_symbolic(c, sizeof c, "c");
  klee_make_symbolic(d, sizeof d, "d");
  klee_assume(c[0] >= 'A' & c[0] <= 'Z');
  klee_assume(d[0] >= 'A' & d[0] <= 'Z');
  c[2] = d[2] = 0;
  struct symbol *a = lookup(c), *b = lookup(d);
  if (a) return b ? 1 : 2;
  return b ? 3 : 4;
}
