//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
union number {
  unsigned char c[4];
  int i;
};
int main(void) {
  union number u;
  u.c[0] = 1;
  if (u.i)
    return 1;
  return 0;
}
