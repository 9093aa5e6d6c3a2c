// Symbols: linkage, visibility, sections, thread-local storage, aliases, indirect functions,
// constructors.
#include <stdio.h>
#include <stdlib.h>

int defined = 1;
int tentative;
static int hidden_here = 2;
extern int elsewhere;
extern int perhaps __attribute__((weak));
__attribute__((weak)) int overridable = 3;
__attribute__((common)) int shared_block[10];
__attribute__((visibility("hidden"))) int inside = 4;
__attribute__((visibility("protected"))) int guarded = 5;
__attribute__((section(".data.special"), aligned(256))) char placed[3] = "ab";
__attribute__((used)) static const int kept = 6;
const char *const names[] = {"one", "two", "one"};
static const char *last = "two";
_Thread_local int per_thread = 7;
static _Thread_local char *buffer;
extern _Thread_local int other_thread;
__attribute__((tls_model("initial-exec"))) _Thread_local int early;
__attribute__((tls_model("local-exec"))) _Thread_local int local_exec;
__attribute__((tls_model("local-dynamic"))) static _Thread_local int local_dynamic;

int twice(int n) { return 2 * n; }
int double_it(int n) __attribute__((alias("twice")));
int weak_twice(int n) __attribute__((weak, alias("twice")));
extern int other_name __attribute__((alias("defined")));

static int plain(int n) { return n + 1; }
static int fast(int n) { return n + 2; }
static int (*choose(void))(int) { return getenv("FAST") ? fast : plain; }
int chosen(int n) __attribute__((ifunc("choose")));

__attribute__((constructor)) static void first(void) { buffer = malloc(10); }
__attribute__((constructor(200))) static void second(void) { early++; }
__attribute__((destructor(101))) static void cleanup(void) { free(buffer); }

inline int inlined(int n) { return n * n; }
extern inline __attribute__((gnu_inline)) int also(int n) { return n - 1; }
__attribute__((noinline, cold)) static int rare(int n) { return printf("%d", n); }
__attribute__((always_inline)) static inline int hot(int n) { return inlined(n) + also(n); }
__attribute__((weak)) int optional(int);
__attribute__((pure)) int pure(const int *);
__attribute__((const)) int constant(int);
__attribute__((malloc, alloc_size(1, 2), returns_nonnull)) void *table(size_t, size_t);
__attribute__((format(printf, 1, 2), nonnull)) void say(const char *, ...);
__attribute__((noreturn)) void stop(int);
__attribute__((naked)) void bare(void) { __asm__("ret"); }
__attribute__((optnone, noinline)) void slow(void) { tentative++; }
__attribute__((minsize)) int small(int n) { return n << 3; }
__attribute__((regparm(3))) int registers(int a, int b) { return a + b; }
__attribute__((ms_abi)) int other_abi(int a, double b) { return a + (int)b; }
__attribute__((vectorcall)) double vector_call(double a) { return a; }
__attribute__((preserve_most)) void preserves(void) { slow(); }
__asm__(".globl from_assembly\nfrom_assembly:\n\tret # \"quoted\" \\ text");

int use(int n) {
  static int calls;
  static const double scale = 0.3;
  calls++;
  if (&perhaps)
    n += perhaps;
  if (optional)
    n += optional(n);
  if (n > 1000000)
    stop(n);
  int *cells = table(n, sizeof *cells);
  say("%s %d", names[n % 3], pure(cells) + constant(n));
  n += registers(n, 3) + other_abi(n, 0.5) + (int)vector_call(n) + (int)(scale * n);
  return n + defined + tentative + hidden_here + elsewhere + overridable + shared_block[3] +
         inside + guarded + placed[1] + per_thread + other_thread + local_exec + local_dynamic +
         double_it(n) + weak_twice(n) + other_name + chosen(n) + rare(n) + hot(n) + *last + calls;
}
