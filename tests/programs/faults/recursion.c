//@ opt: 0
//@ trace: ... 262113 more ...
//@ trace: at down(n=0) (
static int down(int n) {
  return 1 + down(n + 1); //~ FAULT stack overflow
}
int main(void) { return down(0); }
