/* Computes floating-point operations natively: requests on stdin, answers on stdout.
 *
 * A request is 4 bytes (operation, kind, rounding, target kind) and three operands of 16 bytes; an answer
 * is 16 bytes. Kinds and roundings have the order of the Rust enums; bfloat is not here, for want of a
 * native type. Inline assembly keeps the order of operands, which decides between two NaNs, from the
 * compiler's hands.
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1

typedef unsigned char u8;
typedef __int128 i128;
typedef unsigned __int128 u128;
typedef struct { u8 op, kind, rounding, target; u8 a[16], b[16], c[16]; } Request;

enum { HALF, BFLOAT, SINGLE, DOUBLE, X87, QUAD };
enum { ADD, SUB, MUL, DIV, FMA, SQRT, REM, COMPARE, RINT, ROUND, CONVERT,
       TO_I64, TO_U64, TO_I128, TO_U128, FROM_I64, FROM_U64, FROM_I128, FROM_U128, LDEXP, FREXP };

#define LOAD(T, size, bytes) ({ T v = 0; memcpy(&v, bytes, size); v; })

static void convert_to(int target, u8 *out, const void *from, int kind) {
#define STORE(T, size, v) do { T r = (T)(v); memcpy(out, &r, size); } while (0)
#define EACH(v) \
    switch (target) { \
    case HALF: STORE(_Float16, 2, v); break; \
    case SINGLE: STORE(float, 4, v); break; \
    case DOUBLE: STORE(double, 8, v); break; \
    case X87: STORE(long double, 10, v); break; \
    case QUAD: STORE(__float128, 16, v); break; \
    }
    switch (kind) {
    case HALF: EACH(*(const _Float16 *)from) break;
    case SINGLE: EACH(*(const float *)from) break;
    case DOUBLE: EACH(*(const double *)from) break;
    case X87: EACH(*(const long double *)from) break;
    case QUAD: EACH(*(const __float128 *)from) break;
    }
}

/* The four operations of a type, as the compiler generates them. */
#define PLAIN(name, T) \
    static T name(int op, T a, T b) { \
        switch (op) { \
        case ADD: return a + b; \
        case SUB: return a - b; \
        case MUL: return a * b; \
        default: return a / b; \
        } \
    }
/* The same by SSE instructions. */
#define SSE(name, T, s) \
    static T name(int op, T a, T b) { \
        switch (op) { \
        case ADD: __asm__("add" s " %1, %0" : "+x"(a) : "x"(b)); break; \
        case SUB: __asm__("sub" s " %1, %0" : "+x"(a) : "x"(b)); break; \
        case MUL: __asm__("mul" s " %1, %0" : "+x"(a) : "x"(b)); break; \
        default: __asm__("div" s " %1, %0" : "+x"(a) : "x"(b)); break; \
        } \
        return a; \
    }
SSE(plain_single, float, "ss")
SSE(plain_double, double, "sd")
PLAIN(plain_x87, long double)
PLAIN(plain_quad, __float128)

/* A float has so many bits more than a half that rounding twice is rounding once. */
static _Float16 plain_half(int op, _Float16 a, _Float16 b) { return plain_single(op, a, b); }

/* Half has no library. Double has room for every intermediate result but this one. */
static _Float16 half_fma(_Float16 a, _Float16 b, _Float16 c) { return (__float128)a * b + c; }

#define OPERATIONS(T, W, size, plain, FMAF, SQRTF, FMODF, RINTF, ROUNDF, LDEXPF, FREXPF) { \
        T a = LOAD(T, size, q->a), b = LOAD(T, size, q->b), c = LOAD(T, size, q->c), r = 0; \
        int n = 0; \
        switch (q->op) { \
        case ADD: case SUB: case MUL: case DIV: r = plain(q->op, a, b); break; \
        case FMA: r = FMAF(a, b, c); break; \
        case SQRT: r = SQRTF((W)a); break; \
        case REM: r = FMODF((W)a, (W)b); break; \
        case RINT: r = RINTF((W)a); break; \
        case ROUND: r = ROUNDF((W)a); break; \
        case COMPARE: out[0] = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8; return; \
        case CONVERT: convert_to(q->target, out, &a, q->kind); return; \
        case TO_I64: { long long v = (long long)a; memcpy(out, &v, 8); return; } \
        case TO_U64: { unsigned long long v = (unsigned long long)a; memcpy(out, &v, 8); return; } \
        case TO_I128: { i128 v = (i128)a; memcpy(out, &v, 16); return; } \
        case TO_U128: { u128 v = (u128)a; memcpy(out, &v, 16); return; } \
        case FROM_I64: r = (T)LOAD(long long, 8, q->a); break; \
        case FROM_U64: r = (T)LOAD(unsigned long long, 8, q->a); break; \
        case FROM_I128: r = (T)LOAD(i128, 16, q->a); break; \
        case FROM_U128: r = (T)LOAD(u128, 16, q->a); break; \
        case LDEXP: r = LDEXPF((W)a, LOAD(int, 4, q->b)); break; \
        case FREXP: \
            r = FREXPF((W)a, &n); \
            memcpy(out, &r, size); \
            if (size <= 10) memcpy(out + 12, &n, 4); \
            return; \
        } \
        memcpy(out, &r, size); \
        return; \
    }

static void answer(const Request *q, u8 *out) {
    switch (q->kind) {
    case HALF:
        OPERATIONS(_Float16, double, 2, plain_half, half_fma, sqrt, fmod, rint, round, ldexp, frexp)
    case SINGLE:
        OPERATIONS(float, float, 4, plain_single, fmaf, sqrtf, fmodf, rintf, roundf, ldexpf, frexpf)
    case DOUBLE:
        OPERATIONS(double, double, 8, plain_double, fma, sqrt, fmod, rint, round, ldexp, frexp)
    case X87:
        OPERATIONS(long double, long double, 10, plain_x87, fmal, sqrtl, fmodl, rintl, roundl, ldexpl, frexpl)
    case QUAD:
        OPERATIONS(__float128, __float128, 16, plain_quad, fmaf128, sqrtf128, fmodf128, rintf128, roundf128,
                   ldexpf128, frexpf128)
    }
}

int main(void) {
    /* Nearest-away, the second, is no mode of the machine; `round` has it built in. */
    static const int modes[] = { FE_TONEAREST, FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD };
    Request q;
    while (fread(&q, sizeof q, 1, stdin) == 1) {
        u8 out[16] = { 0 };
        fesetround(modes[q.rounding]);
        answer(&q, out);
        fesetround(FE_TONEAREST);
        fwrite(out, sizeof out, 1, stdout);
    }
    return 0;
}
