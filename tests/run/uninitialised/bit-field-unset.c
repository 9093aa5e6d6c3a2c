//@ options: --check=uninitialised
//@ paths: 1
struct bits {
  unsigned a : 3, b : 5, c : 20;
};
int main(void) {
  struct bits s;
  s.a = 5;
  s.c = 1;
  if (s.b == 9) //~ FAULT uninitialised-use: a 4-byte local s
    return 1;
  return 0;
}
