// Each effect on pointers that the registry can state for a function.
//@ classes: d e
#include "check.h"

void *aligned_alloc(size_t align, size_t n);
void *memset(void *to, int byte, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memchr(const void *at, int byte, size_t n);
long klee_get_valuel(long value);
int32_t klee_get_value_i32(int32_t value);
void klee_define_fixed_object(void *at, size_t n);
void klee_alias_function(const char *name, const char *other);
void __VERIFIER_nondet_memory(void *at, size_t n);
size_t klee_get_obj_size(void *at);
void **strata_multi_alloc(size_t count, size_t size);

int a, b, c, d, e;
int *words[2], *moved[2];

int *one(int *p) { return p; }
int *other(int *p) { return p ? &b : p; }

int main(int argc, char **argv) {
  // Accesses: the arguments count as used, and nothing flows.
  int *either = argc > 1 ? &d : &e;
  __VERIFIER_nondet_memory(either, sizeof a);
  // None: nothing flows from the argument to the result.
  check((int *)klee_get_obj_size(&a)); //~ points-to:
  // Returns.
  check((int *)klee_get_valuel((long)&a)); //~ points-to: a
  long low = klee_get_value_i32((int32_t)(uintptr_t)&c);
  check((int *)low); //~ points-to: c
  words[0] = &a;
  check(memset(&words[1], 0, 8)); //~ points-to: words
  check(words[1]); //~ points-to:
                   //~ together: a
  // ReturnsWithin.
  check(memchr(words, 0, sizeof words)); //~ points-to: words
  // Copies.
  check(memmove(moved, words, sizeof words)); //~ points-to: moved
  check(moved[0]); //~ points-to: a
  check(moved[1]); //~ points-to:
                   //~ together: a
  // Allocates; Reallocates.
  int **made = aligned_alloc(64, 16); // line 45
  check(made); //~ points-to: heap@45
  made[1] = &b;
  int **more = realloc(made, 32); // line 48
  check(more); //~ points-to: heap@48
  check(more[0]); //~ points-to:
                  //~ together: b
  check(more[1]); //~ points-to: b
  // MakesFixed: a number may point to it.
  klee_define_fixed_object((void *)0x10000, 64); // line 54
  check((void *)0x10010); //~ points-to: system@54
  // AllocatesTable: the table and its objects are one.
  int **table = (int **)strata_multi_alloc(2, 8); // line 57
  check(table); //~ points-to: heap@57
  check(table[1]); //~ points-to: heap@57
  // Aliases.
  klee_alias_function("one", "other");
  check(one(&a)); //~ points-to: a b
  // Copies of a length that no argument says.
  char *__stpcpy(char *to, const char *from);
  extern int *text[1], *copied[1];
  text[0] = &c;
  check(__stpcpy((char *)copied, (char *)text)); //~ points-to: copied
  check(copied[0]); //~ points-to: c
  return 0;
}

int *text[1], *copied[1];
