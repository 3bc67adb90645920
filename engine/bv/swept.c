#include "bv/swept.h"

#include "math/eigen.h"

typedef struct Frame {
	HnMat3 axes; // rows
	HnVec3 origin;
	double size; // (point - origin) / size has coordinates up to 2
	const HnVec3 *points;
	int32_t count, edges;
	double scale;
} Frame;

static HnVec3 frame_relative(const Frame *f, int32_t i) {
	return vec3_scale(vec3_sub(vec3_scale(f->points[i], f->scale), f->origin), 1 / f->size);
}
static HnVec3 frame_at(const Frame *f, int32_t i) {
	HnVec3 v = frame_relative(f, i);
	return mat3_mul_vec(&f->axes, v);
}

// The principal axes of the points: the eigenvectors of their covariance, the largest eigenvalue first.
static Frame frame_of(const HnVec3 *points, int32_t count, int32_t edges, double scale) {
	Frame f = { mat3_identity(), vec3_scale(points[0], scale), 1, points, count, edges, scale };
	double size = 0, values[3];
	HnVec3 mean = { 0, 0, 0 };
	HnMat3 covariance = { 0 };
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 v = frame_relative(&f, i);
		size = greater(size, greater(fabs(v.x), greater(fabs(v.y), fabs(v.z))));
	}
	if (!(size > 0x1p-500)) return f;
	f.size = size;
	for (int32_t i = 0; i < count; ++i) mean = vec3_add(mean, frame_relative(&f, i));
	mean = vec3_scale(mean, 1 / (double)count);
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 v = vec3_sub(frame_relative(&f, i), mean);
		for (int k = 0; k < 9; ++k) covariance.m[k / 3][k % 3] += vec3_get(v, k / 3) * vec3_get(v, k % 3);
	}
	mat3_eigen_symmetric(&covariance, values, &f.axes);
	return f;
}

// The core's range along its own axes, and its position along the others.
typedef struct Core {
	double lo[3], hi[3];
	double r2;
} Core;

static double root_of(double x) { return x > 0 ? sqrt(x) : 0; }

// The squared distance from the core's line or plane.
static double off_core(const Frame *f, const Core *core, HnVec3 v) {
	double sum = 0;
	for (int k = f->edges; k < 3; ++k) {
		double d = vec3_get(v, k) - core->lo[k];
		sum += d * d;
	}
	return sum;
}

// If a point lies beyond a corner, the corner moves outward at 45 degrees until the point is within the
// radius, as in Larsen et al.
static void core_reach_corners(const Frame *f, Core *core) {
	for (int32_t i = 0; i < f->count; ++i) {
		HnVec3 v = frame_at(f, i);
		bool upper[2];
		double beyond[2], left = core->r2 - off_core(f, core, v);
		for (int k = 0; k < 2; ++k) {
			double x = vec3_get(v, k);
			upper[k] = x > core->hi[k];
			beyond[k] = upper[k] ? x - core->hi[k] : core->lo[k] - x;
		}
		double u = beyond[0], w = beyond[1];
		if (u <= 0 || w <= 0 || u * u + w * w <= left) continue;
		double by = 0.5 * ((u + w) - root_of(2 * left - (u - w) * (u - w)));
		for (int k = 0; k < 2; ++k) *(upper[k] ? &core->hi[k] : &core->lo[k]) += upper[k] ? by : -by;
	}
}

// First finds the line or plane through the middle and the radius around it. Then finds how far the core must
// reach along its axes so that balls of that radius hold all points.
static Core core_of(const Frame *f) {
	Core core = { .r2 = 0 };
	for (int k = 0; k < 3; ++k) core.lo[k] = (double)INFINITY, core.hi[k] = -(double)INFINITY;
	for (int32_t i = 0; i < f->count; ++i)
		for (int k = f->edges; k < 3; ++k) {
			double x = vec3_get(frame_at(f, i), k);
			core.lo[k] = lesser(core.lo[k], x), core.hi[k] = greater(core.hi[k], x);
		}
	for (int k = f->edges; k < 3; ++k) core.lo[k] = core.hi[k] = 0.5 * (core.lo[k] + core.hi[k]);
	for (int32_t i = 0; i < f->count; ++i) core.r2 = greater(core.r2, off_core(f, &core, frame_at(f, i)));
	for (int32_t i = 0; i < f->count; ++i) {
		HnVec3 v = frame_at(f, i);
		double reach = root_of(core.r2 - off_core(f, &core, v));
		for (int k = 0; k < f->edges; ++k) {
			core.lo[k] = lesser(core.lo[k], vec3_get(v, k) + reach);
			core.hi[k] = greater(core.hi[k], vec3_get(v, k) - reach);
		}
	}
	for (int k = 0; k < f->edges; ++k)
		if (core.lo[k] > core.hi[k]) core.lo[k] = core.hi[k] = 0.5 * (core.lo[k] + core.hi[k]);
	if (f->edges == 2) core_reach_corners(f, &core);
	return core;
}

SweptFit swept_fit(const HnVec3 *points, int32_t count, int32_t edges, double scale) {
	Frame f = frame_of(points, count, edges, scale);
	Core core = core_of(&f);
	SweptFit out = { .centre = f.origin };
	for (int k = 0; k < 3; ++k) {
		HnVec3 axis = vec3_load(f.axes.m[k]);
		out.centre = vec3_add(out.centre, vec3_scale(axis, 0.5 * (core.lo[k] + core.hi[k]) * f.size));
		if (k < edges) out.edge[k] = vec3_scale(axis, 0.5 * (core.hi[k] - core.lo[k]) * f.size);
	}
	return out;
}
