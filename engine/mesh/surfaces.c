#include "mesh/surfaces.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "math/elementary.h"
#include "math/vec3.h"

// A sine or cosine closer to 0 or to another one than this is not told apart from it.
#define PARALLEL 0x1p-40

// An edge of one triangle. Sorting brings all triangles of an edge together. All fields are >= 0.
typedef struct HalfEdge {
	int32_t low, high; // vertices
	int32_t triangle;
	int32_t place; // 2 * the corner where it starts, plus 1 if it runs from high to low
} HalfEdge;
_Static_assert(sizeof(HalfEdge) == 4 * sizeof(int32_t), "sorted as quadruples of int32");

typedef struct Work {
	const double *xyz;
	const int32_t *triangles;
	int32_t n;
	double least;    // cosine of the angle, and a small margin
	HalfEdge *edges; // 3 n, sorted
	int64_t edge_count;
	void *scratch;  // as large as edges
	HnVec3 *normal; // of unit length; 0: the triangle has no direction
	int32_t *up;    // union-find parents; the representative of a set holds ~size
	int32_t *first; // the first of equal triangles
	// 3 for each triangle: where each of its edges begins in `edges`; -1: it has no such edge.
	int64_t *half;
	bool *spread; // for each edge, at its beginning in `edges`: all its triangles were reached
	bool *queued; // for each triangle
	int32_t *queue;
	int32_t queue_count;
} Work;

static size_t edges_size(int32_t n) { return mem_array_size(3 * (int64_t)n, sizeof(HalfEdge)); }

static int32_t work_init(Work *w, int32_t n) {
	w->edges = mem_alloc(edges_size(n));
	w->scratch = mem_alloc(edges_size(n));
	w->normal = mem_alloc(mem_array_size(n, sizeof *w->normal));
	w->up = mem_alloc(mem_array_size(n, sizeof *w->up));
	w->first = mem_alloc(mem_array_size(n, sizeof *w->first));
	w->half = mem_alloc(mem_array_size(3 * (int64_t)n, sizeof *w->half));
	w->spread = mem_alloc_zero(mem_array_size(3 * (int64_t)n, sizeof *w->spread));
	w->queued = mem_alloc_zero(mem_array_size(n, sizeof *w->queued));
	w->queue = mem_alloc(mem_array_size(n, sizeof *w->queue));
	bool ok = w->edges != NULL && w->scratch != NULL && w->normal != NULL && w->up != NULL &&
	          w->first != NULL && w->half != NULL && w->spread != NULL && w->queued != NULL &&
	          w->queue != NULL;
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

static void work_free(Work *w) {
	int32_t n = w->n;
	mem_free(w->edges, edges_size(n));
	mem_free(w->scratch, edges_size(n));
	mem_free(w->normal, mem_array_size(n, sizeof *w->normal));
	mem_free(w->up, mem_array_size(n, sizeof *w->up));
	mem_free(w->first, mem_array_size(n, sizeof *w->first));
	mem_free(w->half, mem_array_size(3 * (int64_t)n, sizeof *w->half));
	mem_free(w->spread, mem_array_size(3 * (int64_t)n, sizeof *w->spread));
	mem_free(w->queued, mem_array_size(n, sizeof *w->queued));
	mem_free(w->queue, mem_array_size(n, sizeof *w->queue));
}

// Sets of triangles
// ------------------------------------------------------------------------------------------------------

static int32_t set_of(int32_t *up, int32_t i) {
	while (up[i] >= 0) {
		if (up[up[i]] >= 0) up[i] = up[up[i]]; // path halving
		i = up[i];
	}
	return i;
}

static void join(int32_t *up, int32_t i, int32_t j) {
	i = set_of(up, i), j = set_of(up, j);
	if (i == j) return;
	if (up[i] > up[j]) { // ~size is less for the larger set
		int32_t other = i;
		i = j, j = other;
	}
	up[i] = ~(~up[i] + ~up[j]);
	up[j] = i;
}

// Normals
// ------------------------------------------------------------------------------------------------------

// Scales v by a power of two so that its largest magnitude is in [1/2, 1). This is exact except for
// underflow; 0 stays 0.
static HnVec3 scaled(HnVec3 v) {
	double most = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
	int exponent;
	if (most == 0) return v;
	frexp(most, &exponent);
	return (HnVec3){ ldexp(v.x, -exponent), ldexp(v.y, -exponent), ldexp(v.z, -exponent) };
}

// The normal of a triangle. It uses the two sides at the corner opposite to the longest side. For a triangle
// without area these are parallel.
static HnVec3 normal_of(const double *xyz, const int32_t *vertices) {
	HnVec3 p[3], side[3]; // side i is opposite corner i
	int longest = 0;
	double most = -1;
	for (int i = 0; i < 3; ++i) p[i] = vec3_load(xyz + 3 * (int64_t)vertices[i]);
	for (int i = 0; i < 3; ++i) {
		side[i] = vec3_sub(p[(i + 2) % 3], p[(i + 1) % 3]);
		double length2 = vec3_dot(side[i], side[i]);
		if (length2 > most) most = length2, longest = i;
	}
	HnVec3 u = scaled(side[(longest + 2) % 3]), v = scaled(vec3_scale(side[(longest + 1) % 3], -1));
	HnVec3 n = vec3_cross(u, v);
	double length = vec3_length(n), sides = sqrt(vec3_dot(u, u) * vec3_dot(v, v));
	if (!(length > PARALLEL * sides)) return (HnVec3){ 0, 0, 0 };
	return vec3_scale(n, 1 / length);
}

static bool has_direction(const Work *w, int32_t triangle) {
	HnVec3 n = w->normal[triangle];
	return n.x != 0 || n.y != 0 || n.z != 0;
}

// Equal triangles
// ------------------------------------------------------------------------------------------------------

static void order(int32_t *a, int32_t *b) {
	if (*a <= *b) return;
	int32_t other = *a;
	*a = *b;
	*b = other;
}

// Finds the first triangle with the same vertices for every triangle, and joins the two.
static void find_equal(Work *w) {
	int32_t(*keys)[4] = (int32_t(*)[4])(void *)w->edges; // not needed yet
	for (int32_t i = 0; i < w->n; ++i) {
		memcpy(keys[i], w->triangles + 3 * (int64_t)i, 3 * sizeof(int32_t));
		order(&keys[i][0], &keys[i][1]);
		order(&keys[i][1], &keys[i][2]);
		order(&keys[i][0], &keys[i][1]);
		keys[i][3] = i;
	}
	sort_quads(keys[0], w->n, w->scratch);
	for (int32_t i = 0, same = 0; i < w->n; ++i) {
		if (memcmp(keys[i], keys[same], 3 * sizeof(int32_t)) != 0) same = i;
		w->first[keys[i][3]] = keys[same][3];
		join(w->up, keys[i][3], keys[same][3]);
	}
}

// Edges
// ------------------------------------------------------------------------------------------------------

static bool same_edge(const HalfEdge *a, const HalfEdge *b) { return a->low == b->low && a->high == b->high; }

static void find_edges(Work *w) {
	for (int32_t i = 0; i < w->n; ++i)
		for (int32_t k = 0; k < 3 && w->first[i] == i; ++k) {
			int32_t a = w->triangles[3 * (int64_t)i + k], b = w->triangles[3 * (int64_t)i + (k + 1) % 3];
			if (a == b) continue;
			w->edges[w->edge_count++] = (HalfEdge){ a < b ? a : b, a < b ? b : a, i, 2 * k + (a > b) };
		}
	sort_quads((int32_t *)(void *)w->edges, w->edge_count, w->scratch);
	for (int64_t i = 0; i < 3 * (int64_t)w->n; ++i) w->half[i] = -1;
	for (int64_t i = 0, begin = 0; i < w->edge_count; ++i) {
		if (!same_edge(&w->edges[begin], &w->edges[i])) begin = i;
		w->half[3 * (int64_t)w->edges[i].triangle + w->edges[i].place / 2] = begin;
	}
}

static int64_t edge_end(const Work *w, int64_t begin) {
	int64_t end = begin + 1;
	while (end < w->edge_count && same_edge(&w->edges[begin], &w->edges[end])) end += 1;
	return end;
}

// Joins the two triangles of an edge, if exactly two of its triangles have a direction.
static void edge_join(Work *w, int64_t begin, int64_t end) {
	const HalfEdge *sides[2];
	int count = 0;
	for (int64_t i = begin; i < end; ++i) {
		if (!has_direction(w, w->edges[i].triangle)) continue;
		if (count == 2) return;
		sides[count++] = &w->edges[i];
	}
	if (count < 2) return;
	double cosine = vec3_dot(w->normal[sides[0]->triangle], w->normal[sides[1]->triangle]);
	if (sides[0]->place % 2 == sides[1]->place % 2) cosine = -cosine; // both run the same way around the edge
	if (cosine > w->least) join(w->up, sides[0]->triangle, sides[1]->triangle);
}

// Triangles without a direction
// ------------------------------------------------------------------------------------------------------

// Adds triangles without a direction to the set of `triangle`, if they share an edge with it and are in no
// set yet.
static void reach(Work *w, int32_t triangle) {
	for (int k = 0; k < 3; ++k) {
		int64_t begin = w->half[3 * (int64_t)triangle + k];
		if (begin < 0 || w->spread[begin]) continue;
		w->spread[begin] = true;
		for (int64_t i = begin, end = edge_end(w, begin); i < end; ++i) {
			int32_t other = w->edges[i].triangle;
			if (w->queued[other]) continue;
			w->queued[other] = true;
			join(w->up, triangle, other);
			w->queue[w->queue_count++] = other;
		}
	}
}

// A breadth-first search from all triangles with a direction at once. It then starts again from each triangle
// that is left.
static void join_others(Work *w) {
	for (int32_t i = 0; i < w->n; ++i)
		if (w->first[i] == i && has_direction(w, i)) w->queued[i] = true, w->queue[w->queue_count++] = i;
	int32_t at = 0;
	for (int32_t i = 0; i <= w->n; ++i) {
		while (at < w->queue_count) reach(w, w->queue[at++]);
		if (i < w->n && w->first[i] == i && !w->queued[i])
			w->queued[i] = true, w->queue[w->queue_count++] = i;
	}
}

// All steps
// ------------------------------------------------------------------------------------------------------

static void find_sets(Work *w) {
	for (int32_t i = 0; i < w->n; ++i) {
		w->up[i] = ~1;
		w->normal[i] = normal_of(w->xyz, w->triangles + 3 * (int64_t)i);
	}
	find_equal(w);
	find_edges(w);
	for (int64_t begin = 0, end; begin < w->edge_count; begin = end) {
		end = edge_end(w, begin);
		edge_join(w, begin, end);
	}
	join_others(w);
}

// Numbers the sets in the order of their first triangles, and lists the triangles of each set.
static int32_t list_sets(MeshSurfaces *out, Work *w) {
	int32_t *surface = w->queue, *number = w->first; // both arrays are no longer needed
	for (int32_t i = 0; i < w->n; ++i) number[i] = -1;
	for (int32_t i = 0; i < w->n; ++i) {
		int32_t set = set_of(w->up, i);
		if (number[set] < 0) number[set] = out->count++;
		surface[i] = number[set];
	}
	out->begin = mem_alloc_zero(mem_array_size((int64_t)out->count + 1, sizeof(int32_t)));
	out->triangle = mem_alloc(mem_array_size(w->n, sizeof(int32_t)));
	if (out->begin == NULL || out->triangle == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < w->n; ++i) out->begin[surface[i] + 1] += 1;
	for (int32_t i = 0; i < out->count; ++i) out->begin[i + 1] += out->begin[i];
	for (int32_t i = w->n - 1; i >= 0; --i) out->triangle[--out->begin[surface[i] + 1]] = i;
	for (int32_t i = 0; i < out->count; ++i) out->begin[i] = out->begin[i + 1];
	out->begin[out->count] = w->n;
	return HN_OK;
}

int32_t surfaces_create(MeshSurfaces *out, const double *xyz, const int32_t *triangles,
                        int32_t triangle_count, double angle) {
	*out = (MeshSurfaces){ .triangle_count = triangle_count };
	Work work = { .xyz = xyz,
		          .triangles = triangles,
		          .n = triangle_count,
		          .least = math_cos(angle * (MATH_PI / 180)) + PARALLEL };
	int32_t status = work_init(&work, triangle_count);
	if (status == HN_OK) {
		find_sets(&work);
		status = list_sets(out, &work);
	}
	work_free(&work);
	if (status != HN_OK) surfaces_free(out);
	return status;
}

void surfaces_free(MeshSurfaces *surfaces) {
	mem_free(surfaces->begin, mem_array_size((int64_t)surfaces->count + 1, sizeof(int32_t)));
	mem_free(surfaces->triangle, mem_array_size(surfaces->triangle_count, sizeof(int32_t)));
	*surfaces = (MeshSurfaces){ 0 };
}
