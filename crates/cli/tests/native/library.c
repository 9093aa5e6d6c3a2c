#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
struct pair { long a; double b; };
struct point { float x, y; };
struct big { int n[7]; };
struct pair swap(struct pair p) { struct pair q = { p.a + 1, p.b * 2 }; return q; }
struct point mirror(struct point p) { struct point q = { p.y, p.x }; return q; }
long sum(struct big s) { long n = 0; for (int i = 0; i < 7; i++) n += s.n[i]; return n; }
signed char negated(signed char c) { return -c; }
long widened(signed char c) { return c; }
long double twice(long double f) { return f * 2; }
int fails(void) { int was = errno; errno = 7; return was; }
double many(int n, ...) {
  va_list l; va_start(l, n); double d = 0;
  while (n--) { d += va_arg(l, double); d += va_arg(l, int); }
  va_end(l); return d;
}
static int *kept;
void *own_object;
void keep(int *p) { kept = p; p[1] = 5; }
void later(void) { *kept = 6; }
struct node { struct node *next; int n; };
int total(struct node *l) { int n = 0; for (; l; l = l->next) { n += l->n; l->n = 0; } return n; }
void relink(struct node **at, struct node *to) { *at = to; }
void crash(void) { *(volatile int *)8 = 1; }
void scribble(char *s) { s[1] = 'X'; }
void *own(void) { return malloc(10); }
int first(const char *s) { return s[0]; }
int each(int (*f)(int, void *), void *data) { int n = 0; for (int i = 0; i < 3; i++) n += f(i, data); return n; }
void flood(char *p, long n, int c) { for (long i = 0; i < n; i++) ((volatile char *)p)[i] = c; }
void poke(char *p, long at, int c) { ((volatile char *)p)[at] = c; }
int peek(const char *p, long at) { return ((volatile const char *)p)[at]; }
int through(const unsigned long *word) { return *(const int *)(*word / 3); }
int at_number(const char *bytes) { unsigned long n; memcpy(&n, bytes, 8); return *(const int *)n; }
void set_number(const char *bytes, int to) { unsigned long n; memcpy(&n, bytes, 8); *(int *)n = to; }
void close_all(void) { for (int i = 0; i < 1024; i++) close(i); }
void close_all_and_open(void) { close_all(); while (open("/dev/zero", O_RDWR) < 100) ; }
int forks(void) { return fork() ? 1 : 2; }
static int failed(int result) { int why = result < 0 ? errno : 0; if (result > 2) close(result); return why; }
int reads(const char *path) { return failed(open(path, O_RDONLY)); }
int writes(const char *path) { return failed(open(path, O_RDWR | O_CREAT, 0600)); }
int removes(const char *path) { return failed(unlink(path)); }
int starts(void) { return system("exit 5"); }
int reaches_parent(void) { return failed(kill(getppid(), 0)); }
int landlock(void) { return syscall(444, NULL, 0, 1); }
int cores(void) { struct rlimit limit; getrlimit(RLIMIT_CORE, &limit); return limit.rlim_max != 0; }
int gains(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }
int descriptors(void) { int n = 0; for (int i = 3; i < 1024; i++) n += fcntl(i, F_GETFD) >= 0; return n; }
int printed(void) { return puts("native"); }
void gives(void *p, int resize) { if (resize) own_object = realloc(p, 100); else free(p); }
