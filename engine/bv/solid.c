#include "bv/solid.h"

#include <math.h>

#define PI 0x1.921fb54442d18p+1

void solid_box(Solid *out, const float lo[3], const float hi[3]) {
	out->kind = SOLID_SLABS;
	out->slabs = 3;
	for (int k = 0; k < 3; ++k) {
		out->normal[k] = (HnVec3){ k == 0, k == 1, k == 2 };
		out->lo[k] = (double)lo[k], out->hi[k] = (double)hi[k];
	}
}

void solid_slabs(Solid *out, const Directions *directions, const float *lo, const float *hi) {
	out->kind = SOLID_SLABS;
	out->slabs = directions->count;
	for (int k = 0; k < directions->count; ++k) {
		out->normal[k] = (HnVec3){ directions->x[k], directions->y[k], directions->z[k] };
		out->lo[k] = (double)lo[k], out->hi[k] = (double)hi[k];
	}
}

// The dual vectors: d[i] . n[j] is 1 if i = j, else 0. They are the columns of the inverse of the matrix with
// rows n. False: the vectors n do not span space.
static bool dual(HnVec3 d[3], const HnVec3 n[3]) {
	double det = vec3_dot(n[0], vec3_cross(n[1], n[2]));
	if (!(fabs(det) > 0)) return false;
	for (int i = 0; i < 3; ++i) d[i] = vec3_scale(vec3_cross(n[(i + 1) % 3], n[(i + 2) % 3]), 1 / det);
	return true;
}

void solid_parallelepiped(Solid *out, const float c[3], const float axes[3][3], const float half[3]) {
	HnVec3 a[3], centre = { (double)c[0], (double)c[1], (double)c[2] };
	for (int i = 0; i < 3; ++i) a[i] = (HnVec3){ (double)axes[i][0], (double)axes[i][1], (double)axes[i][2] };
	out->kind = SOLID_SLABS;
	out->slabs = dual(out->normal, a) ? 3 : 0;
	for (int i = 0; i < out->slabs; ++i) {
		double middle = vec3_dot(out->normal[i], centre);
		out->lo[i] = middle - (double)half[i], out->hi[i] = middle + (double)half[i];
	}
}

// Computes the edges and the centre of the parallelepiped of the first three slabs.
static bool first_three(HnVec3 *c, HnVec3 e[3], const Solid *solid) {
	HnVec3 d[3];
	if (solid->kind != SOLID_SLABS || solid->slabs < 3 || !dual(d, solid->normal)) return false;
	*c = (HnVec3){ 0, 0, 0 };
	for (int i = 0; i < 3; ++i) {
		*c = vec3_add(*c, vec3_scale(d[i], (solid->lo[i] + solid->hi[i]) * 0.5));
		e[i] = vec3_scale(d[i], (solid->hi[i] - solid->lo[i]) * 0.5);
	}
	return true;
}

bool solid_polytope(Polytope *out, const Solid *solid) {
	HnVec3 c, e[3];
	if (!first_three(&c, e, solid)) return false;
	polytope_box(out, c, e);
	for (int32_t i = 3; i < solid->slabs; ++i)
		if (!polytope_cut(out, solid->normal[i], solid->hi[i]) ||
		    !polytope_cut(out, vec3_scale(solid->normal[i], -1), -solid->lo[i]))
			return false;
	return true;
}

static bool is_empty(const Solid *slabs) {
	for (int32_t i = 0; i < slabs->slabs; ++i)
		if (slabs->lo[i] > slabs->hi[i]) return true;
	return false;
}

static SolidSize slabs_size(const Solid *solid, Polytope *scratch) {
	SolidSize unknown = { (double)NAN, (double)NAN };
	HnVec3 c, e[3];
	if (!first_three(&c, e, solid)) return unknown;
	if (is_empty(solid)) return (SolidSize){ 0, 0 };
	if (solid->slabs > 3) {
		if (!solid_polytope(scratch, solid)) return unknown;
		return (SolidSize){ polytope_volume(scratch), polytope_area(scratch) };
	}
	double area = 0;
	for (int i = 0; i < 3; ++i) area += 8 * vec3_length(vec3_cross(e[i], e[(i + 1) % 3]));
	return (SolidSize){ 8 * fabs(vec3_dot(e[0], vec3_cross(e[1], e[2]))), area };
}

// Steiner's formula for all points within r of a parallelogram, a segment or a point.
static SolidSize swept_size_of(const Solid *solid) {
	double core = 4 * vec3_length(vec3_cross(solid->e[0], solid->e[1])), r = solid->r; // the core's area,
	double around = 0;                                                                 // and its perimeter
	for (int k = 0; k < 2; ++k) around += 4 * vec3_length(solid->e[k]);
	return (SolidSize){ 2 * core * r + PI / 2 * around * r * r + 4 * PI / 3 * r * r * r,
		                2 * core + PI * around * r + 4 * PI * r * r };
}

SolidSize solid_size(const Solid *solid, Polytope *scratch) {
	if (solid->kind == SOLID_UNKNOWN) return (SolidSize){ (double)NAN, (double)NAN };
	return solid->kind == SOLID_SLABS ? slabs_size(solid, scratch) : swept_size_of(solid);
}

static bool same_normals(const Solid *a, const Solid *b) {
	bool same = a->slabs == b->slabs;
	for (int32_t i = 0; same && i < a->slabs; ++i)
		same = a->normal[i].x == b->normal[i].x && a->normal[i].y == b->normal[i].y &&
		       a->normal[i].z == b->normal[i].z;
	return same;
}

static double slabs_common(const Solid *a, const Solid *b, Polytope *scratch) {
	Solid both = *a;
	if (same_normals(a, b)) {
		for (int32_t i = 0; i < a->slabs; ++i) {
			both.lo[i] = fmax(a->lo[i], b->lo[i]);
			both.hi[i] = fmin(a->hi[i], b->hi[i]);
		}
		return solid_size(&both, scratch).volume;
	}
	if (a->slabs + b->slabs > SOLID_SLABS_MAX) return (double)NAN;
	for (int32_t i = 0; i < b->slabs; ++i) {
		both.normal[both.slabs] = b->normal[i];
		both.lo[both.slabs] = b->lo[i], both.hi[both.slabs++] = b->hi[i];
	}
	return solid_size(&both, scratch).volume;
}

// The volume of the intersection of two balls.
static double balls_common(const Solid *a, const Solid *b) {
	double d = vec3_length(vec3_sub(b->c, a->c)), r = fmin(a->r, b->r), sum = a->r + b->r;
	if (d >= sum) return 0;
	double difference = a->r - b->r;
	if (d <= fabs(difference)) return 4 * PI / 3 * r * r * r;
	double cap = sum - d;
	return PI * cap * cap * (d * d + 2 * d * sum - 3 * difference * difference) / (12 * d);
}

static bool is_ball(const Solid *solid) {
	return vec3_dot(solid->e[0], solid->e[0]) + vec3_dot(solid->e[1], solid->e[1]) <= 0;
}

double solid_common(const Solid *a, const Solid *b, Polytope *scratch) {
	if (a->kind == SOLID_SLABS && b->kind == SOLID_SLABS) return slabs_common(a, b, scratch);
	if (a->kind == SOLID_SWEPT && b->kind == SOLID_SWEPT && is_ball(a) && is_ball(b))
		return balls_common(a, b);
	return (double)NAN;
}

int32_t solid_corners(HnVec3 corners[8], const Solid *solid) {
	HnVec3 c = solid->c, e[3] = { solid->e[0], solid->e[1], { 0, 0, 0 } };
	bool slabs = solid->kind == SOLID_SLABS;
	if (solid->kind == SOLID_UNKNOWN || (slabs && !first_three(&c, e, solid))) return 0;
	int32_t count = slabs ? 8 : 4;
	for (int32_t i = 0; i < count; ++i) {
		corners[i] = c;
		for (int k = 0; k < 3; ++k)
			corners[i] = vec3_add(corners[i], vec3_scale(e[k], (i >> k & 1) != 0 ? 1 : -1));
	}
	return count;
}

static double widest(const HnVec3 *points, int32_t count) {
	double most = 0;
	for (int32_t i = 0; i < count; ++i)
		for (int32_t j = 0; j < i; ++j) {
			HnVec3 d = vec3_sub(points[i], points[j]);
			most = fmax(most, vec3_dot(d, d));
		}
	return sqrt(most);
}

double solid_diameter(const Solid *solid, Polytope *scratch) {
	HnVec3 corners[8];
	if (solid->kind == SOLID_SWEPT) return widest(corners, solid_corners(corners, solid)) + 2 * solid->r;
	return solid_polytope(scratch, solid) ? widest(scratch->corners, scratch->corner_count) : (double)NAN;
}
