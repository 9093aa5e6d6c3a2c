// Tables of virtual functions that hold distances.
//@ cflags: -fPIC -fno-rtti -fexperimental-relative-c++-abi-vtables
#include <stdio.h>
#include <string.h>

struct Plus { virtual int f(int x) { return x + 1; } virtual int g() { return 10; } int a = 3; };
struct Twice : Plus { int f(int x) override { return x * 2; } };
struct Other { virtual int h() { return 77; } };
struct Both : Plus, Other {
  int f(int x) override { return x * 3 + a; }
  int h() override { return 78 + a; }
  int g() override { return 20; }
};
struct Virtual : virtual Plus { int g() override { return 30; } };

Plus plus;
Twice twice;
Both both;
Virtual by_virtual_base;

__attribute__((noinline)) int call(Plus *p, int x) { return p->f(x) * 100 + p->g(); }
__attribute__((noinline)) int call_other(Other *p) { return p->h(); }

int main(int argc, char **) {
  Plus *all[] = {&plus, &twice, &both, &by_virtual_base};
  for (Plus *p : all)
    printf("%d\n", call(p, argc));
  Plus copied;
  memcpy(static_cast<void *>(&copied), static_cast<void *>(&plus), sizeof copied);
  printf("%d %d\n", call(&copied, 5), call_other(&both));
  return 0;
}
