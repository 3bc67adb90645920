#include "bv/circuits.h"

#include <math.h>

#include "base/error.h"
#include "exact/expansion.h"

// Components are below 2. Multiplied by this they are whole numbers below 16 in all sets that are exact, so
// determinants are below 6 * 16^3 < 2^15, and a product with a float has at most 39 bits.
#define WHOLE 8

static HnVec3 whole_at(const Directions *d, int32_t i) {
	return (HnVec3){ WHOLE * d->x[i], WHOLE * d->y[i], WHOLE * d->z[i] };
}

static bool set_is_whole(const Directions *d) {
	for (int32_t i = 0; i < d->count; ++i) {
		HnVec3 v = whole_at(d, i);
		for (int k = 0; k < 3; ++k)
			if (vec3_get(v, k) != floor(vec3_get(v, k))) return false;
	}
	return true;
}

static double det3(HnVec3 a, HnVec3 b, HnVec3 c) { return vec3_dot(a, vec3_cross(b, c)); }

static bool circuit_add(Circuits *out, const int32_t *slab, const double *factor, int32_t count) {
	Circuit c = { .count = count };
	for (int32_t i = 0; i < count; ++i) {
		if (factor[i] == 0) return true; // a smaller circuit says the same
		c.slab[i] = slab[i], c.factor[i] = factor[i];
	}
	return ARRAY_PUSH(&out->all, c);
}

// Three directions in one plane: the factors are those of the cross products, along the largest component of
// the plane's normal.
static bool triple_add(Circuits *out, const Directions *d, int32_t i, int32_t j, int32_t k) {
	HnVec3 a = whole_at(d, i), b = whole_at(d, j), c = whole_at(d, k);
	if (det3(a, b, c) != 0) return true;
	HnVec3 bc = vec3_cross(b, c), ca = vec3_cross(c, a), ab = vec3_cross(a, b);
	int axis = bc.x != 0 ? 0 : bc.y != 0 ? 1 : 2;
	return circuit_add(out, (int32_t[3]){ i, j, k },
	                   (double[3]){ vec3_get(bc, axis), vec3_get(ca, axis), vec3_get(ab, axis) }, 3);
}

// Four directions: Cramer's rule.
static bool quadruple_add(Circuits *out, const Directions *d, int32_t i, int32_t j, int32_t k, int32_t l) {
	HnVec3 a = whole_at(d, i), b = whole_at(d, j), c = whole_at(d, k), e = whole_at(d, l);
	return circuit_add(out, (int32_t[4]){ i, j, k, l },
	                   (double[4]){ det3(b, c, e), -det3(a, c, e), det3(a, b, e), -det3(a, b, c) }, 4);
}

int32_t circuits_init(Circuits *out, const Directions *d) {
	*out = (Circuits){ .exact = set_is_whole(d) };
	bool ok = true;
	for (int32_t i = 0; out->exact && i < d->count; ++i)
		for (int32_t j = i + 1; j < d->count; ++j)
			for (int32_t k = j + 1; k < d->count; ++k) {
				ok = ok && triple_add(out, d, i, j, k);
				for (int32_t l = k + 1; l < d->count; ++l) ok = ok && quadruple_add(out, d, i, j, k, l);
			}
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

void circuits_free(Circuits *circuits) {
	ARRAY_FREE(&circuits->all);
	*circuits = (Circuits){ 0 };
}

// The sign of a sum of at most four doubles.
static int32_t sum_sign(const double *terms, int32_t count) {
	double sums[2][8] = { { 0 } };
	int32_t n = 0;
	for (int32_t i = 0; i < count; ++i) {
		int32_t one = terms[i] != 0;
		n = expansion_sum(sums[(i + 1) & 1], sums[i & 1], n, &terms[i], one);
	}
	return expansion_sign(sums[count & 1], n);
}

// The greatest value of the circuit's sum, by sign; with sense -1 the least, negated.
static int32_t reach_sign(const Circuit *c, double sense, const float *lo_a, const float *hi_a,
                          const float *lo_b, const float *hi_b) {
	double terms[4] = { 0 };
	for (int32_t i = 0; i < c->count; ++i) {
		int32_t s = c->slab[i];
		double factor = sense * c->factor[i];
		float bound =
		    factor > 0 ? (hi_a[s] < hi_b[s] ? hi_a[s] : hi_b[s]) : (lo_a[s] > lo_b[s] ? lo_a[s] : lo_b[s]);
		terms[i] = factor * (double)bound;
	}
	return sum_sign(terms, c->count);
}

bool circuits_meet(const Circuits *circuits, const float *lo_a, const float *hi_a, const float *lo_b,
                   const float *hi_b) {
	for (int64_t i = 0; i < circuits->all.count; ++i) {
		const Circuit *c = &circuits->all.data[i];
		if (reach_sign(c, 1, lo_a, hi_a, lo_b, hi_b) < 0 || reach_sign(c, -1, lo_a, hi_a, lo_b, hi_b) < 0)
			return false;
	}
	return true;
}
