#include "rational_geometry.h"

#include <gmp.h>

enum { UNIT = 252 }; // coordinates are whole multiples of 2^-252

// A fixed set of integers, made once.
enum { POOL = 128 };
static mpz_t *pool(void) {
	static mpz_t s_pool[POOL];
	static bool s_made;
	for (int32_t i = 0; !s_made && i < POOL; ++i) mpz_init(s_pool[i]);
	s_made = true;
	return s_pool;
}

// x * 2^shift
static void whole(mpz_t out, double x, int shift) { mpz_set_d(out, ldexp(x, shift)); }

// det(u, v, w) of three rows of integers into out; t: two integers of scratch.
static void determinant(mpz_t out, mpz_t *u, mpz_t *v, mpz_t *w, mpz_t *t) {
	mpz_set_ui(out, 0);
	for (int32_t i = 0; i < 3; ++i) {
		int32_t j = (i + 1) % 3, k = (i + 2) % 3;
		mpz_mul(t[0], u[j], v[k]);
		mpz_mul(t[1], u[k], v[j]);
		mpz_sub(t[0], t[0], t[1]);
		mpz_addmul(out, t[0], w[i]);
	}
}

// rows[i] = p - origin, times 2^252
static void difference(mpz_t *row, HnVec3 p, HnVec3 origin, mpz_t t) {
	for (int32_t i = 0; i < 3; ++i) {
		whole(row[i], vec3_get(p, i), UNIT);
		whole(t, vec3_get(origin, i), UNIT);
		mpz_sub(row[i], row[i], t);
	}
}

int32_t rational_orient3d(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d) {
	mpz_t *z = pool();
	difference(z, a, d, z[9]);
	difference(z + 3, b, d, z[9]);
	difference(z + 6, c, d, z[9]);
	determinant(z[10], z, z + 3, z + 6, z + 11);
	return mpz_sgn(z[10]);
}

int32_t rational_orient2d(const double a[2], const double b[2], const double c[2]) {
	return rational_orient3d((HnVec3){ a[0], a[1], 0 }, (HnVec3){ b[0], b[1], 0 }, (HnVec3){ c[0], c[1], 1 },
	                         (HnVec3){ c[0], c[1], 0 });
}

bool rational_height_within(HnVec3 p0, HnVec3 p1, HnVec3 p2, HnVec3 d, double value, double error) {
	mpz_t *z = pool();
	difference(z, p1, p0, z[9]);
	difference(z + 3, p2, p0, z[9]);
	difference(z + 6, d, p0, z[9]);
	determinant(z[10], z, z + 3, z + 6, z + 11);
	// value and error are multiples of 2^-1074; up to 2^610
	mpz_mul_2exp(z[10], z[10], 1074 - 3 * UNIT);
	double parts[2] = { value, error };
	for (int32_t i = 0; i < 2; ++i) {
		int exponent;
		double mantissa = frexp(parts[i], &exponent);
		whole(z[11 + i], mantissa, 53);
		exponent += 1074 - 53;
		if (exponent >= 0)
			mpz_mul_2exp(z[11 + i], z[11 + i], (mp_bitcnt_t)exponent);
		else
			mpz_fdiv_q_2exp(z[11 + i], z[11 + i], (mp_bitcnt_t)-exponent);
	}
	mpz_sub(z[10], z[10], z[11]);
	return mpz_cmpabs(z[10], z[12]) <= 0;
}

// A simplex tableau in integers over one positive denominator (Edmonds): rows 0..4 the equations, row 5 the
// cost, columns 0..5 the weights, column 6 the right side. Started from artificial variables, whose sum is
// the cost; they leave for good. Bland's rule, so that it ends.
enum { ROWS = 5, COLUMNS = 6, COST = ROWS, RIGHT = COLUMNS };
typedef struct Tableau {
	mpz_t *cell; // (ROWS + 1) * (COLUMNS + 1)
	mpz_t *denominator, *scratch;
	int32_t basis[ROWS];
} Tableau;

static mpz_t *at(const Tableau *t, int32_t row, int32_t column) {
	return &t->cell[row * (COLUMNS + 1) + column];
}

static Tableau tableau_fill(const Triangle *a, const Triangle *b) {
	mpz_t *z = pool();
	Tableau t = { .cell = z, .denominator = z + 50, .scratch = z + 51 };
	int smallest = UNIT;
	for (int32_t i = 0; i < 18; ++i) {
		double x = vec3_get(i < 9 ? a->p[i / 3] : b->p[i / 3 - 3], i % 3);
		int exponent;
		frexp(x, &exponent);
		if (x != 0 && exponent - 53 < smallest) smallest = exponent - 53;
	}
	for (int32_t i = 0; i < COLUMNS; ++i) {
		HnVec3 p = i < 3 ? a->p[i] : b->p[i - 3];
		for (int32_t k = 0; k < 3; ++k)
			whole(*at(&t, k, i), i < 3 ? vec3_get(p, k) : -vec3_get(p, k), -smallest);
		mpz_set_si(*at(&t, 3, i), i < 3);
		mpz_set_si(*at(&t, 4, i), i >= 3);
	}
	for (int32_t row = 0; row < ROWS; ++row) mpz_set_si(*at(&t, row, RIGHT), row >= 3);
	for (int32_t column = 0; column <= RIGHT; ++column) {
		mpz_set_ui(*at(&t, COST, column), 0);
		for (int32_t row = 0; row < ROWS; ++row)
			mpz_sub(*at(&t, COST, column), *at(&t, COST, column), *at(&t, row, column));
	}
	mpz_set_ui(*t.denominator, 1);
	for (int32_t row = 0; row < ROWS; ++row) t.basis[row] = COLUMNS + row;
	return t;
}

// The row of the least ratio right / column among positive cells, ties by the variable; -1 if there is none.
static int32_t tableau_leaving(const Tableau *t, int32_t column) {
	int32_t best = -1;
	for (int32_t row = 0; row < ROWS; ++row) {
		if (mpz_sgn(*at(t, row, column)) <= 0) continue;
		if (best >= 0) {
			mpz_mul(t->scratch[0], *at(t, row, RIGHT), *at(t, best, column));
			mpz_mul(t->scratch[1], *at(t, best, RIGHT), *at(t, row, column));
			int order = mpz_cmp(t->scratch[0], t->scratch[1]);
			if (order > 0 || (order == 0 && t->basis[row] > t->basis[best])) continue;
		}
		best = row;
	}
	return best;
}

static void tableau_pivot(Tableau *t, int32_t row, int32_t column) {
	for (int32_t i = 0; i <= ROWS; ++i) {
		if (i == row) continue;
		mpz_set(t->scratch[1], *at(t, i, column));
		for (int32_t j = 0; j <= COLUMNS; ++j) {
			mpz_mul(t->scratch[0], *at(t, i, j), *at(t, row, column));
			mpz_submul(t->scratch[0], t->scratch[1], *at(t, row, j));
			mpz_divexact(*at(t, i, j), t->scratch[0], *t->denominator);
		}
	}
	mpz_set(*t->denominator, *at(t, row, column));
	t->basis[row] = column;
}

bool rational_tri_tri_meet(const Triangle *a, const Triangle *b) {
	Tableau t = tableau_fill(a, b);
	for (;;) {
		int32_t column = 0;
		while (column < COLUMNS && mpz_sgn(*at(&t, COST, column)) >= 0) column += 1;
		if (column == COLUMNS) return mpz_sgn(*at(&t, COST, RIGHT)) == 0;
		int32_t row = tableau_leaving(&t, column);
		if (row < 0) return false; // a cost that is bounded from below always has one
		tableau_pivot(&t, row, column);
	}
}
