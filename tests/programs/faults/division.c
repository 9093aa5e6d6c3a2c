//@ opt: 0
int main(int argc, char **argv) {
  int zero = argc - 1;
  return 7 / zero; //~ FAULT division by zero
}
