// A table of pointers to 200 objects by what is made of a byte, as the names of an assembler's instructions are looked
// up: the path allows eight of them, which are accessed on one path where the model keeps objects together.
//@ paths: 8
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 1
//@ brute: k in 0..9
//@ also: -O1, any paths
#include <klee/klee.h>
#include <stdlib.h>

struct entry { struct entry *next; unsigned char *name; int value; };

static struct entry *table[256];

static struct entry **at(unsigned char number) { return &table[(unsigned char)(number * 37)]; }

int main(void) {
  for (int i = 0; i < 200; i++) {
    struct entry *entry = malloc(sizeof *entry);
    entry->name = malloc(4);
    for (int k = 0; k < 4; k++) entry->name[k] = i ^ 7 * k;
    entry->value = 3 * i;
    entry->next = i >= 8 ? *at(i - 8) : 0;
    *at(i) = entry;
  }
  unsigned char k;
  klee_make_symbolic(&k, 1, "k");
  klee_assume(k < 8);
  struct entry *entry = *at(k + 20);
  klee_assert(entry->value == 3 * (k + 20));
  klee_assert(entry->name[1] == ((k + 20) ^ 7));
  entry->value++;
  entry->name[2] = k;
  klee_assert(entry->next->name[0] == k + 12);
  entry->next->next->name[3] = 100 + k;
  klee_assert((entry->next->next->next == 0) | (k >= 4));
  entry->next->name = entry->name;
  klee_assert((*at(k + 12))->name[2] == k);
  for (int i = 0; i < 200; i++) {
    klee_assert((*at(i))->value == 3 * i + (i == k + 20));
    klee_assert((*at(i))->name[0] == i + 8 * (i == k + 12));
  }
  return 0;
}
