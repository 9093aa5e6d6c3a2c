//@ opt: 0
int main(int argc, char **argv) {
  if (argc == 1)
    __builtin_unreachable(); //~ FAULT unreachable code reached
  return 0;
}
