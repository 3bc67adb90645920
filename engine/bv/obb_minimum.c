// The search works on the corners of the convex hull and descends from several frames. Turning the box about
// one of its axes does not change its side along that axis. So the best turn is the rectangle of least area
// around the projected points, which has a side along an edge of their planar hull. The search then turns
// about the next axis, until no turn makes the box smaller. This is the local search of Chang et al.
// It starts from the best of 21 frames on the edges of a double tetrahedron of extreme points (Larsson and
// Kallberg), the axes of the covariance of the hull's surface, those of the hull's corners, x, y and z, and
// the best box with a side on one of the hull's largest faces or with two of the hull's longest edges on
// opposite sides.
//
// This work is based on:
// C.-T. Chang, B. Gorissen, S. Melchior. Fast Oriented Bounding Box Optimization on the Rotation Group
// SO(3,R). ACM Transactions on Graphics 30, 2011
// T. Larsson, L. Kallberg. Fast Computation of Tight-Fitting Oriented Bounding Boxes. Game Engine Gems 2,
// 2011 (DiTO-14)
// H. Freeman, R. Shapira. Determining the Minimum-Area Encasing Rectangle for an Arbitrary Closed Curve.
// Communications of the ACM 18, 1975 (a side along an edge)
#include "bv/obb_minimum.h"

#include <math.h>

#include "base/error.h"
#include "bv/moments.h"
#include "bv/obb_fit.h"
#include "mesh/hull.h"

enum { FACES = 24, EDGES = 8, PASSES = 12 };

typedef struct Frame {
	HnVec3 axis[3];
	double volume;
} Frame;

typedef struct Search {
	const HnVec3 *at; // the corners of the hull
	int64_t count;
	FitScratch *scratch;
	Frame best;
} Search;

static bool normalise(HnVec3 *v) {
	double square = vec3_dot(*v, *v);
	if (!(square > 0x1p-500)) return false;
	*v = vec3_scale(*v, 1 / sqrt(square));
	return true;
}

// Makes a frame with its last axis along w and its first as near to u as possible. False: w and u are
// parallel, or one of them is no valid vector.
static bool frame_on(Frame *out, HnVec3 w, HnVec3 u) {
	if (!normalise(&w) || !normalise(&u)) return false;
	u = vec3_sub(u, vec3_scale(w, vec3_dot(u, w)));
	if (!(vec3_dot(u, u) > 0x1p-60) || !normalise(&u)) return false;
	u = vec3_sub(u, vec3_scale(w, vec3_dot(u, w)));
	normalise(&u);
	*out = (Frame){ .axis = { u, vec3_cross(w, u), w } };
	return true;
}

// Makes any frame with its last axis along w.
static bool frame_about(Frame *out, HnVec3 w) {
	HnVec3 u = fabs(w.x) <= fabs(w.y) && fabs(w.x) <= fabs(w.z) ? (HnVec3){ 1, 0, 0 }
	           : fabs(w.y) <= fabs(w.z)                         ? (HnVec3){ 0, 1, 0 }
	                                                            : (HnVec3){ 0, 0, 1 };
	return frame_on(out, w, u);
}

static double width(const HnVec3 *at, int64_t count, HnVec3 along) {
	double lo = vec3_dot(at[0], along), hi = lo;
	for (int64_t i = 1; i < count; ++i) {
		double x = vec3_dot(at[i], along);
		lo = x < lo ? x : lo, hi = x > hi ? x : hi;
	}
	return hi - lo;
}

static double frame_volume(const Frame *f, const HnVec3 *at, int64_t count) {
	return width(at, count, f->axis[0]) * width(at, count, f->axis[1]) * width(at, count, f->axis[2]);
}

// The rectangle
// --------------------------------------------------------------------------------------------------------

static inline bool comes_before(HnVec3 a, HnVec3 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

static void sift(HnVec3 *p, int64_t root, int64_t count) {
	for (int64_t child; (child = 2 * root + 1) < count; root = child) {
		if (child + 1 < count && comes_before(p[child], p[child + 1])) ++child;
		if (!comes_before(p[root], p[child])) return;
		HnVec3 swap = p[root];
		p[root] = p[child], p[child] = swap;
	}
}

static void sort_flat(HnVec3 *p, int64_t count) {
	for (int64_t i = count / 2; i-- > 0;) sift(p, i, count);
	for (int64_t end = count - 1; end > 0; --end) {
		HnVec3 swap = p[0];
		p[0] = p[end], p[end] = swap;
		sift(p, 0, end);
	}
}

static double turn(HnVec3 a, HnVec3 b, HnVec3 c) {
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The convex polygon of the points (Andrew 1979), approximately: a corner too many or too few costs only a
// little volume.
static int64_t polygon_of(HnVec3 *out, HnVec3 *p, int64_t count) {
	int64_t n = 0;
	sort_flat(p, count);
	for (int64_t i = 0; i < count; ++i) {
		while (n >= 2 && turn(out[n - 2], out[n - 1], p[i]) <= 0) --n;
		out[n++] = p[i];
	}
	int64_t half = n + 1;
	for (int64_t i = count - 1; i-- > 0;) {
		while (n >= half && turn(out[n - 2], out[n - 1], p[i]) <= 0) --n;
		out[n++] = p[i];
	}
	return n > 1 ? n - 1 : n;
}

// Turns the frame about its last axis to the rectangle of least area, the first of equals.
static void turn_to_rectangle(Frame *f, const Search *s) {
	HnVec3 *flat = s->scratch->flat.data, *polygon = flat + s->count;
	for (int64_t i = 0; i < s->count; ++i)
		flat[i] = (HnVec3){ vec3_dot(s->at[i], f->axis[0]), vec3_dot(s->at[i], f->axis[1]), 0 };
	int64_t n = polygon_of(polygon, flat, s->count);
	double least = (double)INFINITY;
	HnVec3 best = { 1, 0, 0 };
	for (int64_t i = 0; i < n; ++i) {
		HnVec3 along = vec3_sub(polygon[i + 1 < n ? i + 1 : 0], polygon[i]);
		if (!normalise(&along)) continue;
		HnVec3 across = { -along.y, along.x, 0 };
		double area = width(polygon, n, along) * width(polygon, n, across);
		if (area < least) least = area, best = along;
	}
	HnVec3 u = vec3_add(vec3_scale(f->axis[0], best.x), vec3_scale(f->axis[1], best.y));
	Frame turned;
	if (frame_on(&turned, f->axis[2], u)) *f = turned;
	f->volume = frame_volume(f, s->at, s->count);
}

static void take_if_less(Search *s, const Frame *f) {
	if (f->volume < s->best.volume) s->best = *f;
}

// Descends from a frame: turns about its axes in rotation until none of the three turns makes the box
// smaller.
static void descend(Search *s, Frame f) {
	f.volume = frame_volume(&f, s->at, s->count);
	for (int pass = 0, same = 0; pass < 3 * PASSES && same < 3; ++pass) {
		Frame next = { { f.axis[1], f.axis[2], f.axis[0] }, f.volume };
		turn_to_rectangle(&next, s);
		same = next.volume < f.volume * (1 - 0x1p-30) ? 0 : same + 1;
		f = next.volume < f.volume ? next : (Frame){ { f.axis[1], f.axis[2], f.axis[0] }, f.volume };
	}
	take_if_less(s, &f);
}

// Where to start
// --------------------------------------------------------------------------------------------------------

enum { DIRECTIONS = 7, EXTREMES_14 = 2 * DIRECTIONS };

// Finds the extreme points along the axes and the diagonals of the cube, both ends of each, the first of
// equals.
static void find_extremes(HnVec3 out[EXTREMES_14], const Search *s) {
	static const HnVec3 along[DIRECTIONS] = { { 1, 0, 0 },  { 0, 1, 0 },  { 0, 0, 1 },  { 1, 1, 1 },
		                                      { 1, 1, -1 }, { 1, -1, 1 }, { 1, -1, -1 } };
	for (int d = 0; d < DIRECTIONS; ++d) {
		double lo = (double)INFINITY, hi = -(double)INFINITY;
		for (int64_t i = 0; i < s->count; ++i) {
			double x = vec3_dot(s->at[i], along[d]);
			if (x < lo) lo = x, out[2 * d] = s->at[i];
			if (x > hi) hi = x, out[2 * d + 1] = s->at[i];
		}
	}
}

static double square_between(HnVec3 a, HnVec3 b) {
	HnVec3 d = vec3_sub(a, b);
	return vec3_dot(d, d);
}

// The base triangle: the two ends that are farthest apart, and the point farthest from their line.
static void base_triangle(HnVec3 base[3], const HnVec3 p[EXTREMES_14]) {
	int d = 0, far = 0;
	for (int i = 1; i < DIRECTIONS; ++i)
		if (square_between(p[2 * i], p[2 * i + 1]) > square_between(p[2 * d], p[2 * d + 1])) d = i;
	base[0] = p[2 * d], base[1] = p[2 * d + 1];
	HnVec3 line = vec3_sub(base[1], base[0]);
	double most = -1;
	for (int i = 0; i < EXTREMES_14; ++i) {
		HnVec3 n = vec3_cross(line, vec3_sub(p[i], base[0]));
		if (vec3_dot(n, n) > most) most = vec3_dot(n, n), far = i;
	}
	base[2] = p[far];
}

// Tries the frames on a triangle's plane along its edges. *best keeps the best one over the extreme points.
static void try_triangle(Frame *best, HnVec3 a, HnVec3 b, HnVec3 c, const HnVec3 p[EXTREMES_14]) {
	HnVec3 normal = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
	const HnVec3 edge[3] = { vec3_sub(b, a), vec3_sub(c, b), vec3_sub(a, c) };
	for (int i = 0; i < 3; ++i) {
		Frame f;
		if (!frame_on(&f, normal, edge[i])) continue;
		f.volume = frame_volume(&f, p, EXTREMES_14);
		if (f.volume < best->volume) *best = f;
	}
}

// The double tetrahedron: the base and the points farthest from it on either side.
static void start_from_extremes(Search *s) {
	HnVec3 p[EXTREMES_14], base[3];
	Frame best = { .volume = (double)INFINITY };
	find_extremes(p, s);
	base_triangle(base, p);
	HnVec3 normal = vec3_cross(vec3_sub(base[1], base[0]), vec3_sub(base[2], base[0]));
	int low = 0, high = 0;
	for (int i = 1; i < EXTREMES_14; ++i) {
		if (vec3_dot(normal, p[i]) < vec3_dot(normal, p[low])) low = i;
		if (vec3_dot(normal, p[i]) > vec3_dot(normal, p[high])) high = i;
	}
	try_triangle(&best, base[0], base[1], base[2], p);
	for (int i = 0; i < 3; ++i) {
		try_triangle(&best, base[i], base[(i + 1) % 3], p[low], p);
		try_triangle(&best, base[i], base[(i + 1) % 3], p[high], p);
	}
	if (best.volume < (double)INFINITY) descend(s, best);
}

static void start_from_axes(Search *s, const HnMat3 *axes) {
	Frame f;
	if (frame_on(&f, vec3_load(axes->m[2]), vec3_load(axes->m[0]))) descend(s, f);
}

// A vector along the face's normal with twice the face's area as its length.
static HnVec3 face_vector(const Search *s, const int32_t *v) {
	return vec3_cross(vec3_sub(s->at[v[1]], s->at[v[0]]), vec3_sub(s->at[v[2]], s->at[v[0]]));
}

static void start_from_covariance(Search *s, const int32_t *triangles, int32_t triangle_count) {
	Moments surface = { 0 }, corners = { 0 };
	for (int32_t i = 0; i < triangle_count; ++i) {
		const int32_t *v = triangles + 3 * (int64_t)i;
		moments_add_triangle(&surface, s->at[v[0]], s->at[v[1]], s->at[v[2]]);
	}
	for (int64_t i = 0; i < s->count; ++i) moments_add(&corners, 1, s->at[i]);
	HnMat3 axes = moments_axes(&corners);
	start_from_axes(s, &axes);
	if (!(surface.w > 0)) return;
	axes = moments_axes(&surface);
	start_from_axes(s, &axes);
}

// The longest of some vectors that are not parallel; of equals the first comes first.
typedef struct Longest {
	HnVec3 v[FACES];
	double square[FACES];
	int count;
} Longest;

static void longest_add(Longest *list, int most, HnVec3 v) {
	double square = vec3_dot(v, v);
	if (!(square > 0) || (list->count == most && square <= list->square[most - 1])) return;
	for (int i = 0; i < list->count; ++i) {
		HnVec3 n = vec3_cross(list->v[i], v);
		if (vec3_dot(n, n) <= 0x1p-60 * list->square[i] * square && square <= list->square[i]) return;
	}
	int at = list->count < most ? list->count++ : most - 1;
	for (; at > 0 && square > list->square[at - 1]; --at)
		list->v[at] = list->v[at - 1], list->square[at] = list->square[at - 1];
	list->v[at] = v, list->square[at] = square;
}

// Tries the boxes with a side perpendicular to one of these normals and keeps the best.
static void try_sides(Frame *best, const Search *s, const HnVec3 *normals, int count) {
	for (int i = 0; i < count; ++i) {
		Frame f;
		if (!frame_about(&f, normals[i])) continue;
		turn_to_rectangle(&f, s);
		if (f.volume < best->volume) *best = f;
	}
}

// Tries the boxes with a side on one of the largest faces, and those with two of the longest edges on
// opposite sides.
static void start_from_sides(Search *s, const int32_t *triangles, int32_t triangle_count) {
	Longest faces = { .count = 0 }, edges = { .count = 0 };
	for (int32_t i = 0; i < triangle_count; ++i) {
		const int32_t *v = triangles + 3 * (int64_t)i;
		longest_add(&faces, FACES, face_vector(s, v));
		for (int k = 0; k < 3; ++k)
			if (v[k] < v[(k + 1) % 3])
				longest_add(&edges, EDGES, vec3_sub(s->at[v[(k + 1) % 3]], s->at[v[k]]));
	}
	Frame best = { .volume = (double)INFINITY };
	try_sides(&best, s, faces.v, faces.count);
	for (int i = 0; i < edges.count; ++i) {
		HnVec3 across[EDGES] = { { 0, 0, 0 } };
		for (int k = 0; k < i; ++k) across[k] = vec3_cross(edges.v[i], edges.v[k]);
		try_sides(&best, s, across, i);
	}
	if (best.volume < (double)INFINITY) descend(s, best);
}

// All of it
// --------------------------------------------------------------------------------------------------------

// Collects the hull's corners, relative to the first one and scaled, and the hull's triangles as indices of
// these corners.
static bool search_open(Search *s, FitScratch *scratch, const HnHull *hull, double scale) {
	const HnVec3 *points = scratch->points.data;
	int64_t n = hull->vertex_count;
	if (!ARRAY_RESERVE(&scratch->chosen, n) || !ARRAY_RESERVE(&scratch->flat, 3 * n + 2) ||
	    !ARRAY_RESERVE(&scratch->table, scratch->points.count))
		return false;
	for (int32_t v = 0; v < hull->vertex_count; ++v) {
		scratch->chosen.data[v] = vec3_scale(vec3_sub(points[hull->vertices[v]], points[0]), scale);
		scratch->table.data[hull->vertices[v]] = v;
	}
	for (int64_t i = 0; i < 3 * (int64_t)hull->triangle_count; ++i)
		hull->triangles[i] = scratch->table.data[hull->triangles[i]];
	*s = (Search){ .at = scratch->chosen.data, .count = n, .scratch = scratch };
	s->best = (Frame){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, (double)INFINITY };
	return true;
}

// For flat points: the rectangle in their plane. For points on a line: a frame along it.
static void fit_flat(Search *s, const int32_t *triangles, int32_t triangle_count) {
	HnVec3 face = { 0, 0, 0 };
	Frame f;
	for (int32_t i = 0; i < triangle_count; ++i) {
		HnVec3 n = face_vector(s, triangles + 3 * (int64_t)i);
		if (vec3_dot(n, n) > vec3_dot(face, face)) face = n;
	}
	if (frame_about(&f, face)) {
		turn_to_rectangle(&f, s);
		s->best = f;
	} else if (frame_about(&f, vec3_sub(s->at[s->count - 1], s->at[0]))) {
		s->best = f;
	}
}

static void search(Search *s, const HnHull *hull) {
	static const HnMat3 x = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
	if (hull->dimension < 3) {
		fit_flat(s, hull->triangles, hull->triangle_count);
		return;
	}
	start_from_axes(s, &x);
	start_from_extremes(s);
	start_from_covariance(s, hull->triangles, hull->triangle_count);
	start_from_sides(s, hull->triangles, hull->triangle_count);
}

// The longest side comes first, as with covariances; of equals the first.
static void store_axes(HnMat3 *out, const Search *s) {
	double sides[3] = { 0 };
	HnVec3 axis[3];
	for (int i = 0; i < 3; ++i) {
		int at = i;
		double side = width(s->at, s->count, s->best.axis[i]);
		for (; at > 0 && side > sides[at - 1]; --at) sides[at] = sides[at - 1], axis[at] = axis[at - 1];
		sides[at] = side, axis[at] = s->best.axis[i];
	}
	for (int i = 0; i < 3; ++i) vec3_store(out->m[i], axis[i]);
}

int32_t obb_minimum_axes(HnMat3 *out, FitScratch *scratch, double scale) {
	HnHull *hull;
	Search s;
	int32_t status = hn_hull_create(&hull, doubles_of(scratch->points.data), (int32_t)scratch->points.count);
	if (status != HN_OK) return status;
	bool memory = search_open(&s, scratch, hull, scale);
	if (memory) {
		search(&s, hull);
		store_axes(out, &s);
		*out = rounded_axes(out);
	}
	hn_hull_destroy(hull);
	return memory ? HN_OK : HN_ERR_NO_MEMORY;
}

static bool minimum_axes(HnMat3 *out, FitScratch *scratch, const void *params, double scale) {
	(void)params;
	if (!fit_scratch_distinct(scratch, &scratch->points)) return false;
	int32_t status = obb_minimum_axes(out, scratch, scale);
	return status == HN_OK || fit_scratch_fail(scratch, status);
}

extern const ObbFit obb_by_minimum;
const ObbFit obb_by_minimum = {
	.fit.name = "minimum",
	.fit.about = "box of nearly the least volume",
	.axes = minimum_axes,
};
