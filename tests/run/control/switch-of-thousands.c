// A switch of 10,000 cases that lead to 100 places, and one of 10,000 cases that lead to as many, each of which knows
// the value.
//@ memory: fork
//@ brute: kind in 1..1, x in 0..10004
//@ paths: 10102
//@ tests: 101
#include <klee/klee.h>
#define CASE(n) case n:
#define FAR(n) CASE(n) CASE(n + 100) CASE(n + 200) CASE(n + 300) CASE(n + 400) CASE(n + 500) CASE(n + 600) CASE(n + 700) CASE(n + 800) CASE(n + 900)
#define SPREAD(n) FAR(n) FAR(n + 1000) FAR(n + 2000) FAR(n + 3000) FAR(n + 4000) FAR(n + 5000) FAR(n + 6000) FAR(n + 7000) FAR(n + 8000) FAR(n + 9000)
#define GROUP(n) SPREAD(n) return (n * 7919 >> 5) & 63;
#define GROUPS(n) GROUP(n) GROUP(n + 1) GROUP(n + 2) GROUP(n + 3) GROUP(n + 4) GROUP(n + 5) GROUP(n + 6) GROUP(n + 7) GROUP(n + 8) GROUP(n + 9)
#define ALL_GROUPS(n) GROUPS(n) GROUPS(n + 10) GROUPS(n + 20) GROUPS(n + 30) GROUPS(n + 40) GROUPS(n + 50) GROUPS(n + 60) GROUPS(n + 70) GROUPS(n + 80) GROUPS(n + 90)
#define ONE(n) case n: if (x != n) return 98; break;
#define ONES(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7) ONE(n + 8) ONE(n + 9)
#define TENS(n) ONES(n) ONES(n + 10) ONES(n + 20) ONES(n + 30) ONES(n + 40) ONES(n + 50) ONES(n + 60) ONES(n + 70) ONES(n + 80) ONES(n + 90)
#define HUNDREDS(n) TENS(n) TENS(n + 100) TENS(n + 200) TENS(n + 300) TENS(n + 400) TENS(n + 500) TENS(n + 600) TENS(n + 700) TENS(n + 800) TENS(n + 900)
#define ALL_ONES(n) HUNDREDS(n) HUNDREDS(n + 1000) HUNDREDS(n + 2000) HUNDREDS(n + 3000) HUNDREDS(n + 4000) HUNDREDS(n + 5000) HUNDREDS(n + 6000) HUNDREDS(n + 7000) HUNDREDS(n + 8000) HUNDREDS(n + 9000)
int main(void) {
  unsigned char kind;
  unsigned short x;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(kind < 2);
  if (kind) {
    switch (x) { ALL_GROUPS(0) }
    return 99;
  }
  switch (x) {
    ALL_ONES(0)
  }
  // Nothing is left to tell: no test.
  klee_silent_exit(0);
}
