//@ options: --check=uninitialised
//@ paths: 1
static int pick(int a, int b, int first) {
  return first ? a : b; //~ FAULT uninitialised-use: a 4-byte local x
}
int main(void) {
  int x;
  return pick(5, 6, x);
}
