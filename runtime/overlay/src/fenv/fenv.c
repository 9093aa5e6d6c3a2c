/* Floating-point environment in software. Arithmetic is always rounded to
 * nearest and raises no flags; the flags a program raises itself are kept, and
 * a request for another rounding mode fails instead of being ignored. */
#include <fenv.h>
#include <features.h>

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
	return FE_TONEAREST;
}

hidden int __fesetround(int mode)
{
	return mode == FE_TONEAREST ? 0 : -1;
}

int fegetenv(fenv_t *env)
{
	*env = (fenv_t){ .__status_word = raised };
	return 0;
}

int fesetenv(const fenv_t *env)
{
	raised = env == FE_DFL_ENV ? 0 : env->__status_word;
	return 0;
}
