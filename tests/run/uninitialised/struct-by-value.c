//@ options: --check=uninitialised
//@ paths: 1
struct six {
  long a, b, c, d, e, f;
};
static long third(struct six s) {
  return s.c;
}
static long fourth(struct six s) {
  return s.d;
}
int main(void) {
  struct six s;
  s.a = s.b = s.c = 3;
  if (third(s) != 3)
    return 2;
  if (fourth(s)) //~ FAULT uninitialised-use: a 48-byte local s
    return 1;
  return 0;
}
