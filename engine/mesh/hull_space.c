// The convex hull in space by randomised incremental insertion. This work is based on:
// Kenneth Clarkson, Peter Shor. Applications of Random Sampling in Computational Geometry, II. 1989
// Nina Amenta, Sunghee Choi, Guenter Rote. Incremental Constructions con BRIO. 2003
// C. Bradford Barber, David Dobkin, Hannu Huhdanpaa. The Quickhull Algorithm for Convex Hulls. 1996
//
// A point sees a triangle if it is strictly above the triangle's plane, by exact orient3d. A new point
// removes the triangles that it sees. A fan from the point to their rim (the horizon) replaces them. A point
// never sees a coplanar triangle, so neither a flat triangle nor a hole can arise. The proof: a point moved
// inwards by an infinitesimal distance would see the same triangles, and those form a disc. At the end
// coplanar triangles are merged into faces, which are triangulated by the rule of hull.h.
//
// Each outside point is assigned to one triangle: the one that the ray from an inner point to it crosses. If
// that triangle is removed, the ray crosses the new fan. The triangles of the fan lie around the line from
// the inner point to the new point, so a binary search finds the right one. The assignment depends only on
// the points inserted so far, so it changes an expected O(log n) times for each point. A body as thin as its
// rounding may have no double well inside. Then a point is assigned to any triangle of the fan that it sees.
// One exists if the point is outside at all and saw a removed triangle (Barber et al., on partitioning), but
// scanning a large fan takes longer.
#include "mesh/hull_space.h"

#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "exact/orient.h"
#include "math/pose.h"

enum { SEED = 1, ROUNDS = 32, NONE = -1, GONE = -2 };

typedef struct Facet {
	OrientPlane plane;
	int32_t v[3];      // v[0] == GONE: the facet is free, and beside[0] is the next free one
	int32_t beside[3]; // beside[i]: the facet across the edge v[i], v[i + 1]
	int32_t points;    // the first point assigned to this facet
	int32_t round;     // the last insertion that tested this facet
	bool seen;         // the result of that test
} Facet;

typedef struct Rim { // an edge of the horizon and the facet behind it
	int32_t from, to, behind;
} Rim;

typedef struct SpaceHull {
	const HnVec3 *points;
	int32_t *next;  // point -> the next point assigned to the same facet
	int32_t *facet; // point -> its facet; NONE: the point is inside or inserted
	// point -> the rim edge that starts there. At the end: point -> the next corner of a face.
	int32_t *rim_at;
	ARRAY(Facet) facets;
	ARRAY(Rim) rim;  // in no order
	ARRAY(Rim) ring; // the same edges in order along the rim
	ARRAY(OrientPlane) sectors;
	Int32s seen, moved, fan; // removed facets, points that were assigned to them, facets that replace them
	int32_t free_facet, round, count;
	HnVec3 centre;
	bool has_centre;
	int32_t half_turn; // the last sector that begins less than half a turn after the first one
} SpaceHull;

static bool space_init(SpaceHull *hull, const HnVec3 *points, int32_t n) {
	*hull = (SpaceHull){ .points = points, .count = n, .free_facet = NONE };
	hull->next = mem_alloc(mem_array_size(n, sizeof *hull->next));
	hull->facet = hull->next == NULL ? NULL : mem_alloc(mem_array_size(n, sizeof *hull->facet));
	hull->rim_at = hull->facet == NULL ? NULL : mem_alloc(mem_array_size(n, sizeof *hull->rim_at));
	return hull->rim_at != NULL;
}

static void space_free(SpaceHull *hull) {
	mem_free(hull->next, mem_array_size(hull->count, sizeof *hull->next));
	mem_free(hull->facet, mem_array_size(hull->count, sizeof *hull->facet));
	mem_free(hull->rim_at, mem_array_size(hull->count, sizeof *hull->rim_at));
	ARRAY_FREE(&hull->facets);
	ARRAY_FREE(&hull->rim);
	ARRAY_FREE(&hull->ring);
	ARRAY_FREE(&hull->sectors);
	ARRAY_FREE(&hull->seen);
	ARRAY_FREE(&hull->moved);
	ARRAY_FREE(&hull->fan);
}

// The side of the plane p0, p1, p2 on which q is; 1 if the triangle appears counter-clockwise from q.
static int32_t plane_side(const OrientPlane *plane, HnVec3 p0, HnVec3 p1, HnVec3 p2, HnVec3 q) {
	HnVec3 w = vec3_sub(q, p0);
	int32_t sign = sign_filter(orient_plane_value(plane, w), orient_plane_error(plane, w));
	return sign != SIGN_UNSURE ? sign : orient3d_unsure(p1, p2, q, p0);
}

static int32_t facet_side(const SpaceHull *hull, int32_t facet, int32_t point) {
	const Facet *f = &hull->facets.data[facet];
	const HnVec3 *p = hull->points;
	return plane_side(&f->plane, p[f->v[0]], p[f->v[1]], p[f->v[2]], p[point]);
}

// Makes a facet and returns its index, or NONE if memory is out.
static int32_t facet_new(SpaceHull *hull, int32_t a, int32_t b, int32_t c) {
	const HnVec3 *p = hull->points;
	Facet facet = { .plane = orient_plane(p[a], p[b], p[c]), .v = { a, b, c }, .points = NONE };
	int32_t at = hull->free_facet;
	if (at == NONE) return ARRAY_PUSH(&hull->facets, facet) ? (int32_t)(hull->facets.count - 1) : NONE;
	hull->free_facet = hull->facets.data[at].beside[0];
	hull->facets.data[at] = facet;
	return at;
}

static void keep_facet(SpaceHull *hull, int32_t point, int32_t facet) {
	hull->facet[point] = facet;
	if (facet == NONE) return;
	hull->next[point] = hull->facets.data[facet].points;
	hull->facets.data[facet].points = point;
}

// ---- removing facets

// Whether a point sees a facet. Each facet is tested once in a round. A facet that is seen is added to the
// list.
static bool sees(SpaceHull *hull, int32_t facet, int32_t point, bool *memory) {
	Facet *f = &hull->facets.data[facet];
	if (f->round == hull->round) return f->seen;
	f->round = hull->round;
	f->seen = facet_side(hull, facet, point) > 0;
	if (f->seen) *memory = *memory && ARRAY_PUSH(&hull->seen, facet);
	return f->seen;
}

// Finds all facets that the point sees, starting with the one it is assigned to, and their rim.
static bool find_seen(SpaceHull *hull, int32_t point) {
	bool memory = true;
	hull->seen.count = hull->rim.count = 0;
	sees(hull, hull->facet[point], point, &memory);
	for (int64_t i = 0; i < hull->seen.count && memory; ++i)
		for (int k = 0; k < 3 && memory; ++k) {
			const Facet *f = &hull->facets.data[hull->seen.data[i]];
			Rim edge = { f->v[k], f->v[(k + 1) % 3], f->beside[k] };
			if (sees(hull, edge.behind, point, &memory)) continue;
			hull->rim_at[edge.from] = (int32_t)hull->rim.count;
			memory = memory && ARRAY_PUSH(&hull->rim, edge);
		}
	return memory;
}

// Orders the rim counter-clockwise seen from outside.
static bool order_rim(SpaceHull *hull) {
	if (!ARRAY_RESERVE(&hull->ring, hull->rim.count)) return false;
	Rim edge = hull->rim.data[0];
	for (hull->ring.count = 0; hull->ring.count < hull->rim.count;) {
		hull->ring.data[hull->ring.count++] = edge;
		edge = hull->rim.data[hull->rim_at[edge.to]];
	}
	CHECK(edge.from == hull->rim.data[0].from); // a disc has one rim
	return true;
}

// Frees the removed facets and lists the points that were assigned to them, except the new point itself.
static bool remove_seen(SpaceHull *hull, int32_t point) {
	hull->moved.count = 0;
	for (int64_t i = 0; i < hull->seen.count; ++i) {
		Facet *f = &hull->facets.data[hull->seen.data[i]];
		for (int32_t p = f->points; p != NONE; p = hull->next[p])
			if (p != point && !ARRAY_PUSH(&hull->moved, p)) return false;
		f->v[0] = GONE;
		f->beside[0] = hull->free_facet;
		hull->free_facet = hull->seen.data[i];
	}
	return true;
}

// ---- adding facets

static void link_behind(SpaceHull *hull, const Rim *edge, int32_t facet) {
	Facet *f = &hull->facets.data[edge->behind];
	for (int k = 0; k < 3; ++k)
		if (f->v[k] == edge->to) f->beside[k] = facet;
}

static bool add_fan(SpaceHull *hull, int32_t point) {
	int32_t n = (int32_t)hull->ring.count;
	if (!ARRAY_RESERVE(&hull->fan, n)) return false;
	for (int32_t i = 0; i < n; ++i) {
		const Rim *edge = &hull->ring.data[i];
		hull->fan.data[i] = facet_new(hull, edge->from, edge->to, point);
		if (hull->fan.data[i] == NONE) return false;
	}
	for (int32_t i = 0; i < n; ++i) {
		Facet *f = &hull->facets.data[hull->fan.data[i]];
		f->beside[0] = hull->ring.data[i].behind;
		f->beside[1] = hull->fan.data[i + 1 < n ? i + 1 : 0];
		f->beside[2] = hull->fan.data[i > 0 ? i - 1 : n - 1];
		link_behind(hull, &hull->ring.data[i], hull->fan.data[i]);
	}
	return true;
}

// ---- assigning points to the new facets

// The side of q relative to the half-plane from the axis (inner point, apex) through the start of a sector. 1
// if q comes less than half a turn after it.
static int32_t sector_side(const SpaceHull *hull, int32_t sector, int32_t apex, int32_t q) {
	const HnVec3 *p = hull->points;
	return plane_side(&hull->sectors.data[sector], hull->centre, p[apex], p[hull->ring.data[sector].from],
	                  p[q]);
}

static bool make_sectors(SpaceHull *hull, int32_t apex) {
	if (!ARRAY_RESERVE(&hull->sectors, hull->ring.count)) return false;
	for (int64_t i = 0; i < hull->ring.count; ++i)
		hull->sectors.data[i] =
		    orient_plane(hull->centre, hull->points[apex], hull->points[hull->ring.data[i].from]);
	hull->half_turn = 0;
	while (sector_side(hull, 0, apex, hull->ring.data[hull->half_turn + 1].from) > 0) hull->half_turn += 1;
	return true;
}

// The last of the sectors lo .. hi that begins no later than q, or lo - 1 if none does. All of them, and q,
// are within one half-turn.
static int32_t last_sector(const SpaceHull *hull, int32_t lo, int32_t hi, int32_t apex, int32_t q) {
	int32_t found = lo - 1;
	while (lo <= hi) {
		int32_t middle = lo + (hi - lo) / 2;
		if (sector_side(hull, middle, apex, q) >= 0)
			found = middle, lo = middle + 1;
		else
			hi = middle - 1;
	}
	return found;
}

// The sector of q. A sector is less than half a turn, so the second begins in the first half-turn and the
// last one in the second.
static int32_t find_sector(const SpaceHull *hull, int32_t apex, int32_t q) {
	int32_t side = sector_side(hull, 0, apex, q);
	if (side > 0) return last_sector(hull, 1, hull->half_turn, apex, q);
	if (side < 0) return last_sector(hull, hull->half_turn + 1, (int32_t)hull->ring.count - 1, apex, q);
	// exactly half a turn further on, or not at all
	return sector_side(hull, 1, apex, q) > 0 ? hull->half_turn : 0;
}

static int32_t find_in_fan(const SpaceHull *hull, int32_t apex, int32_t q) {
	if (hull->has_centre) {
		int32_t facet = hull->fan.data[find_sector(hull, apex, q)];
		return facet_side(hull, facet, q) > 0 ? facet : NONE;
	}
	for (int64_t i = 0; i < hull->ring.count; ++i)
		if (facet_side(hull, hull->fan.data[i], q) > 0) return hull->fan.data[i];
	return NONE;
}

static bool insert(SpaceHull *hull, int32_t point) {
	hull->round += 1;
	if (!find_seen(hull, point) || !order_rim(hull) || !remove_seen(hull, point) || !add_fan(hull, point))
		return false;
	hull->facet[point] = NONE;
	if (hull->has_centre && hull->moved.count > 0 && !make_sectors(hull, point)) return false;
	for (int64_t i = 0; i < hull->moved.count; ++i)
		keep_facet(hull, hull->moved.data[i], find_in_fan(hull, point, hull->moved.data[i]));
	return true;
}

// ---- the first tetrahedron

static void link_first(SpaceHull *hull) {
	Facet *f = hull->facets.data;
	for (int32_t i = 0; i < 12; ++i)
		for (int32_t j = 0; j < 12; ++j)
			if (f[i / 3].v[i % 3] == f[j / 3].v[(j + 1) % 3] && f[j / 3].v[j % 3] == f[i / 3].v[(i + 1) % 3])
				f[i / 3].beside[i % 3] = j / 3;
}

static void find_centre(SpaceHull *hull, const int32_t corners[4]) {
	HnVec3 sum = { 0, 0, 0 };
	for (int i = 0; i < 4; ++i) sum = vec3_add(sum, vec3_scale(hull->points[corners[i]], 0.25));
	hull->centre = (HnVec3){ coordinate_flush(sum.x), coordinate_flush(sum.y), coordinate_flush(sum.z) };
	hull->has_centre = true;
	for (int i = 0; i < 4; ++i) {
		const Facet *f = &hull->facets.data[i];
		const HnVec3 *p = hull->points;
		int32_t side = plane_side(&f->plane, p[f->v[0]], p[f->v[1]], p[f->v[2]], hull->centre);
		hull->has_centre = hull->has_centre && side < 0;
	}
}

// Whether the ray from the inner point to q crosses this facet of the tetrahedron.
static bool ray_meets(const SpaceHull *hull, const Facet *f, int32_t q) {
	for (int k = 0; k < 3; ++k) {
		HnVec3 a = hull->points[f->v[k]], b = hull->points[f->v[(k + 1) % 3]];
		OrientPlane plane = orient_plane(hull->centre, a, b);
		if (plane_side(&plane, hull->centre, a, b, hull->points[q]) < 0) return false;
	}
	return true;
}

static void keep_first(SpaceHull *hull, int32_t point) {
	for (int32_t i = 0; i < 4; ++i) {
		if (facet_side(hull, i, point) <= 0) continue;
		if (hull->has_centre && !ray_meets(hull, &hull->facets.data[i], point)) continue;
		keep_facet(hull, point, i);
		return;
	}
	keep_facet(hull, point, NONE);
}

static bool add_first(SpaceHull *hull, const int32_t corners[4]) {
	const HnVec3 *p = hull->points;
	int32_t a = corners[0], b = corners[1], c = corners[2], d = corners[3];
	// d must be below a, b, c
	if (orient3d(p[a], p[b], p[c], p[d]) < 0) c = corners[1], b = corners[2];
	const int32_t faces[4][3] = { { a, b, c }, { b, a, d }, { c, b, d }, { a, c, d } };
	for (int i = 0; i < 4; ++i)
		if (facet_new(hull, faces[i][0], faces[i][1], faces[i][2]) == NONE) return false;
	link_first(hull);
	find_centre(hull, corners);
	for (int32_t i = 0; i < hull->count; ++i)
		if (i == a || i == b || i == c || i == d)
			hull->facet[i] = NONE;
		else
			keep_first(hull, i);
	return true;
}

// ---- faces

// Collects the corners of the face that contains a facet, counter-clockwise. They include points that lie on
// the face's edges. The facets of the face are then marked as done.
static bool collect_face(SpaceHull *hull, Int32s *corners, int32_t facet) {
	Int32s *queue = &hull->seen;
	int32_t start = NONE;
	queue->count = corners->count = 0;
	bool memory = ARRAY_PUSH(queue, facet);
	hull->facets.data[facet].round = -1;
	for (int64_t i = 0; i < queue->count && memory; ++i) {
		const Facet *f = &hull->facets.data[queue->data[i]];
		for (int k = 0; k < 3; ++k) {
			Facet *other = &hull->facets.data[f->beside[k]];
			int j = 0;
			while (other->v[j] == f->v[k] || other->v[j] == f->v[(k + 1) % 3]) ++j;
			if (facet_side(hull, facet, other->v[j]) != 0) {
				start = f->v[k];
				hull->rim_at[start] = f->v[(k + 1) % 3];
			} else if (other->round != -1) {
				other->round = -1;
				memory = memory && ARRAY_PUSH(queue, f->beside[k]);
			}
		}
	}
	int32_t corner = start;
	do memory = memory && ARRAY_PUSH(corners, corner), corner = hull->rim_at[corner];
	while (memory && corner != start);
	return memory;
}

// Drops corners that lie on an edge and puts the least corner first.
static void tidy_face(const SpaceHull *hull, Int32s *corners, Int32s *tidy) {
	int64_t n = corners->count, least = 0;
	tidy->count = 0;
	for (int64_t i = 0; i < n; ++i)
		if (corners->data[i] < corners->data[least]) least = i;
	for (int64_t i = 0; i < n; ++i) {
		int32_t before = corners->data[(least + i + n - 1) % n], at = corners->data[(least + i) % n],
		        after = corners->data[(least + i + 1) % n];
		const HnVec3 *p = hull->points;
		if (n == 3 || !hull_on_a_line(p[before], p[at], p[after])) tidy->data[tidy->count++] = at;
	}
}

static bool add_faces(SpaceHull *hull, Int32s *out) {
	for (int32_t i = 0; i < hull->facets.count; ++i) {
		const Facet *f = &hull->facets.data[i];
		if (f->v[0] == GONE || f->round == -1) continue;
		Int32s *corners = &hull->moved, *tidy = &hull->fan;
		if (!collect_face(hull, corners, i) || !ARRAY_RESERVE(tidy, corners->count)) return false;
		tidy_face(hull, corners, tidy);
		for (int64_t k = 1; k + 1 < tidy->count; ++k)
			for (int j = 0; j < 3; ++j)
				if (!ARRAY_PUSH(out, tidy->data[j == 0 ? 0 : k + j - 1])) return false;
	}
	return true;
}

// A point is in the last round with probability 1/2, in the one before with probability 1/4, and so on.
// Within a round the points are in order of position, so that data touched by one insertion are still in the
// cache for the next.
static void insertion_order(int32_t *order, int32_t *round_of, int32_t n) {
	int32_t start[ROUNDS + 1] = { 0 };
	Rng rng = rng_of(SEED, 0);
	for (int32_t i = 0; i < n; ++i) {
		int32_t round = ROUNDS - 1;
		for (uint64_t bits = rng_u64(&rng); round > 0 && (bits & 1) != 0; bits >>= 1) round -= 1;
		round_of[i] = round;
		start[round + 1] += 1;
	}
	for (int r = 0; r < ROUNDS; ++r) start[r + 1] += start[r];
	for (int32_t i = 0; i < n; ++i) order[start[round_of[i]]++] = i;
}

int32_t hull_space(Int32s *out, const HnVec3 *points, int32_t n, const int32_t corners[4]) {
	SpaceHull hull;
	size_t order_size = mem_array_size(n, sizeof(int32_t));
	int32_t *order = mem_alloc(order_size);
	bool memory = space_init(&hull, points, n) && order != NULL && add_first(&hull, corners);
	if (memory) insertion_order(order, hull.rim_at, n); // rim_at is not in use yet
	for (int32_t i = 0; i < n && memory; ++i)
		if (hull.facet[order[i]] != NONE) memory = insert(&hull, order[i]);
	memory = memory && add_faces(&hull, out);
	space_free(&hull);
	mem_free(order, order_size);
	return memory ? HN_OK : HN_ERR_NO_MEMORY;
}
