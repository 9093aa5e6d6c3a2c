/* One pair of functions, for the REAL type that the including file sets. */
#define ISINF __builtin_isinf
#define ISNAN __builtin_isnan
/* 1 or 0, with the sign of x: what an infinite or a finite part counts as in
 * the direction of an infinite result. */
#define UNIT(x) COPYSIGN(ISINF(x) ? 1 : 0, x)
#define PAIR(re, im) ((union { REAL part[2]; _Complex REAL value; }){{re, im}}.value)

_Complex REAL MULTIPLY(REAL a, REAL b, REAL c, REAL d)
{
	REAL re = a * c - b * d;
	REAL im = a * d + b * c;
	int left = ISINF(a) || ISINF(b);
	int right = ISINF(c) || ISINF(d);
	int product = ISINF(a * c) || ISINF(b * d) || ISINF(a * d) || ISINF(b * c);

	if (!ISNAN(re) || !ISNAN(im) || !(left || right || product))
		return PAIR(re, im);
	/* The result is infinite although both parts came out as NaN: take the
	 * infinite factors as directions and NaN parts as signed zeros. */
	if (left) {
		a = UNIT(a);
		b = UNIT(b);
	}
	if (right) {
		c = UNIT(c);
		d = UNIT(d);
	}
	if (ISNAN(a))
		a = COPYSIGN(0, a);
	if (ISNAN(b))
		b = COPYSIGN(0, b);
	if (ISNAN(c))
		c = COPYSIGN(0, c);
	if (ISNAN(d))
		d = COPYSIGN(0, d);
	return PAIR((REAL)__builtin_inf() * (a * c - b * d), (REAL)__builtin_inf() * (a * d + b * c));
}

_Complex REAL DIVIDE(REAL a, REAL b, REAL c, REAL d)
{
	/* Scaling by the exponent of the divisor keeps the squares in range. */
	REAL exponent = LOGB(FMAX(COPYSIGN(c, 1), COPYSIGN(d, 1)));
	int scale = 0;

	if (!ISINF(exponent) && !ISNAN(exponent)) {
		scale = (int)exponent;
		c = SCALB(c, -scale);
		d = SCALB(d, -scale);
	}
	REAL norm = c * c + d * d;
	REAL re = SCALB((a * c + b * d) / norm, -scale);
	REAL im = SCALB((b * c - a * d) / norm, -scale);
	int left = ISINF(a) || ISINF(b);
	int right = ISINF(c) || ISINF(d);

	if (!ISNAN(re) || !ISNAN(im))
		return PAIR(re, im);
	if (norm == 0 && !(ISNAN(a) && ISNAN(b))) {
		REAL infinity = COPYSIGN((REAL)__builtin_inf(), c);
		return PAIR(infinity * a, infinity * b);
	}
	if (left && !right && !ISNAN(c) && !ISNAN(d)) {
		a = UNIT(a);
		b = UNIT(b);
		return PAIR((REAL)__builtin_inf() * (a * c + b * d), (REAL)__builtin_inf() * (b * c - a * d));
	}
	if (exponent > 0 && ISINF(exponent) && !left && !ISNAN(a) && !ISNAN(b)) {
		c = UNIT(c);
		d = UNIT(d);
		return PAIR(0 * (a * c + b * d), 0 * (b * c - a * d));
	}
	return PAIR(re, im);
}

#undef REAL
#undef COPYSIGN
#undef LOGB
#undef SCALB
#undef FMAX
#undef MULTIPLY
#undef DIVIDE
#undef ISINF
#undef ISNAN
#undef UNIT
#undef PAIR
