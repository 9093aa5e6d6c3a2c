// Bit-precise integers beyond 128 bits.
// versions: 16-22
typedef _BitInt(300) wide;
typedef unsigned _BitInt(37) odd;
wide constant = 123456789012345678901234567890wb;
unsigned _BitInt(128) ones = -1;
odd table[3] = {1, 0x1fffffffff, 77};
wide product(wide a, wide b) { return a * b - (a >> 17) + constant; }
wide sum(wide a, wide b) { return a + b ^ ~a; }
odd narrow(wide a) { return (odd)a + table[1]; }
int compare(wide a, odd b) { return a < b || a == -5; }
