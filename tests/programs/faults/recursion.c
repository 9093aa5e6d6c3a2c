//@ opt: 0
//@ trace: at down(n=99997) (
//@ trace: ... 99968 more ...
//@ trace: at down(n=0) (
static int down(int n) {
  return 1 + down(n + 1); //~ FAULT stack overflow
}
int main(void) { return down(0); }
