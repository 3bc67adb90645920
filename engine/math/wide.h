// A wide number is the unevaluated sum of two doubles with |lo| <= ulp(hi) / 2, about 106 bits. The
// operations use only + - * / and sqrt in a fixed order. Products are exact unless they over- or underflow,
// so callers keep magnitudes within [2^-400, 2^400], or 0. This work is based on:
// T. J. Dekker. A Floating-Point Technique for Extending the Available Precision. 1971
// D. E. Knuth. The Art of Computer Programming 2, 4.2.2 (the sum without comparison)
#pragma once

#include <math.h>

typedef struct Wide {
	double hi, lo;
} Wide;

// Exactly a + b.
static inline Wide wide_sum(double a, double b) {
	double s = a + b, t = s - a;
	return (Wide){ s, (a - (s - t)) + (b - t) };
}
// Exactly a + b, for |a| >= |b| or a = 0.
static inline Wide wide_sum_ordered(double a, double b) {
	double s = a + b;
	return (Wide){ s, b - (s - a) };
}
// Exactly a * b.
static inline Wide wide_product(double a, double b) {
	double p = a * b, ta = 0x1.0000002p+27 * a,
	       tb = 0x1.0000002p+27 * b; // 2^27 + 1 splits 53 bits into halves
	double ah = ta - (ta - a), al = a - ah, bh = tb - (tb - b), bl = b - bh;
	return (Wide){ p, ((ah * bh - p) + ah * bl + al * bh) + al * bl };
}

static inline Wide wide_from(double a) { return (Wide){ a, 0 }; }
static inline Wide wide_negate(Wide a) { return (Wide){ -a.hi, -a.lo }; }
static inline Wide wide_halve(Wide a) { return (Wide){ a.hi / 2, a.lo / 2 }; }

// The relative error is below 2^-104, even if the terms cancel.
static inline Wide wide_add(Wide a, Wide b) {
	Wide s = wide_sum(a.hi, b.hi), t = wide_sum(a.lo, b.lo);
	s = wide_sum_ordered(s.hi, s.lo + t.hi);
	return wide_sum_ordered(s.hi, s.lo + t.lo);
}
static inline Wide wide_sub(Wide a, Wide b) { return wide_add(a, wide_negate(b)); }

// The relative error is below 2^-101.
static inline Wide wide_mul(Wide a, Wide b) {
	Wide p = wide_product(a.hi, b.hi);
	return wide_sum_ordered(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
static inline Wide wide_scale(Wide a, double b) {
	Wide p = wide_product(a.hi, b);
	return wide_sum_ordered(p.hi, p.lo + a.lo * b);
}
static inline Wide wide_div(Wide a, Wide b) {
	double first = a.hi / b.hi;
	Wide rest = wide_sub(a, wide_scale(b, first));
	double second = rest.hi / b.hi;
	rest = wide_sub(rest, wide_scale(b, second));
	Wide q = wide_sum_ordered(first, second);
	return wide_sum_ordered(q.hi, q.lo + rest.hi / b.hi);
}
// The square root of a >= 0.
static inline Wide wide_sqrt(Wide a) {
	if (a.hi == 0) return (Wide){ 0, 0 };
	double root = sqrt(a.hi);
	Wide rest = wide_sub(a, wide_product(root, root));
	return wide_sum_ordered(root, rest.hi / (2 * root));
}
