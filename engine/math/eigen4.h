// Eigenvectors of four symmetric matrices at a time: the first two rows of what mat3_eigen_symmetric gives
// for each, to the last bit. For the method and its sources see eigen.c; the functions here have the same
// names and do the same operations.
#pragma once

#include <stdbool.h>

#include "simd/doubles4.h"

typedef struct Vec3x4 {
	Doubles4 x, y, z;
} Vec3x4;

// Symmetric matrices: a_ij.
typedef struct Mat3x4 {
	Doubles4 xx, yy, zz, xy, xz, yz;
} Mat3x4;

typedef struct Turned4 {
	Mat3x4 a;
	Vec3x4 v[3]; // rows
} Turned4;

// Between the steps of eigen4_vectors.
typedef struct Eigen4 {
	Turned4 m;
	Doubles4 mean, value; // of the eigenvalues; of the one farthest from the others, less the mean
	Mask4 some;           // where there are elements off the diagonal
} Eigen4;

enum { EIGEN4_SWEEPS = 30 };

LANES_INLINE Doubles4 eigen4_dot(Vec3x4 a, Vec3x4 b) {
	return doubles4_add(doubles4_add(doubles4_mul(a.x, b.x), doubles4_mul(a.y, b.y)), doubles4_mul(a.z, b.z));
}
// a b - c d
LANES_INLINE Doubles4 eigen4_minor(Doubles4 a, Doubles4 b, Doubles4 c, Doubles4 d) {
	return doubles4_sub(doubles4_mul(a, b), doubles4_mul(c, d));
}
LANES_INLINE Vec3x4 eigen4_cross(Vec3x4 a, Vec3x4 b) {
	return (Vec3x4){ eigen4_minor(a.y, b.z, a.z, b.y), eigen4_minor(a.z, b.x, a.x, b.z),
		             eigen4_minor(a.x, b.y, a.y, b.x) };
}
LANES_INLINE Vec3x4 eigen4_scale(Vec3x4 a, Doubles4 s) {
	return (Vec3x4){ doubles4_mul(a.x, s), doubles4_mul(a.y, s), doubles4_mul(a.z, s) };
}
LANES_INLINE Vec3x4 eigen4_select(Mask4 mask, Vec3x4 a, Vec3x4 b) {
	return (Vec3x4){ doubles4_select(mask, a.x, b.x), doubles4_select(mask, a.y, b.y),
		             doubles4_select(mask, a.z, b.z) };
}
LANES_INLINE Doubles4 eigen4_negative(Doubles4 a) { return doubles4_turn(a, doubles4_one(-1)); }

// The largest magnitude becomes one in [1, 2).
LANES_INLINE Mat3x4 eigen4_scaled(Mat3x4 m) {
	Doubles4 largest = doubles4_max(doubles4_abs(m.xx), doubles4_max(doubles4_abs(m.yy), doubles4_abs(m.zz)));
	largest = doubles4_max(largest, doubles4_max(doubles4_abs(m.xy), doubles4_abs(m.xz)));
	largest = doubles4_max(largest, doubles4_abs(m.yz));
	Doubles4 one = doubles4_one(1), first = one;
	first = doubles4_select(doubles4_above(doubles4_one(0x1p-900), largest), doubles4_one(0x1p200), first);
	first = doubles4_select(doubles4_above(largest, doubles4_one(0x1p900)), doubles4_one(0x1p-200), first);
	Doubles4 power = doubles4_power(doubles4_mul(largest, first));
	Doubles4 factor = doubles4_over(one, doubles4_select(doubles4_above(power, doubles4_one(0)), power, one));
#define SCALED(x) doubles4_mul(doubles4_mul(m.x, first), factor)
	return (Mat3x4){ SCALED(xx), SCALED(yy), SCALED(zz), SCALED(xy), SCALED(xz), SCALED(yz) };
#undef SCALED
}

// Where the mask says yes, rotates rows p and q of v so that the element o of a becomes 0. d_p and d_q are
// the diagonal elements of these rows, o_p and o_q the elements of these rows and of the third one.
LANES_INLINE void eigen4_rotate(Mask4 mask, Doubles4 *o, Doubles4 *d_p, Doubles4 *d_q, Doubles4 *o_p,
                                Doubles4 *o_q, Vec3x4 *v_p, Vec3x4 *v_q) {
	Doubles4 d = doubles4_sub(*d_q, *d_p), twice = doubles4_mul(doubles4_one(2), *o);
	Doubles4 square = doubles4_mul(twice, twice);
	Doubles4 u = doubles4_add(doubles4_abs(d), doubles4_root(doubles4_add(doubles4_mul(d, d), square)));
	Doubles4 root = doubles4_root(doubles4_add(doubles4_mul(u, u), square));
	Doubles4 inverse = doubles4_over(doubles4_one(1), root);
	twice = doubles4_select(doubles4_above(doubles4_one(0), d), eigen4_negative(twice), twice);
	Doubles4 c = doubles4_mul(u, inverse), s = doubles4_mul(twice, inverse), t = doubles4_over(twice, u);
	Doubles4 by = doubles4_mul(t, *o);
	*d_p = doubles4_select(mask, doubles4_sub(*d_p, by), *d_p);
	*d_q = doubles4_select(mask, doubles4_add(*d_q, by), *d_q);
	*o = doubles4_select(mask, doubles4_one(0), *o);
#define TURN(p, q)                                                                                           \
	do {                                                                                                     \
		Doubles4 p_ = eigen4_minor(c, p, s, q), q_ = doubles4_add(doubles4_mul(s, p), doubles4_mul(c, q));   \
		p = doubles4_select(mask, p_, p), q = doubles4_select(mask, q_, q);                                  \
	} while (0)
	TURN(*o_p, *o_q);
	TURN(v_p->x, v_q->x);
	TURN(v_p->y, v_q->y);
	TURN(v_p->z, v_q->z);
#undef TURN
}

LANES_INLINE void eigen4_jacobi(Turned4 *m) {
	const Doubles4 negligible = doubles4_one(0x1p-52);
	Mat3x4 *a = &m->a;
	for (int sweep = 0; sweep < EIGEN4_SWEEPS; ++sweep) {
		unsigned rotated = 0;
		Mask4 mask = doubles4_above(doubles4_abs(a->xy), negligible);
		if (mask4_bits(mask) != 0)
			eigen4_rotate(mask, &a->xy, &a->xx, &a->yy, &a->xz, &a->yz, &m->v[0], &m->v[1]);
		rotated |= mask4_bits(mask);
		mask = doubles4_above(doubles4_abs(a->xz), negligible);
		if (mask4_bits(mask) != 0)
			eigen4_rotate(mask, &a->xz, &a->xx, &a->zz, &a->xy, &a->yz, &m->v[0], &m->v[2]);
		rotated |= mask4_bits(mask);
		mask = doubles4_above(doubles4_abs(a->yz), negligible);
		if (mask4_bits(mask) != 0)
			eigen4_rotate(mask, &a->yz, &a->yy, &a->zz, &a->xy, &a->xz, &m->v[1], &m->v[2]);
		rotated |= mask4_bits(mask);
		if (rotated == 0) break;
	}
}

LANES_INLINE Doubles4 eigen4_newton(Doubles4 b, Doubles4 x) {
	Doubles4 three = doubles4_one(3), square = doubles4_mul(b, b);
	Doubles4 value = eigen4_minor(b, doubles4_sub(square, three), doubles4_one(2), x);
	return doubles4_sub(b, doubles4_over(value, doubles4_sub(doubles4_mul(three, square), three)));
}
LANES_INLINE Doubles4 eigen4_root_of(Doubles4 x) {
	Doubles4 b = doubles4_add(doubles4_one(-0.0813824), doubles4_mul(x, doubles4_one(0.0186394)));
	b = doubles4_add(doubles4_one(0.3306607), doubles4_mul(x, b));
	b = doubles4_add(doubles4_one(1.7321327), doubles4_mul(x, b));
	return eigen4_newton(eigen4_newton(b, x), x);
}

LANES_INLINE Doubles4 eigen4_far_value(const Mat3x4 *a, Doubles4 mean) {
	Doubles4 x = doubles4_sub(a->xx, mean), y = doubles4_sub(a->yy, mean), z = doubles4_sub(a->zz, mean);
	Doubles4 off = eigen4_dot((Vec3x4){ a->xy, a->xz, a->yz }, (Vec3x4){ a->xy, a->xz, a->yz });
	Doubles4 square = doubles4_add(eigen4_dot((Vec3x4){ x, y, z }, (Vec3x4){ x, y, z }),
	                               doubles4_mul(doubles4_one(2), off));
	square = doubles4_over(square, doubles4_one(6));
	Doubles4 det = doubles4_mul(x, eigen4_minor(y, z, a->yz, a->yz));
	det = doubles4_sub(det, doubles4_mul(a->xy, eigen4_minor(a->xy, z, a->yz, a->xz)));
	det = doubles4_add(det, doubles4_mul(a->xz, eigen4_minor(a->xy, a->yz, y, a->xz)));
	Doubles4 size = doubles4_root(square), one = doubles4_one(1);
	Doubles4 half =
	    doubles4_over(doubles4_abs(det), doubles4_mul(doubles4_one(2), doubles4_mul(square, size)));
	Doubles4 value = doubles4_mul(size, eigen4_root_of(doubles4_min(half, one)));
	value = doubles4_select(doubles4_above(doubles4_one(0), det), eigen4_negative(value), value);
	return doubles4_select(doubles4_above(doubles4_one(0x1p-80), square), doubles4_one(0), value);
}

LANES_INLINE Vec3x4 eigen4_vector_of(const Mat3x4 *a, Doubles4 value) {
	Vec3x4 x = { doubles4_sub(a->xx, value), a->xy, a->xz }, y = { a->xy, doubles4_sub(a->yy, value), a->yz },
	       z = { a->xz, a->yz, doubles4_sub(a->zz, value) };
	Vec3x4 best = eigen4_cross(x, y), second = eigen4_cross(y, z), third = eigen4_cross(z, x);
	best = eigen4_select(doubles4_above(eigen4_dot(second, second), eigen4_dot(best, best)), second, best);
	return eigen4_select(doubles4_above(eigen4_dot(third, third), eigen4_dot(best, best)), third, best);
}

LANES_INLINE void eigen4_basis_of(Vec3x4 w, Vec3x4 *u, Vec3x4 *v) {
	Doubles4 one = doubles4_one(1), sign = doubles4_turn(one, w.z);
	Doubles4 a = doubles4_over(doubles4_one(-1), doubles4_add(sign, w.z));
	Doubles4 b = doubles4_mul(doubles4_mul(w.x, w.y), a);
	Doubles4 x = doubles4_mul(doubles4_mul(doubles4_mul(sign, w.x), w.x), a);
	Doubles4 y = doubles4_mul(doubles4_mul(w.y, w.y), a);
	*u = (Vec3x4){ doubles4_add(one, x), doubles4_mul(sign, b), doubles4_mul(eigen4_negative(sign), w.x) };
	*v = (Vec3x4){ b, doubles4_add(sign, y), eigen4_negative(w.y) };
}

LANES_INLINE Vec3x4 eigen4_image(const Mat3x4 *a, Vec3x4 v) {
	return (Vec3x4){ eigen4_dot((Vec3x4){ a->xx, a->xy, a->xz }, v),
		             eigen4_dot((Vec3x4){ a->xy, a->yy, a->yz }, v),
		             eigen4_dot((Vec3x4){ a->xz, a->yz, a->zz }, v) };
}

LANES_INLINE void eigen4_direct(Eigen4 *e) {
	Turned4 *m = &e->m;
	const Mat3x4 *a = &m->a;
	Vec3x4 v[3], w = eigen4_vector_of(a, doubles4_add(e->mean, e->value)), image[3];
	Doubles4 square = eigen4_dot(w, w);
	Mask4 mask = mask4_but(mask4_and(e->some, doubles4_above(square, doubles4_one(0x1p-200))),
	                       doubles4_equal(e->value, doubles4_one(0)));
	v[0] = eigen4_scale(w, doubles4_over(doubles4_one(1), doubles4_root(square)));
	eigen4_basis_of(v[0], &v[1], &v[2]);
	for (int i = 0; i < 3; ++i) image[i] = eigen4_image(a, v[i]);
	Mat3x4 in_basis = { eigen4_dot(v[0], image[0]), eigen4_dot(v[1], image[1]), eigen4_dot(v[2], image[2]),
		                eigen4_dot(v[0], image[1]), eigen4_dot(v[0], image[2]), eigen4_dot(v[1], image[2]) };
	for (int i = 0; i < 3; ++i) m->v[i] = eigen4_select(mask, v[i], m->v[i]);
#define CHOOSE(x) m->a.x = doubles4_select(mask, in_basis.x, a->x)
	CHOOSE(xx), CHOOSE(yy), CHOOSE(zz), CHOOSE(xy), CHOOSE(xz), CHOOSE(yz);
#undef CHOOSE
	mask = mask4_and(mask, doubles4_above(doubles4_abs(a->yz), doubles4_one(0x1p-52)));
	eigen4_rotate(mask, &m->a.yz, &m->a.yy, &m->a.zz, &m->a.xy, &m->a.xz, &m->v[1], &m->v[2]);
}

LANES_INLINE Vec3x4 eigen4_unit(Vec3x4 v) {
	Doubles4 half = doubles4_mul(doubles4_one(0.5), eigen4_dot(v, v));
	return eigen4_scale(v, doubles4_sub(doubles4_one(1.5), half));
}

LANES_INLINE Vec3x4 eigen4_positive(Vec3x4 v) {
	Doubles4 lead = v.x, zero = doubles4_one(0), one = doubles4_one(1);
	lead = doubles4_select(doubles4_above(doubles4_abs(v.y), doubles4_abs(lead)), v.y, lead);
	lead = doubles4_select(doubles4_above(doubles4_abs(v.z), doubles4_abs(lead)), v.z, lead);
	v = eigen4_scale(v, doubles4_select(doubles4_above(zero, lead), doubles4_one(-1), one));
	return (Vec3x4){ doubles4_add(v.x, zero), doubles4_add(v.y, zero), doubles4_add(v.z, zero) };
}

// The rows of the greatest value and of the next; of equal values the first row is first.
LANES_INLINE void eigen4_sort(Vec3x4 out[2], const Turned4 *m) {
	const Mat3x4 *a = &m->a;
	Mask4 y_x = doubles4_above(a->yy, a->xx), z_x = doubles4_above(a->zz, a->xx);
	Mask4 z_y = doubles4_above(a->zz, a->yy);
	// y is first if it is above x and z is not above it; z if it is above both
	Mask4 y_first = mask4_but(y_x, z_y), z_first = mask4_and(z_x, z_y);
	out[0] = eigen4_select(z_first, m->v[2], eigen4_select(y_first, m->v[1], m->v[0]));
	// x is second if one of the others is above it, but not both; z if it is above one of them, but not both
	Mask4 x_second = mask4_but(mask4_or(y_x, z_x), mask4_and(y_x, z_x));
	Mask4 z_second = mask4_but(mask4_or(z_x, z_y), mask4_and(z_x, z_y));
	out[1] = eigen4_select(x_second, m->v[0], eigen4_select(z_second, m->v[2], m->v[1]));
}

LANES_INLINE void eigen4_begin(Eigen4 *e, Mat3x4 matrix) {
	Doubles4 zero = doubles4_one(0), one = doubles4_one(1);
	e->m =
	    (Turned4){ eigen4_scaled(matrix), { { one, zero, zero }, { zero, one, zero }, { zero, zero, one } } };
	const Mat3x4 *a = &e->m.a;
	Doubles4 off = doubles4_add(doubles4_abs(a->xy), doubles4_abs(a->xz));
	e->some = doubles4_above(doubles4_add(off, doubles4_abs(a->yz)), zero);
	e->mean = doubles4_over(doubles4_add(doubles4_add(a->xx, a->yy), a->zz), doubles4_one(3));
	e->value = eigen4_far_value(a, e->mean);
}

LANES_INLINE void eigen4_end(Vec3x4 out[2], Eigen4 *e) {
	eigen4_jacobi(&e->m);
	eigen4_sort(out, &e->m);
	Vec3x4 first = eigen4_positive(eigen4_unit(out[0])), second = out[1];
	Vec3x4 along = eigen4_scale(first, eigen4_dot(first, second));
	second = (Vec3x4){ doubles4_sub(second.x, along.x), doubles4_sub(second.y, along.y),
		               doubles4_sub(second.z, along.z) };
	out[0] = first;
	out[1] = eigen4_positive(eigen4_unit(second));
}

// In three steps, for those who have several matrices: the operations of a step wait for each other, and the
// processor overlaps the same step of the next matrix with them.
LANES_INLINE void eigen4_vectors(Vec3x4 out[2], Mat3x4 matrix) {
	Eigen4 e;
	eigen4_begin(&e, matrix);
	eigen4_direct(&e);
	eigen4_end(out, &e);
}
