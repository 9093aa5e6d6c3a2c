//@ options: --check=uninitialised
//@ paths: 1
union number {
  unsigned char c[4];
  unsigned i;
};
int main(void) {
  union number u;
  u.c[0] = 1;
  if (u.i > 5) //~ FAULT uninitialised-use: a 4-byte local u
    return 1;
  return 0;
}
