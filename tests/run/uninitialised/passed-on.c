//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 5
static int pick(int a, int b, int first) {
  return first ? a : b;
}
int main(void) {
  int x;
  return pick(5, x, 1);
}
