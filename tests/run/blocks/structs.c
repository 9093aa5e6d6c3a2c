// Structures that are assigned, passed and returned, from one of several objects to one of several: pointers in them stay
// pointers.
//@ paths: 9
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 1
//@ brute: i in 0..2, j in 0..2
#include <klee/klee.h>
#include <stdlib.h>

struct record {
  int number;
  int *to;
  char text[20];
};

static struct record changed(struct record record) {
  record.number++;
  record.text[7]++;
  return record;
}

int main(void) {
  static int values[3] = {10, 11, 12};
  struct record *all[3];
  for (int k = 0; k < 3; k++) {
    all[k] = malloc(sizeof *all[k]);
    *all[k] = (struct record){.number = k, .to = &values[k], .text = "a text of it"};
    all[k]->text[0] += k;
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume((i < 3) & (j < 3));
  struct record copy = *all[j];
  *all[i] = changed(copy);
  klee_assert(*all[i]->to == 10 + j);
  *all[i]->to += 5;
  klee_assert(values[j] == 15 + j);
  klee_assert((all[i]->number == j + 1) & (all[i]->text[0] == 'a' + j) & (all[i]->text[7] == 'o' + 1));
  klee_assert((copy.number == j) & (copy.text[7] == 'o'));
  klee_assert((i == 2) | (all[2]->number == 2));
  return 0;
}
