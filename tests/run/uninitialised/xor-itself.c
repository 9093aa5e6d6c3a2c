//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 0
int main(void) {
  int x;
  x ^= x;
  if (x)
    return 1;
  return 0;
}
