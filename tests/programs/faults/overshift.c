//@ opt: 0
int main(int argc, char **argv) {
  return argc << (31 + argc); //~ FAULT overshift: a 32-bit value shifted by 32
}
