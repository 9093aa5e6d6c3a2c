//@ paths: 1
//@ tests: 1
//@ exit: 3
// No symbolic input at all: one path.
int main(void) {
  int n = 0;
  for (int i = 0; i < 1000; i++)
    n += i % 7 == 3;
  return n == 143 ? 3 : 4;
}
