//@ opt: 0
int main(int argc, char **argv) {
  int values[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int i = 0; i <= 4; i++)
    sum += values[i]; //~ FAULT out of bounds: read of 4 bytes at offset 16 of a 16-byte local values
  return sum;
}
