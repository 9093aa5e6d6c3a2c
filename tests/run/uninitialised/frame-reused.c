//@ options: --check=uninitialised
//@ paths: 1
static int first(int n) {
  int a[4] = {n, n, n, n};
  return a[n & 3];
}
static int second(int n) {
  int a[4];
  return a[n & 3];
}
int main(void) {
  int n = first(1);
  if (second(n)) //~ FAULT uninitialised-use: a 16-byte local a
    return 1;
  return 0;
}
