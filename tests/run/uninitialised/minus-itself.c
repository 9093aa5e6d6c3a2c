//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
int main(void) {
  unsigned x;
  if (x - x + 3 == 3)
    return 1;
  return 0;
}
