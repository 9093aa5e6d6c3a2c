/* A walk through the library whose output must equal that of a native build:
 * formatting, parsing, sorting, files, time, wide characters, regular
 * expressions, mathematics, complex arithmetic, non-local jumps, constructors. */
#define _GNU_SOURCE
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <regex.h>
#include <search.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static int constructed;
static _Thread_local int local = 7;

__attribute__((constructor(200))) static void second(void)
{
	constructed = constructed * 10 + 2;
}

__attribute__((constructor(150))) static void first(void)
{
	constructed = constructed * 10 + 1;
}

__attribute__((destructor)) static void last(void)
{
	puts("destructor");
}

static void at_exit(void)
{
	puts("atexit");
}

static void formatting(void)
{
	printf("%d %5d|%-5d|%05d %+d %x %#o %c %%\n", -3, 42, 42, 42, 42, 255u, 8u, 'z');
	printf("%s|%10s|%-10s|%.2s|%*.*s\n", "abc", "abc", "abc", "abc", 6, 1, "abc");
	printf("%ld %lld %zu %jd %hhd\n", LONG_MIN, LLONG_MAX, SIZE_MAX, INTMAX_MIN, (signed char)-128);
	printf("%f %.3f %e %g %G %a %10.2f|\n", M_PI, M_E, 1e-300, 1e20, 1e-5, 0.1, -2.5);
	printf("%.40f %.0f %.0f %.0f\n", 0.1, 0.5, 1.5, 2.5);
	printf("%Lf %.20Lg %La\n", 1.25L, 0.1L, 3.0L);
	printf("%f %f %f %g\n", INFINITY, -INFINITY, fabs(NAN), -0.0);
	char text[16];
	printf("%d %s\n", snprintf(text, sizeof text, "%s", "longer than the buffer"), text);
}

static void parsing(void)
{
	char *end;
	const char *numbers[] = {"0", "-17", "0x1f", "077", "99999999999999999999", " 12abc", "abc", ""};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		errno = 0;
		long n = strtol(numbers[i], &end, 0);
		printf("%ld %td %d\n", n, end - numbers[i], errno);
	}
	const char *reals[] = {"3.25", "1e-320", "0x1.8p3", "inf", "nan", "1e400", "-.5e1x", "123456789012345678901234567890"};
	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
		double x = strtod(reals[i], &end);
		printf("%.17g %td %.20Lg\n", fabs(x), end - reals[i], fabsl(strtold(reals[i], 0)));
	}
	int a, b;
	char word[16];
	float f;
	int n = sscanf("12 0x1A word 2.5e3", "%d %i %7s %f", &a, &b, word, &f);
	printf("%d: %d %d %s %g\n", n, a, b, word, f);
	n = sscanf("key=value", "%[^=]=%7s", word, word + 8);
	printf("%d: %s\n", n, word + 8);
}

static int by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

static void sorting(void)
{
	int values[200];
	unsigned seed = 1;
	for (int i = 0; i < 200; i++)
		values[i] = (seed = seed * 1103515245 + 12345) >> 16 & 1023;
	qsort(values, 200, sizeof *values, by_value);
	int key = values[77], *found = bsearch(&key, values, 200, sizeof *values, by_value);
	printf("%d %d %d %d\n", values[0], values[199], key, *found);
	void *tree = 0;
	for (int i = 0; i < 200; i++)
		tsearch(&values[i], &tree, by_value);
	printf("%d\n", **(int **)tfind(&key, &tree, by_value));
}

static void strings(void)
{
	char text[64] = "one,two;three", *rest;
	for (char *t = strtok_r(text, ",;", &rest); t; t = strtok_r(0, ",;", &rest))
		printf("[%s]", t);
	printf(" %s %s\n", strstr("a needle in a haystack", "needle in"), strrchr("a/b/c", '/'));
	printf("%d %d %zu %zu\n", strcmp("abc", "abd") < 0, strncasecmp("ABC", "abcd", 3),
		strspn("aabbc", "ab"), strcspn("hello", "l"));
	char *copy = strdup("copy");
	strcat(strcpy(text, "x"), copy);
	printf("%s %s %s %zu\n", text, strerror(ENOENT), strchrnul("abc", 'x'), strnlen("abcdef", 3));
	printf("%s\n", (char *)memmem("binary data here", 16, "data", 4));
	for (int c = 0; c < 128; c += 9)
		printf("%d%d%d%d ", !!isalpha(c), !!ispunct(c), !!isspace(c), toupper(c));
	puts("");
}

static void files(void)
{
	char name[] = "/tmp/strata-runtime-XXXXXX", line[32];
	int fd = mkstemp(name);
	FILE *f = fdopen(fd, "w+");
	for (int i = 0; i < 1000; i++)
		fprintf(f, "line %d\n", i);
	long size = ftell(f);
	fseek(f, 10L * 7, SEEK_SET);
	printf("%ld %s", size, fgets(line, sizeof line, f));
	ungetc('#', f);
	printf("%c", getc(f));
	printf("%c\n", getc(f));
	fclose(f);
	printf("%d", access(name, R_OK));
	printf(" %d\n", unlink(name));
	char *grown;
	size_t length;
	f = open_memstream(&grown, &length);
	fprintf(f, "%s %d", "memory", 5);
	fclose(f);
	printf("%s %zu\n", grown, length);
	f = fmemopen("one\ntwo\n", 8, "r");
	char *buffer = 0;
	size_t room = 0;
	while (getline(&buffer, &room, f) > 0)
		printf("%s", buffer);
	fclose(f);
}

static void times(void)
{
	setenv("TZ", "UTC0", 1);
	time_t t = 1700000000;
	struct tm tm;
	char text[64];
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a", gmtime_r(&t, &tm));
	printf("%s %ld %s", text, (long)timegm(&tm), asctime(&tm));
	printf("%d %s\n", strptime("2001-02-03", "%Y-%m-%d", &tm) != 0, getenv("TZ"));
}

static void wide(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	wchar_t text[16];
	size_t n = mbstowcs(text, "h\xc3\xa9llo", 16);
	printf("%zu %d %ls %d\n", n, (int)text[1], text, (int)towupper(text[1]));
	swprintf(text, 16, L"%d %s", 5, "x");
	printf("%ls %ld\n", text, wcstol(L"123z", 0, 10));
}

static void random_wide(void)
{
	static const unsigned char lead[] = {'a', 'Z', 0xc3, 0xe2, 0xf0, 0x80, 0xa9, 0x82, 0xac, 0xff};
	unsigned seed = 1;
	for (int i = 0; i < 500; i++) {
		char text[9] = "";
		wchar_t out[9] = L"";
		for (int k = 0; k < 8; k++)
			text[k] = lead[(seed = seed * 1103515245 + 12345) >> 16 & 7];
		text[(seed >> 20) % 9] = 0;
		const char *from = text;
		size_t size = mbsrtowcs(0, &from, 0, 0), limit = (seed >> 24) % 9;
		size_t n = mbsrtowcs(out, &from, limit, 0);
		printf("%zd %zd %td %x\n", size, n, from ? from - text : -1, out[limit ? limit - 1 : 0]);
	}
}

static void patterns(void)
{
	regex_t re;
	regmatch_t m[3];
	int r = regcomp(&re, "([a-z]+)([0-9]{2,3})", REG_EXTENDED);
	r |= regexec(&re, "..abc1234", 3, m, 0);
	printf("%d %d-%d %d-%d\n", r, (int)m[0].rm_so, (int)m[0].rm_eo, (int)m[2].rm_so, (int)m[2].rm_eo);
	regfree(&re);
	printf("%d %d\n", fnmatch("*.[ch]", "x.c", 0), fnmatch("*.[ch]", "x.o", 0));
}

static void mathematics(void)
{
	double xs[] = {0, 0.5, 1, -1.75, 3.7, 1e10, 1e-10, -700, 12345.678};
	for (size_t i = 0; i < sizeof xs / sizeof *xs; i++) {
		double x = xs[i];
		printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", sin(x), cos(x), exp(x / 100), log(fabs(x)), sqrt(fabs(x)), cbrt(x));
		printf("%g %g %g %g %ld %g %g\n", floor(x), ceil(x), trunc(x), round(x), lrint(x), fmod(x, 0.3), nearbyint(x));
		printf("%.9g %.9g %.9g %.17g %.9g\n", sinf(x), powf(fabs(x), 0.3f), atan2f(x, 2), fma(x, x, -x), fmaf(x, 3, 1));
		printf("%.15Lg %.15Lg %.15Lg %.15Lg %Lg\n", expl(x / 100), sinl(x), sqrtl(fabs(x)), powl(fabs(x), 1.5L), rintl(x));
		printf("%.15g %.15g %.15g\n", fabs(tgamma(x)), erf(x), j0(x));
	}
	int e;
	double fraction = frexp(10.5, &e);
	printf("%g %d %g %g\n", fraction, e, ldexp(0.75, 4), remainder(7, 3));
}

static void complex_numbers(void)
{
	double parts[] = {0, 1, -2.5, INFINITY, -INFINITY, NAN};
	for (int i = 0; i < 36; i++)
		for (int k = 0; k < 36; k++) {
			volatile double complex x = CMPLX(parts[i / 6], parts[i % 6]), y = CMPLX(parts[k / 6], parts[k % 6]);
			double complex p = x * y, q = x / y;
			printf("%.9g %.9g %.9g %.9g\n", fabs(creal(p)), fabs(cimag(p)), fabs(creal(q)), fabs(cimag(q)));
		}
	volatile float complex f = CMPLXF(1e30f, 1e30f);
	volatile long double complex l = CMPLXL(1e3000L, 1e3000L);
	printf("%g %Lg %.9g\n", crealf(f / f), creall(l / l), cabs(csqrt(-4)));
}

static jmp_buf back;

static void jump(int depth)
{
	if (depth == 0)
		longjmp(back, 5);
	jump(depth - 1);
}

int main(int argc, char **argv)
{
	atexit(at_exit);
	printf("%d %s %d %d\n", argc, argv[1], constructed, local++);
	formatting();
	parsing();
	sorting();
	strings();
	files();
	times();
	wide();
	random_wide();
	patterns();
	mathematics();
	complex_numbers();
	int r = setjmp(back);
	if (r == 0)
		jump(10);
	printf("%d %s %d\n", r, program_invocation_short_name, getpagesize());
	fprintf(stderr, "stderr %d\n", local);
	return 42;
}
