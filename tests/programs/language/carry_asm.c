// Carries and wide products in assembly, as longlong.h of GMP and coreutils writes them.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t word;

#define add_ssaaaa(sh, sl, ah, al, bh, bl)                                                                            \
    __asm__("addq %5,%q1\n\tadcq %3,%q0"                                                                               \
            : "=r"(sh), "=&r"(sl)                                                                                      \
            : "0"((word)(ah)), "rme"((word)(bh)), "%1"((word)(al)), "rme"((word)(bl)))
#define sub_ddmmss(sh, sl, ah, al, bh, bl)                                                                            \
    __asm__("subq %5,%q1\n\tsbbq %3,%q0"                                                                               \
            : "=r"(sh), "=&r"(sl)                                                                                      \
            : "0"((word)(ah)), "rme"((word)(bh)), "1"((word)(al)), "rme"((word)(bl)))
#define umul_ppmm(w1, w0, u, v) __asm__("mulq %3" : "=a"(w0), "=d"(w1) : "%0"((word)(u)), "rm"((word)(v)))
#define udiv_qrnnd(q, r, n1, n0, dx)                                                                                   \
    __asm__("divq %4" : "=a"(q), "=d"(r) : "0"((word)(n0)), "1"((word)(n1)), "rm"((word)(dx)))

static const word values[] = {0, 1, 2, 7, 0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffffe, ~0ull, 0x123456789abcdef};
#define COUNT (int)(sizeof values / sizeof *values)

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            word a = values[i], b = values[j], high, low, three;
            add_ssaaaa(high, low, a, b, b, a);
            printf("%016llx%016llx ", (unsigned long long)high, (unsigned long long)low);
            sub_ddmmss(high, low, a, b, b, a);
            printf("%016llx%016llx ", (unsigned long long)high, (unsigned long long)low);
            umul_ppmm(high, low, a, b);
            printf("%016llx%016llx ", (unsigned long long)high, (unsigned long long)low);
            if (a < b) {
                udiv_qrnnd(high, low, a, ~b, b);
                printf("%016llx%016llx ", (unsigned long long)high, (unsigned long long)low);
            }
            // A chain over three words, at another width, with immediates, and a borrow spread over a word.
            uint32_t x = (uint32_t)a, y = (uint32_t)b, z = x ^ y;
            __asm__("addl %3,%0\n\tadcl $5,%1\n\tadcl $0,%2" : "+r"(x), "+r"(y), "+r"(z) : "r"((uint32_t)b));
            __asm__("cmpq %2,%1\n\tsbbq %0,%0" : "=r"(three) : "r"(a), "r"(b));
            printf("%08x%08x%08x %016llx ", x, y, z, (unsigned long long)three);
            unsigned char carry;
            word sum = a;
            __asm__("addq %2,%0\n\tsetc %1" : "+r"(sum), "=q"(carry) : "r"(b));
            __asm__("negq %0\n\tadcq $0,%1" : "+r"(sum), "+r"(low));
            __asm__("incq %0" : "+r"(sum));
            printf("%d %016llx%016llx\n", carry, (unsigned long long)low, (unsigned long long)sum);
        }
    return 0;
}
