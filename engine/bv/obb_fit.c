#include "bv/obb_fit.h"

#include <float.h>

#include "bv/corners_packed.h"
#include "math/nearest_float.h"

// Boxes from axes and intervals
// ----------------------------------------------------------------------------------------------

// A center beyond float's range is clamped to it; the half sides then reach beyond.
static float clamped(double x) {
	return nearest_float(x > (double)FLT_MAX ? (double)FLT_MAX : x < -(double)FLT_MAX ? -(double)FLT_MAX : x);
}

static void set_radius(Obb *box) {
	double sum = 0;
	for (int i = 0; i < 3; ++i) sum += (double)box->half[i] * (double)box->half[i];
	box->radius = outward(sqrt(sum) * (1 + 0x1p-22));
}

// A point within `reach` of the center along each axis is in the box, although the axes are not exactly
// orthogonal: docs/explanation/exactness.md, section 11.
static void set_halves(Obb *box, const HnMat3 *axes, const double reach[3]) {
	double sum = reach[0] + reach[1] + reach[2];
	for (int i = 0; i < 3; ++i) {
		double half = reach[i] + 0x1p-44 * sum;
		for (int j = 0; j < 3; ++j) {
			const double *p = axes->m[i], *q = axes->m[j];
			double dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
			half += fabs(dot - (i == j ? 1 : 0)) * (1 + 0x1p-20) * reach[j];
		}
		box->half[i] = outward(half);
	}
	set_radius(box);
}

// Used in place of fmax, which is a function call because of its treatment of NaN.
static double larger(double a, double b) { return a > b ? a : b; }

// axes: rounded to floats. The center is the rounded middle; the half sides are computed from the rounded
// center.
static void set_box(Obb *out, const HnMat3 *axes, const Extent *e) {
	double size = 0, reach[3];
	HnVec3 middle = { 0, 0, 0 };
	for (int i = 0; i < 3; ++i) {
		size += larger(fabs(e->lo[i]), fabs(e->hi[i]));
		double mid = e->lo[i] + (e->hi[i] - e->lo[i]) / 2;
		middle = vec3_add(middle, vec3_scale(vec3_load(axes->m[i]), mid));
		for (int k = 0; k < 3; ++k) out->axes[i][k] = (float)axes->m[i][k];
	}
	out->center[0] = clamped(middle.x), out->center[1] = clamped(middle.y),
	out->center[2] = clamped(middle.z);
	for (int i = 0; i < 3; ++i) {
		double at = obb_dot(axes->m[i], out->center);
		reach[i] = larger(e->hi[i] - at, at - e->lo[i]) + 0x1p-47 * (size + fabs(at));
	}
	set_halves(out, axes, reach);
}

static void extent_scale(Extent *e, double scale) {
	for (int i = 0; i < 3; ++i) e->lo[i] *= scale, e->hi[i] *= scale;
}

// Handles two triangles at a time if possible; the bits are the same.
#ifdef __SSE2__
#define MOMENTS_OF_CORNERS(m, t, scale) moments_of_corners_packed(m, t, scale)
#define MOMENTS_OF_SURFACE(m, t, scale) moments_of_surface_packed(m, t, scale)
#define EXTENT_OF_CORNERS(e, t, axes)   extent_of_corners_packed(e, t, axes)
#else
#define MOMENTS_OF_CORNERS(m, t, scale) moments_of_corners(m, t, scale)
#define MOMENTS_OF_SURFACE(m, t, scale) moments_of_surface(m, t, scale)
#define EXTENT_OF_CORNERS(e, t, axes)   extent_of_corners(e, t, axes)
#endif

// Axes
// -------------------------------------------------------------------------------------------------------

static HnVec3 unit(HnVec3 v) { return vec3_scale(v, 1 / vec3_length(v)); }

// Returns a unit vector orthogonal to the unit vector u.
static HnVec3 square_to(HnVec3 u) {
	HnVec3 v = fabs(u.x) <= fabs(u.y) && fabs(u.x) <= fabs(u.z) ? (HnVec3){ 1, 0, 0 }
	           : fabs(u.y) <= fabs(u.z)                         ? (HnVec3){ 0, 1, 0 }
	                                                            : (HnVec3){ 0, 0, 1 };
	return unit(vec3_cross(u, v));
}

// The axes of a triangle: along the longest edge (the first of equals), perpendicular to it in the plane, and
// the normal. Edges no longer than 2^-300 are ignored, because their squares would not be reliable.
static HnMat3 triangle_axes(const Corners *c, double scale) {
	HnVec3 p = vec3_load(c->p), q = vec3_load(c->q), r = vec3_load(c->r), other;
	HnVec3 e[3] = { vec3_scale(vec3_sub(q, p), scale), vec3_scale(vec3_sub(r, q), scale),
		            vec3_scale(vec3_sub(p, r), scale) };
	int best = 0;
	for (int i = 1; i < 3; ++i)
		if (vec3_dot(e[i], e[i]) > vec3_dot(e[best], e[best])) best = i;
	HnMat3 axes = mat3_identity();
	if (!(vec3_dot(e[best], e[best]) > 0x1p-600)) return axes;
	HnVec3 u = unit(e[best]), v;
	other = e[(best + 1) % 3];
	v = vec3_sub(other, vec3_scale(u, vec3_dot(u, other)));
	if (vec3_dot(v, v) > 0x1p-60 * vec3_dot(e[best], e[best])) {
		v = unit(v);
		// repeated to remove what cancellation left the first time
		v = unit(vec3_sub(v, vec3_scale(u, vec3_dot(u, v))));
	} else {
		v = square_to(u);
	}
	vec3_store(axes.m[0], u);
	vec3_store(axes.m[1], v);
	vec3_store(axes.m[2], unit(vec3_cross(u, v)));
	return rounded_axes(&axes);
}

#define OBB_FIT(name) extern const ObbFit obb_by_##name;
#include "bv/obb_fits.def"
#undef OBB_FIT

const BvFit *const obb_fit_list[] = {
#define OBB_FIT(name) &obb_by_##name.fit,
#include "bv/obb_fits.def"
#undef OBB_FIT
	NULL,
};

static const ObbFit *fit_of(const BvSpace *space) {
	return (const ObbFit *)(const void *)(space->fit != NULL ? space->fit : obb_fit_list[0]);
}

static HnMat3 axes_of_triangles(const ObbTriangles *t, const BvSpace *space) {
	Moments m;
	if (t->count == 1) {
		Corners c = corners_of(t, 0);
		return triangle_axes(&c, space->scale);
	}
	if (!fit_of(space)->corners) {
		MOMENTS_OF_SURFACE(&m, t, space->scale);
		if (m.w > 0) return moments_axes(&m);
	}
	MOMENTS_OF_CORNERS(&m, t, space->scale);
	return moments_axes(&m);
}

// Fits that use only positions.
// -------------------------------------------------------------------------------------------------------

// Computes the axes of scratch->points.
static bool axes_of_room(HnMat3 *out, FitScratch *scratch, const BvSpace *space) {
	return fit_of(space)->axes(out, scratch, space->fit_params, space->scale);
}

static void set_box_of(Obb *out, const HnMat3 *axes, const HnVec3 *points, int64_t count, double scale) {
	Extent e;
	extent_begin(&e);
	for (int64_t i = 0; i < count; ++i) extent_add(&e, axes, doubles_of(&points[i]));
	extent_scale(&e, scale);
	set_box(out, axes, &e);
}

// The space's scratch memory, or `own`, for this fit only, if the space has none.
static FitScratch *room_of(const BvSpace *space, FitScratch *own) {
	*own = (FitScratch){ 0 };
	return space->scratch != NULL ? space->scratch : own;
}

static bool fit_corners(Obb *out, const ObbTriangles *t, const BvSpace *space) {
	FitScratch own, *scratch = room_of(space, &own);
	const ObbFit *fit = fit_of(space);
	HnMat3 axes;
	bool fits = fit_scratch_corners(scratch, t) && axes_of_room(&axes, scratch, space);
	const PointList *held = fit->held != NULL ? fit->held(scratch, space->fit_params) : &scratch->points;
	if (fits) set_box_of(out, &axes, held->data, held->count, space->scale);
	fit_scratch_free(&own);
	return fits;
}

void obb_fit_triangles(Obb *out, const ObbTriangles *t, const BvSpace *space) {
	if (fit_of(space)->axes != NULL && t->count > 1 && fit_corners(out, t, space)) return;
	HnMat3 axes = axes_of_triangles(t, space);
	Extent e;
	EXTENT_OF_CORNERS(&e, t, &axes);
	extent_scale(&e, space->scale);
	set_box(out, &axes, &e);
}

void obb_fit_points(Obb *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	FitScratch own, *scratch = room_of(space, &own);
	HnMat3 axes = mat3_identity();
	bool fits = fit_of(space)->axes != NULL && fit_scratch_points(scratch, points, count) &&
	            axes_of_room(&axes, scratch, space);
	if (!fits) axes = obb_axes_of(points, count, space->scale);
	set_box_of(out, &axes, points, count, space->scale);
	fit_scratch_free(&own);
}

// Boxes of boxes
// ----------------------------------------------------------------------------------------------

void obb_join(Obb *out, const Obb *a, const Obb *b) {
	const Obb *larger = obb_volume(b) > obb_volume(a) ? b : a, *boxes[2] = { a, b };
	HnMat3 axes = mat3_identity();
	Extent e;
	extent_begin(&e);
	for (int i = 0; i < 9; ++i) axes.m[i / 3][i % 3] = (double)larger->axes[i / 3][i % 3];
	for (int k = 0; k < 2; ++k)
		for (int i = 0; i < 3; ++i) {
			double at = obb_dot(axes.m[i], boxes[k]->center), reach = 0;
			for (int j = 0; j < 3; ++j)
				reach += (double)boxes[k]->half[j] * fabs(obb_dot(axes.m[i], boxes[k]->axes[j]));
			e.lo[i] = lesser(e.lo[i], at - reach), e.hi[i] = greater(e.hi[i], at + reach);
		}
	set_box(out, &axes, &e);
}

// Turned axes are rounded again. They are made orthonormal first, so a moved box is no farther from
// orthogonal than a box at rest.
static HnMat3 turned_axes(const HnVec3 turned[3]) {
	HnVec3 u = unit(turned[0]), v = vec3_sub(turned[1], vec3_scale(u, vec3_dot(u, turned[1])));
	HnMat3 axes = mat3_identity();
	v = unit(v);
	v = unit(vec3_sub(v, vec3_scale(u, vec3_dot(u, v))));
	vec3_store(axes.m[0], u);
	vec3_store(axes.m[1], v);
	vec3_store(axes.m[2], unit(vec3_cross(u, v)));
	return rounded_axes(&axes);
}

static HnVec3 floats(const float v[3]) { return (HnVec3){ (double)v[0], (double)v[1], (double)v[2] }; }

void obb_place_turned(Obb *out, const Obb *rest, const ObbTurn *turn) {
	HnVec3 turned[3], center = vec3_add(mat3_mul_vec(&turn->r, floats(rest->center)), turn->t);
	for (int j = 0; j < 3; ++j) turned[j] = mat3_mul_vec(&turn->r, floats(rest->axes[j]));
	HnMat3 axes = turned_axes(turned);
	Extent e;
	for (int i = 0; i < 3; ++i) {
		HnVec3 axis = vec3_load(axes.m[i]);
		double at = vec3_dot(axis, center), reach = turn->margin;
		for (int j = 0; j < 3; ++j) reach += (double)rest->half[j] * fabs(vec3_dot(axis, turned[j]));
		e.lo[i] = at - reach, e.hi[i] = at + reach;
	}
	set_box(out, &axes, &e);
}

// Solves v = sum s_i a_i for s.
static void solve(double s[3], const Obb *box, HnVec3 v) {
	HnVec3 a[3];
	for (int i = 0; i < 3; ++i) a[i] = floats(box->axes[i]);
	double det = vec3_dot(a[0], vec3_cross(a[1], a[2]));
	for (int i = 0; i < 3; ++i) s[i] = vec3_dot(vec3_cross(a[(i + 1) % 3], a[(i + 2) % 3]), v) / det;
}

bool obb_holds(const Obb *outer, const Obb *inner) {
	double s[3], reach[3];
	solve(s, outer, vec3_sub(floats(inner->center), floats(outer->center)));
	for (int i = 0; i < 3; ++i) reach[i] = fabs(s[i]);
	for (int j = 0; j < 3; ++j) {
		solve(s, outer, floats(inner->axes[j]));
		for (int i = 0; i < 3; ++i) reach[i] += fabs(s[i]) * (double)inner->half[j];
	}
	double slack = 0x1p-40 * obb_half_sum(outer);
	bool holds = true;
	for (int i = 0; i < 3; ++i) holds = holds && reach[i] <= (double)outer->half[i] + slack;
	return holds;
}

bool obb_holds_point(const Obb *box, HnVec3 point, const BvSpace *space) {
	double s[3];
	solve(s, box, vec3_sub(vec3_scale(point, space->scale), floats(box->center)));
	bool holds = true;
	for (int i = 0; i < 3; ++i) holds = holds && fabs(s[i]) <= (double)box->half[i];
	return holds;
}

double obb_distance(const Obb *box, HnVec3 point, const BvSpace *space) {
	double s[3], sum = 0;
	solve(s, box, vec3_sub(vec3_scale(point, space->scale), floats(box->center)));
	for (int i = 0; i < 3; ++i) {
		double out = fmax(fabs(s[i]) - (double)box->half[i], 0);
		sum += out * out;
	}
	return sqrt(sum) / space->scale;
}
