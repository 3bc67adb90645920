// Quadric edge collapse to an exact triangle count. Time O(n log n), memory O(n).
// This work is based on:
// Michael Garland, Paul Heckbert. Surface Simplification Using Quadric Error Metrics. SIGGRAPH 1997
// Tamal Dey, Herbert Edelsbrunner, Sumanta Guha, Dmitry Nekhayev. Topology Preserving Edge Contraction. 1999
// - The cheapest edge is collapsed first. Ties are broken by the lower, then the higher vertex index. The
//   vertex with the lower index survives.
// - The link condition preserves the topology: all shells, handles and boundary loops stay. A vertex whose
//   triangles do not form one fan or ring (nonmanifold input) is never moved or merged.
// - Positions are scaled to [-1, 1] for the computation, so that no size of coordinates over- or underflows.
//   Vertices that were not moved keep their exact coordinates.
#include "mesh/simplify.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "math/pose.h"
#include "mesh/simplify_heap.h"
#include "mesh/simplify_quadric.h"

enum { BOUNDARY = 1, LOCKED = 2 }; // flags of vertices

typedef struct Simplifier {
	HnVec3 *position; // in [-1, 1]
	Quadric *quadric;
	int32_t *origin;    // the input vertex at this position, or -1 if the position is new
	int32_t *triangles; // three vertices each; -1 as the first: the triangle is gone
	int32_t *head;      // vertex -> its first corner, or -1
	int32_t *next;      // corner -> the next corner of the same vertex, or -1
	uint32_t *stamp;    // number of changes of a vertex
	uint32_t *mark;     // equal to `epoch` if seen in this pass
	uint8_t *flag;
	ARRAY(Candidate) heap;
	uint32_t epoch;
	int32_t vertex_count, triangle_count, live, target;
	HnVec3 centre;
	double scale;        // a power of two
	bool boundary_first; // make boundary collapses only while the number of triangles to remove is odd
	bool all_targets;    // if the best position is refused, try the others
} Simplifier;

// ---- storage

static void simplifier_free(Simplifier *s) {
	size_t v = (size_t)s->vertex_count, t = (size_t)s->triangle_count;
	mem_free(s->position, v * sizeof *s->position);
	mem_free(s->quadric, v * sizeof *s->quadric);
	mem_free(s->origin, v * sizeof *s->origin);
	mem_free(s->triangles, 3 * t * sizeof *s->triangles);
	mem_free(s->head, v * sizeof *s->head);
	mem_free(s->next, 3 * t * sizeof *s->next);
	mem_free(s->stamp, v * sizeof *s->stamp);
	mem_free(s->mark, v * sizeof *s->mark);
	mem_free(s->flag, v * sizeof *s->flag);
	ARRAY_FREE(&s->heap);
}

static bool simplifier_allocate(Simplifier *s) {
	size_t v = (size_t)s->vertex_count, t = (size_t)s->triangle_count;
	return (s->position = mem_alloc(v * sizeof *s->position)) != NULL &&
	       (s->quadric = mem_alloc_zero(v * sizeof *s->quadric)) != NULL &&
	       (s->origin = mem_alloc(v * sizeof *s->origin)) != NULL &&
	       (s->triangles = mem_alloc(3 * t * sizeof *s->triangles)) != NULL &&
	       (s->head = mem_alloc(v * sizeof *s->head)) != NULL &&
	       (s->next = mem_alloc(3 * t * sizeof *s->next)) != NULL &&
	       (s->stamp = mem_alloc_zero(v * sizeof *s->stamp)) != NULL &&
	       (s->mark = mem_alloc_zero(v * sizeof *s->mark)) != NULL &&
	       (s->flag = mem_alloc_zero(v * sizeof *s->flag)) != NULL;
}

// ---- triangles around a vertex

static const int32_t *corner_triangle(const Simplifier *s, int32_t corner) {
	return s->triangles + corner / 3 * 3;
}

static bool triangle_has(const int32_t *t, int32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

// The other two vertices of the corner's triangle, in its order.
static void corner_others(const Simplifier *s, int32_t corner, int32_t out[2]) {
	const int32_t *t = corner_triangle(s, corner);
	out[0] = t[(corner + 1) % 3];
	out[1] = t[(corner + 2) % 3];
}

// Removes the corners of deleted triangles from the vertex's list.
static void vertex_prune(Simplifier *s, int32_t v) {
	for (int32_t *link = &s->head[v]; *link >= 0;)
		if (corner_triangle(s, *link)[0] < 0)
			*link = s->next[*link];
		else
			link = &s->next[*link];
}

// The number of triangles that have both vertices.
static int32_t edge_triangles(const Simplifier *s, int32_t a, int32_t b) {
	int32_t count = 0;
	for (int32_t c = s->head[a]; c >= 0; c = s->next[c]) count += triangle_has(corner_triangle(s, c), b);
	return count;
}

static bool vertex_has_triangle(const Simplifier *s, int32_t v, int32_t x, int32_t y) {
	for (int32_t c = s->head[v]; c >= 0; c = s->next[c])
		if (triangle_has(corner_triangle(s, c), x) && triangle_has(corner_triangle(s, c), y)) return true;
	return false;
}

// ---- the heap of candidates

static Candidate heap_pop(Simplifier *s) {
	Candidate top = s->heap.data[0];
	s->heap.data[0] = s->heap.data[--s->heap.count];
	if (s->heap.count > 0) heap_sift_down(s->heap.data, s->heap.count, 0);
	return top;
}

// Adds the edges from a vertex to neighbours with an index above `from`. The caller restores the heap order.
static bool push_edges(Simplifier *s, int32_t v, int32_t from) {
	if ((s->flag[v] & LOCKED) != 0) return true;
	vertex_prune(s, v);
	s->epoch += 1;
	for (int32_t c = s->head[v]; c >= 0; c = s->next[c]) {
		int32_t others[2];
		corner_others(s, c, others);
		for (int k = 0; k < 2; ++k) {
			int32_t w = others[k];
			if (w <= from || s->mark[w] == s->epoch || (s->flag[w] & LOCKED) != 0) continue;
			s->mark[w] = s->epoch;
			int32_t a = v < w ? v : w, b = v < w ? w : v;
			Quadric q = quadric_sum(&s->quadric[a], &s->quadric[b]);
			HnVec3 targets[QUADRIC_TARGETS];
			Candidate candidate = { .cost = quadric_targets(targets, &q, s->position[a], s->position[b]),
				                    .a = a,
				                    .b = b,
				                    .stamp = s->stamp[a] + s->stamp[b] };
			if (!ARRAY_PUSH(&s->heap, candidate)) return false;
		}
	}
	return true;
}

static bool heap_fill(Simplifier *s) {
	s->heap.count = 0;
	for (int32_t v = 0; v < s->vertex_count; ++v)
		if (!push_edges(s, v, v)) return false;
	for (int64_t i = s->heap.count / 2 - 1; i >= 0; --i) heap_sift_down(s->heap.data, s->heap.count, i);
	return true;
}

// ---- setting up

static void place_vertices(Simplifier *s, const HnMesh *mesh) {
	double lo[3], hi[3], half = 0;
	hn_mesh_bounds(mesh, lo, hi);
	s->centre = (HnVec3){ 0.5 * lo[0] + 0.5 * hi[0], 0.5 * lo[1] + 0.5 * hi[1], 0.5 * lo[2] + 0.5 * hi[2] };
	for (int k = 0; k < 3; ++k) half = fmax(half, 0.5 * hi[k] - 0.5 * lo[k]);
	int exponent = 0;
	if (half > 0) frexp(half, &exponent);
	s->scale = ldexp(1, -exponent);
	for (int32_t v = 0; v < s->vertex_count; ++v) {
		s->origin[v] = v;
		s->position[v] = vec3_scale(vec3_sub(vec3_load(mesh->xyz + 3 * (int64_t)v), s->centre), s->scale);
	}
}

// Links the corners from the last to the first, so that each list is in ascending order.
static void link_corners(Simplifier *s) {
	for (int32_t v = 0; v < s->vertex_count; ++v) s->head[v] = -1;
	for (int32_t c = 3 * s->triangle_count - 1; c >= 0; --c) {
		int32_t v = s->triangles[c];
		s->next[c] = s->head[v];
		s->head[v] = c;
	}
}

static HnVec3 triangle_normal(HnVec3 a, HnVec3 b, HnVec3 c) {
	return vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
}

// Adds each triangle's plane to the quadrics of its vertices, weighted by a third of its area.
static void add_plane_quadrics(Simplifier *s) {
	for (int32_t t = 0; t < s->triangle_count; ++t) {
		const int32_t *v = s->triangles + 3 * (int64_t)t;
		HnVec3 n = triangle_normal(s->position[v[0]], s->position[v[1]], s->position[v[2]]);
		double twice_area = vec3_length(n);
		if (!(twice_area > 0)) continue;
		Quadric q = quadric_plane(vec3_scale(n, 1 / twice_area), s->position[v[0]], twice_area / 6);
		for (int k = 0; k < 3; ++k) s->quadric[v[k]] = quadric_sum(&s->quadric[v[k]], &q);
	}
}

// Holds a boundary edge in place, by the plane through it that is perpendicular to its triangle.
static void add_boundary_quadric(Simplifier *s, int32_t corner, int32_t a, int32_t b) {
	const double weight = 10;
	const int32_t *t = corner_triangle(s, corner);
	HnVec3 normal = triangle_normal(s->position[t[0]], s->position[t[1]], s->position[t[2]]);
	HnVec3 edge = vec3_sub(s->position[b], s->position[a]), n = vec3_cross(edge, normal);
	double length = vec3_length(n);
	if (!(length > 0)) return;
	Quadric q = quadric_plane(vec3_scale(n, 1 / length), s->position[a], weight * vec3_dot(edge, edge));
	s->quadric[a] = quadric_sum(&s->quadric[a], &q);
	s->quadric[b] = quadric_sum(&s->quadric[b], &q);
}

// For each neighbour of the current vertex: the number of triangles they share, and a corner in the first two
// of them.
typedef struct Neighbour {
	int32_t count, corner[2];
} Neighbour;

// Walks from one neighbour of v to the next through shared triangles. Returns the number of triangles passed.
static int32_t walk_link(const Simplifier *s, const Neighbour *near, int32_t start) {
	int32_t corner = near[start].corner[0], at = start, passed = 0, others[2];
	for (;;) {
		passed += 1;
		corner_others(s, corner, others);
		at = others[0] == at ? others[1] : others[0];
		if (near[at].count != 2 || at == start) return passed;
		corner = near[at].corner[0] == corner ? near[at].corner[1] : near[at].corner[0];
	}
}

// Sets the flags of v. Its triangles must form one fan (v is then on the boundary) or one ring; otherwise v
// is locked.
static void classify_vertex(Simplifier *s, Neighbour *near, int32_t v) {
	int32_t triangles = 0, ends = 0, start = -1, end_start = -1;
	bool crowded = false;
	s->epoch += 1;
	for (int32_t c = s->head[v]; c >= 0; c = s->next[c], ++triangles) {
		int32_t others[2];
		corner_others(s, c, others);
		for (int k = 0; k < 2; ++k) {
			Neighbour *n = &near[others[k]];
			if (s->mark[others[k]] != s->epoch) n->count = 0;
			s->mark[others[k]] = s->epoch;
			if (n->count < 2) n->corner[n->count] = c;
			n->count += 1;
			crowded = crowded || n->count > 2;
			start = others[k];
		}
	}
	if (triangles == 0) return;
	for (int32_t c = s->head[v]; c >= 0; c = s->next[c]) {
		int32_t others[2];
		corner_others(s, c, others);
		for (int k = 0; k < 2; ++k) {
			if (near[others[k]].count != 1) continue;
			ends += 1;
			end_start = others[k];
			if (v < others[k]) add_boundary_quadric(s, c, v, others[k]);
		}
	}
	if (ends > 0) s->flag[v] |= BOUNDARY;
	if (crowded || (ends != 0 && ends != 2) || (ends == 0 && triangles < 3) ||
	    walk_link(s, near, ends > 0 ? end_start : start) != triangles)
		s->flag[v] |= LOCKED;
}

static int32_t simplifier_init(Simplifier *s, const HnMesh *mesh, int32_t target, bool boundary_first) {
	*s = (Simplifier){ .vertex_count = mesh->vertex_count,
		               .triangle_count = mesh->triangle_count,
		               .live = mesh->triangle_count,
		               .target = target,
		               .boundary_first = boundary_first };
	size_t near_size = mem_array_size(mesh->vertex_count, sizeof(Neighbour));
	if (!simplifier_allocate(s)) return HN_ERR_NO_MEMORY;
	memcpy(s->triangles, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *s->triangles);
	place_vertices(s, mesh);
	link_corners(s);
	add_plane_quadrics(s);
	Neighbour *near = mem_alloc(near_size);
	if (near == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t v = 0; v < s->vertex_count; ++v) classify_vertex(s, near, v);
	mem_free(near, near_size);
	return HN_OK;
}

// ---- is a collapse allowed

// The link condition, with the boundary coned to one additional vertex. The common neighbours of a and b must
// be those of their shared triangles. An edge between two boundary vertices must be a boundary edge. No two
// triangles may become equal. shared is the number of triangles of the edge, 1 or 2.
static bool link_allows(Simplifier *s, int32_t a, int32_t b, int32_t shared) {
	bool both_boundary = (s->flag[a] & s->flag[b] & BOUNDARY) != 0;
	if (shared < 1 || shared > 2 || (shared == 2 && both_boundary)) return false;
	int32_t common = 0, opposite[2] = { -1, -1 }, others[2], found = 0;
	s->epoch += 2;
	for (int32_t c = s->head[a]; c >= 0; c = s->next[c]) {
		corner_others(s, c, others);
		s->mark[others[0]] = s->mark[others[1]] = s->epoch - 1;
		if (others[0] == b) opposite[found++] = others[1];
		if (others[1] == b) opposite[found++] = others[0];
	}
	for (int32_t c = s->head[b]; c >= 0; c = s->next[c]) {
		corner_others(s, c, others);
		for (int k = 0; k < 2; ++k)
			if (others[k] != a && s->mark[others[k]] == s->epoch - 1) {
				s->mark[others[k]] = s->epoch;
				common += 1;
			}
	}
	if (common != shared) return false;
	if (shared == 1) return edge_triangles(s, a, opposite[0]) > 1 || edge_triangles(s, b, opposite[0]) > 1;
	return !(vertex_has_triangle(s, a, opposite[0], opposite[1]) &&
	         vertex_has_triangle(s, b, opposite[0], opposite[1]));
}

// Twice the area divided by the square of the longest edge: 0.87 for an equilateral triangle, 0 for a flat
// one.
static double triangle_shape(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 normal) {
	HnVec3 ab = vec3_sub(b, a), bc = vec3_sub(c, b), ca = vec3_sub(a, c);
	double longest = fmax(vec3_dot(ab, ab), fmax(vec3_dot(bc, bc), vec3_dot(ca, ca)));
	return longest > 0 ? vec3_length(normal) / longest : 0;
}

// Whether the triangles of `moved`, except those that vanish, would keep their orientation (within 78
// degrees) and a good shape.
static bool triangles_allow(const Simplifier *s, int32_t moved, int32_t other, HnVec3 to) {
	const double least_cosine = 0.2, least_shape = 0.02;
	for (int32_t c = s->head[moved]; c >= 0; c = s->next[c]) {
		int32_t others[2];
		corner_others(s, c, others);
		if (others[0] == other || others[1] == other) continue;
		HnVec3 p = s->position[others[0]], q = s->position[others[1]], from = s->position[moved];
		HnVec3 before = triangle_normal(from, p, q), after = triangle_normal(to, p, q);
		double old_shape = triangle_shape(from, p, q, before), new_shape = triangle_shape(to, p, q, after);
		if (!(new_shape > 0) || new_shape < fmin(least_shape, old_shape)) return false;
		if (!(old_shape > 0)) continue;
		double lengths = vec3_length(before) * vec3_length(after);
		if (!(vec3_dot(before, after) > least_cosine * lengths)) return false;
	}
	return true;
}

// ---- collapsing

static bool count_allows(const Simplifier *s, int32_t shared) {
	int32_t left = s->live - s->target;
	if (left == 1) return shared == 1;
	return !s->boundary_first || shared == (left % 2 == 1 ? 1 : 2);
}

static bool same_place(HnVec3 p, HnVec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

// Merges b into a at position `to`. The triangles of the edge are deleted.
static void merge_vertices(Simplifier *s, int32_t a, int32_t b, HnVec3 to) {
	s->origin[a] = same_place(to, s->position[a])   ? s->origin[a]
	               : same_place(to, s->position[b]) ? s->origin[b]
	                                                : -1;
	s->position[a] = to;
	s->quadric[a] = quadric_sum(&s->quadric[a], &s->quadric[b]);
	s->flag[a] |= s->flag[b];
	int32_t last = -1;
	for (int32_t c = s->head[b]; c >= 0; c = s->next[c]) {
		int32_t *t = s->triangles + c / 3 * 3;
		if (triangle_has(t, a)) {
			t[0] = -1;
			s->live -= 1;
		} else {
			s->triangles[c] = a;
		}
		last = c;
	}
	s->next[last] = s->head[a];
	s->head[a] = s->head[b];
	s->head[b] = -1;
	s->stamp[a] += 1;
	s->stamp[b] += 1;
}

// True if the collapse was made. *memory is false if its new edges did not fit.
static bool try_collapse(Simplifier *s, const Candidate *candidate, bool *memory) {
	int32_t a = candidate->a, b = candidate->b;
	vertex_prune(s, a);
	vertex_prune(s, b);
	int32_t shared = edge_triangles(s, a, b);
	if (!count_allows(s, shared) || !link_allows(s, a, b, shared)) return false;
	Quadric q = quadric_sum(&s->quadric[a], &s->quadric[b]);
	HnVec3 targets[QUADRIC_TARGETS];
	quadric_targets(targets, &q, s->position[a], s->position[b]);
	for (int i = 0; i < (s->all_targets ? QUADRIC_TARGETS : 1); ++i) {
		if (!triangles_allow(s, a, b, targets[i]) || !triangles_allow(s, b, a, targets[i])) continue;
		merge_vertices(s, a, b, targets[i]);
		int64_t before = s->heap.count;
		*memory = push_edges(s, a, -1);
		for (int64_t k = before; k < s->heap.count; ++k) heap_sift_up(s->heap.data, k);
		return true;
	}
	return false;
}

// Runs collapses until the count is reached. A refused collapse may have become legal when the heap is empty,
// so the heap is filled again as long as that helps. HN_ERR_BAD_INPUT without a text if the count cannot be
// reached.
static int32_t simplifier_run(Simplifier *s) {
	bool memory = heap_fill(s), progress = false;
	while (memory && s->live > s->target) {
		if (s->heap.count == 0) {
			if (!progress && s->all_targets) return HN_ERR_BAD_INPUT;
			s->all_targets = true;
			progress = false;
			memory = heap_fill(s);
			if (s->heap.count == 0) return memory ? HN_ERR_BAD_INPUT : HN_ERR_NO_MEMORY;
			continue;
		}
		Candidate candidate = heap_pop(s);
		if (s->head[candidate.a] < 0 || s->head[candidate.b] < 0) continue;
		if (candidate.stamp != s->stamp[candidate.a] + s->stamp[candidate.b]) continue;
		progress = try_collapse(s, &candidate, &memory) || progress;
	}
	return memory ? HN_OK : HN_ERR_NO_MEMORY;
}

// ---- the result

static HnVec3 output_position(const Simplifier *s, const HnMesh *mesh, int32_t v) {
	if (s->origin[v] >= 0) return vec3_load(mesh->xyz + 3 * (int64_t)s->origin[v]);
	HnVec3 p = vec3_add(vec3_scale(s->position[v], 1 / s->scale), s->centre);
	return (HnVec3){ coordinate_flush(p.x), coordinate_flush(p.y), coordinate_flush(p.z) };
}

// Builds the result from the remaining vertices and triangles, in their old order. Vertices without a
// triangle are dropped.
static int32_t simplifier_result(HnMesh **out, Simplifier *s, const HnMesh *mesh) {
	int32_t vertices = 0, *number = s->head;
	for (int32_t v = 0; v < s->vertex_count; ++v) number[v] = -1;
	for (int32_t c = 0; c < 3 * s->triangle_count; ++c)
		if (corner_triangle(s, c)[0] >= 0) number[s->triangles[c]] = 0;
	for (int32_t v = 0; v < s->vertex_count; ++v)
		if (number[v] == 0) number[v] = vertices++;
	int32_t code = hn_mesh_create(out, vertices, s->live);
	if (code != HN_OK) return code;
	for (int32_t v = 0; v < s->vertex_count; ++v)
		if (number[v] >= 0) vec3_store((*out)->xyz + 3 * (int64_t)number[v], output_position(s, mesh, v));
	int32_t *next = (*out)->triangles;
	for (int32_t c = 0; c < 3 * s->triangle_count; ++c)
		if (corner_triangle(s, c)[0] >= 0) *next++ = number[s->triangles[c]];
	return HN_OK;
}

static int32_t check_input(const HnMesh *mesh, int32_t faces) {
	if (faces < 1 || faces > mesh->triangle_count)
		return error_set(HN_ERR_BAD_INPUT, "simplify: %d triangles wanted of a mesh of %d", faces,
		                 mesh->triangle_count);
	if (mesh->triangle_count > INT32_MAX / 3)
		return error_set(HN_ERR_BAD_INPUT, "simplify: %d triangles are too many, at most %d",
		                 mesh->triangle_count, INT32_MAX / 3);
	for (int32_t t = 0; t < mesh->triangle_count; ++t) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)t;
		if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
			return error_set(HN_ERR_BAD_INPUT, "simplify: triangle %d has vertex %d twice", t,
			                 v[0] == v[1] ? v[0] : v[2]);
	}
	HnMeshTopology topology;
	int32_t code = hn_mesh_topology(&topology, mesh);
	if (code != HN_OK) return code;
	if (topology.boundary_edges == 0 && topology.nonmanifold_edges == 0 &&
	    (mesh->triangle_count - faces) % 2 != 0)
		return error_set(HN_ERR_BAD_INPUT,
		                 "simplify: a closed mesh has an even number of triangles, %d is odd", faces);
	return HN_OK;
}

int32_t hn_mesh_simplify(HnMesh **out, const HnMesh *mesh, int32_t faces) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	int32_t code = mesh_check(mesh);
	if (code == HN_OK) code = check_input(mesh, faces);
	if (code != HN_OK) return code;
	// If the first attempt has used up the boundary collapses, a second one saves them for the parity.
	for (int attempt = 0; attempt < 2; ++attempt) {
		Simplifier s;
		code = simplifier_init(&s, mesh, faces, attempt == 1);
		if (code == HN_OK) code = simplifier_run(&s);
		int32_t live = s.live;
		if (code == HN_OK) code = simplifier_result(out, &s, mesh);
		simplifier_free(&s);
		if (code != HN_ERR_BAD_INPUT) return code;
		error_set(code,
		          "simplify: %d triangles cannot be reached without changing the topology or folding the "
		          "surface; stopped at %d",
		          faces, live);
	}
	return code;
}
