//@ options: --check=uninitialised
//@ paths: 1
struct four {
  int a, b, c, d;
};
struct four make(void) {
  struct four f;
  f.a = f.b = f.d = 1;
  return f;
}
int main(void) {
  struct four f = make();
  if (f.a + f.b + f.d != 3)
    return 2;
  if (f.c) //~ FAULT uninitialised-use: a 16-byte local
    return 1;
  return 0;
}
