/* Multiplication and division of complex numbers, which clang calls whenever
 * the infinities of C99 annex G may matter. */
#define REAL float
#define COPYSIGN __builtin_copysignf
#define LOGB __builtin_logbf
#define SCALB __builtin_scalbnf
#define FMAX __builtin_fmaxf
#define MULTIPLY __mulsc3
#define DIVIDE __divsc3
#include "complex_ops.h"

#define REAL double
#define COPYSIGN __builtin_copysign
#define LOGB __builtin_logb
#define SCALB __builtin_scalbn
#define FMAX __builtin_fmax
#define MULTIPLY __muldc3
#define DIVIDE __divdc3
#include "complex_ops.h"

#define REAL long double
#define COPYSIGN __builtin_copysignl
#define LOGB __builtin_logbl
#define SCALB __builtin_scalbnl
#define FMAX __builtin_fmaxl
#define MULTIPLY __mulxc3
#define DIVIDE __divxc3
#include "complex_ops.h"
