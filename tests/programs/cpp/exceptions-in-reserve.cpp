// Landing pads that nobody enters.
extern "C" int printf(const char *, ...);
struct Guard {
  const char *name;
  ~Guard() { printf("leaving %s\n", name); }
};
static int may_throw(int n) {
  if (n > 100)
    throw n;
  return n * 2;
}
int main() {
  Guard outer{"outer"};
  try {
    Guard inner{"inner"};
    printf("%d\n", may_throw(20));
  } catch (int n) {
    printf("caught %d\n", n);
  }
  return 0;
}
