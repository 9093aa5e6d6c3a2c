/* Floating-point environment in software. Arithmetic is rounded as the engine is
 * told and raises no flags; the flags a program raises itself are kept. */
#include <fenv.h>
#include <features.h>

/* Rounds as the mode says from now on, numbered as FLT_ROUNDS is. */
void __strata_set_rounding(int mode);

static unsigned short raised;

int feclearexcept(int mask)
{
	raised &= ~mask;
	return 0;
}

int feraiseexcept(int mask)
{
	raised |= mask & FE_ALL_EXCEPT;
	return 0;
}

int fetestexcept(int mask)
{
	return raised & mask;
}

int fegetround(void)
{
	switch (__builtin_flt_rounds()) {
	case 0: return FE_TOWARDZERO;
	case 2: return FE_UPWARD;
	case 3: return FE_DOWNWARD;
	default: return FE_TONEAREST;
	}
}

hidden int __fesetround(int mode)
{
	switch (mode) {
	case FE_TOWARDZERO: __strata_set_rounding(0); return 0;
	case FE_TONEAREST: __strata_set_rounding(1); return 0;
	case FE_UPWARD: __strata_set_rounding(2); return 0;
	case FE_DOWNWARD: __strata_set_rounding(3); return 0;
	default: return -1;
	}
}

/* The x87 control word and the status word hold what they do natively: all
 * exceptions masked, 64 bits of precision, the rounding mode. */
int fegetenv(fenv_t *env)
{
	*env = (fenv_t){ .__control_word = 0x37f | fegetround(), .__status_word = raised };
	return 0;
}

int fesetenv(const fenv_t *env)
{
	if (env == FE_DFL_ENV) {
		raised = 0;
		return __fesetround(FE_TONEAREST);
	}
	raised = env->__status_word;
	return __fesetround(env->__control_word & 0xc00);
}
