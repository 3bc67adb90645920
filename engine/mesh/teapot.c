// The Utah teapot, by tessellation of its 32 bicubic Bezier patches.
// Neighbouring patches meet in a boundary curve. Curves are matched by the positions of their control points,
// because some occur twice in the data with different indices (bottom and body). Each curve is evaluated
// once, in a canonical direction, and its vertices are shared, so rounding cannot open a seam. Only curves
// join shells. A point that two shells share without a curve is kept twice (handle and body have one at a
// corner).
// The vector du x dv of every patch points outwards, so all triangles are counter-clockwise seen from
// outside.
#include "mesh/teapot.h"

#include <string.h>

#include "base/error.h"
#include "math/vec3.h"
#include "mesh/simplify.h"

enum {
	PATCHES = 32,
	POINTS = 306,
	CORNERS = 4 * PATCHES,
	EDGES = 4 * PATCHES,
	MAX_CELLS = 5792,           // the largest n for which 64 n^2 - 8 n is below 2^31
	SIMPLIFY_FROM_AT_LEAST = 8, // cells a side
};

#include "mesh/teapot_patches.inl"

// The four boundary curves of a patch: their control points and the corners that they join. Corner k of a
// patch is at row k / 2, column k % 2.
static const int s_edge_controls[4][4] = {
	{ 0, 1, 2, 3 }, { 12, 13, 14, 15 }, { 0, 4, 8, 12 }, { 3, 7, 11, 15 }
};
static const int s_edge_corners[4][2] = { { 0, 1 }, { 2, 3 }, { 0, 2 }, { 1, 3 } };

// Which patch edges are the same curve, and which patch corners the same vertex.
typedef struct Seams {
	int32_t curve[EDGES];      // edge 4 * patch + k -> curve; -1: the edge is a point (a pole)
	bool reversed[EDGES];      // the edge runs against the curve's canonical direction
	int32_t curve_edge[EDGES]; // curve -> the first edge that lies on it
	int32_t corner[CORNERS];   // corner 4 * patch + k -> vertex
	int32_t curves, corners;
} Seams;

typedef struct Tessellation {
	const Seams *seams;
	HnMesh *mesh;
	int32_t n;
} Tessellation;

static HnVec3 control_point(int patch, int k) { return vec3_load(s_points[s_patches[patch][k]]); }

static int compare_points(HnVec3 a, HnVec3 b) {
	if (a.x != b.x) return a.x < b.x ? -1 : 1;
	if (a.y != b.y) return a.y < b.y ? -1 : 1;
	return a.z == b.z ? 0 : a.z < b.z ? -1 : 1;
}

// The control points of an edge in canonical direction: it starts at the end that is less in x, then y, then
// z. False if the edge is a single point.
static bool edge_curve(HnVec3 out[4], bool *reversed, int edge) {
	for (int i = 0; i < 4; ++i) out[i] = control_point(edge / 4, s_edge_controls[edge % 4][i]);
	int order = 0;
	for (int i = 0; i < 4 && order == 0; ++i) order = compare_points(out[i], out[3 - i]);
	*reversed = order > 0;
	if (*reversed)
		for (int i = 0; i < 2; ++i) {
			HnVec3 swap = out[i];
			out[i] = out[3 - i];
			out[3 - i] = swap;
		}
	return order != 0 || compare_points(out[0], out[1]) != 0;
}

static void join_corners(Seams *seams, int32_t a, int32_t b) {
	int32_t low = seams->corner[a] < seams->corner[b] ? seams->corner[a] : seams->corner[b];
	int32_t high = seams->corner[a] < seams->corner[b] ? seams->corner[b] : seams->corner[a];
	for (int i = 0; i < CORNERS; ++i)
		if (seams->corner[i] == high) seams->corner[i] = low;
}

static int32_t edge_corner(int edge, int end) { return edge / 4 * 4 + s_edge_corners[edge % 4][end]; }

static void match_edge(Seams *seams, int edge) {
	HnVec3 curve[4], other[4];
	bool other_reversed;
	if (!edge_curve(curve, &seams->reversed[edge], edge)) {
		seams->curve[edge] = -1;
		join_corners(seams, edge_corner(edge, 0), edge_corner(edge, 1));
		return;
	}
	for (int32_t c = 0; c < seams->curves; ++c) {
		int first = seams->curve_edge[c];
		edge_curve(other, &other_reversed, first);
		bool same = true;
		for (int i = 0; i < 4; ++i) same = same && compare_points(curve[i], other[i]) == 0;
		if (!same) continue;
		seams->curve[edge] = c;
		bool opposed = seams->reversed[edge] != other_reversed;
		for (int end = 0; end < 2; ++end)
			join_corners(seams, edge_corner(edge, end), edge_corner(first, opposed ? 1 - end : end));
		return;
	}
	seams->curve[edge] = seams->curves;
	seams->curve_edge[seams->curves++] = edge;
}

static void find_seams(Seams *seams) {
	seams->curves = seams->corners = 0;
	for (int32_t i = 0; i < CORNERS; ++i) seams->corner[i] = i;
	for (int edge = 0; edge < EDGES; ++edge) match_edge(seams, edge);
	// Each class of corners is named by its least member, which comes first. This numbers the classes
	// densely.
	int32_t number[CORNERS] = { 0 };
	for (int32_t i = 0; i < CORNERS; ++i) {
		if (seams->corner[i] == i) number[i] = seams->corners++;
		seams->corner[i] = number[seams->corner[i]];
	}
}

// Vertices are numbered in this order: corners, inner points of curves, inner points of patches.
static int32_t curve_vertex(const Tessellation *t, int32_t curve, int32_t i) {
	return t->seams->corners + curve * (t->n - 1) + i - 1;
}

static int32_t grid_vertex(const Tessellation *t, int patch, int32_t row, int32_t column) {
	int32_t n = t->n;
	bool at_row = row == 0 || row == n, at_column = column == 0 || column == n;
	int corner = (row == n ? 2 : 0) + (column == n ? 1 : 0);
	if (at_row && at_column) return t->seams->corner[4 * patch + corner];
	if (!at_row && !at_column)
		return t->seams->corners + t->seams->curves * (n - 1) + (patch * (n - 1) + row - 1) * (n - 1) +
		       column - 1;
	int edge = 4 * patch + (at_row ? (row == 0 ? 0 : 1) : column == 0 ? 2 : 3);
	int32_t i = at_row ? column : row, curve = t->seams->curve[edge];
	if (curve < 0) return t->seams->corner[edge_corner(edge, 0)];
	return curve_vertex(t, curve, t->seams->reversed[edge] ? n - i : i);
}

// The Bernstein weights at i / n. At the ends one of them is exactly 1 and the others are 0.
static void bernstein(double w[4], int32_t i, int32_t n) {
	double t = (double)i / n, s = 1 - t;
	w[0] = s * s * s;
	w[1] = 3 * t * s * s;
	w[2] = 3 * t * t * s;
	w[3] = t * t * t;
}

static HnVec3 blend(const double w[4], const HnVec3 p[4]) {
	HnVec3 sum = vec3_scale(p[0], w[0]);
	for (int i = 1; i < 4; ++i) sum = vec3_add(sum, vec3_scale(p[i], w[i]));
	return sum;
}

static void place_curves(const Tessellation *t) {
	for (int i = 0; i < CORNERS; ++i) {
		static const int s_controls[4] = { 0, 3, 12, 15 };
		vec3_store(t->mesh->xyz + 3 * t->seams->corner[i], control_point(i / 4, s_controls[i % 4]));
	}
	for (int32_t c = 0; c < t->seams->curves; ++c) {
		HnVec3 curve[4];
		bool reversed;
		edge_curve(curve, &reversed, t->seams->curve_edge[c]);
		for (int32_t i = 1; i < t->n; ++i) {
			double w[4];
			bernstein(w, i, t->n);
			vec3_store(t->mesh->xyz + 3 * (int64_t)curve_vertex(t, c, i), blend(w, curve));
		}
	}
}

static void place_patch(const Tessellation *t, int patch) {
	for (int32_t row = 1; row < t->n; ++row) {
		HnVec3 across[4];
		double w[4];
		bernstein(w, row, t->n);
		for (int k = 0; k < 4; ++k)
			across[k] = blend(w, (HnVec3[4]){ control_point(patch, k), control_point(patch, 4 + k),
			                                  control_point(patch, 8 + k), control_point(patch, 12 + k) });
		for (int32_t column = 1; column < t->n; ++column) {
			bernstein(w, column, t->n);
			vec3_store(t->mesh->xyz + 3 * (int64_t)grid_vertex(t, patch, row, column), blend(w, across));
		}
	}
}

static double distance2(const HnMesh *mesh, int32_t a, int32_t b) {
	HnVec3 d = vec3_sub(vec3_load(mesh->xyz + 3 * (int64_t)a), vec3_load(mesh->xyz + 3 * (int64_t)b));
	return vec3_dot(d, d);
}

// Adds the two triangles of a cell, split along its shorter diagonal. A cell that touches a pole has one
// triangle.
static int32_t *add_cell(const Tessellation *t, int32_t *out, int patch, int32_t row, int32_t column) {
	int32_t a = grid_vertex(t, patch, row, column), b = grid_vertex(t, patch, row, column + 1);
	int32_t c = grid_vertex(t, patch, row + 1, column), d = grid_vertex(t, patch, row + 1, column + 1);
	bool ad = distance2(t->mesh, a, d) <= distance2(t->mesh, b, c);
	const int32_t halves[2][3] = { { a, b, ad ? d : c }, { ad ? a : b, d, c } };
	for (int i = 0; i < 2; ++i) {
		const int32_t *h = halves[i];
		if (h[0] == h[1] || h[1] == h[2] || h[2] == h[0]) continue;
		memcpy(out, h, sizeof halves[i]);
		out += 3;
	}
	return out;
}

// The number of triangles: n x n cells of two triangles for each patch. Every edge that is a point turns n
// cells into single triangles.
static int64_t count_triangles(const Seams *seams, int64_t n) {
	int64_t count = 2 * PATCHES * n * n;
	for (int edge = 0; edge < EDGES; ++edge) count -= seams->curve[edge] < 0 ? n : 0;
	return count;
}

int32_t hn_teapot_tessellate(HnMesh **out, int32_t n) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	if (n < HN_TEAPOT_MIN_CELLS || n > MAX_CELLS)
		return error_set(HN_ERR_BAD_INPUT, "teapot: %d cells a side; %d to %d are allowed", n,
		                 HN_TEAPOT_MIN_CELLS, MAX_CELLS);
	Seams seams;
	find_seams(&seams);
	Tessellation t = { .seams = &seams, .n = n };
	int32_t vertices = seams.corners + seams.curves * (n - 1) + PATCHES * (n - 1) * (n - 1);
	int32_t code = hn_mesh_create(&t.mesh, vertices, (int32_t)count_triangles(&seams, n));
	if (code != HN_OK) return code;
	place_curves(&t);
	int32_t *next = t.mesh->triangles;
	for (int patch = 0; patch < PATCHES; ++patch) {
		place_patch(&t, patch);
		for (int32_t row = 0; row < n; ++row)
			for (int32_t column = 0; column < n; ++column) next = add_cell(&t, next, patch, row, column);
	}
	CHECK(next - t.mesh->triangles == 3 * (ptrdiff_t)t.mesh->triangle_count);
	*out = t.mesh;
	return HN_OK;
}

int32_t hn_teapot_create(HnMesh **out, int32_t faces) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	if (faces < HN_TEAPOT_MIN_FACES || faces > HN_TEAPOT_MAX_FACES)
		return error_set(HN_ERR_BAD_INPUT, "teapot: %d faces; %d to %d are allowed", faces,
		                 HN_TEAPOT_MIN_FACES, HN_TEAPOT_MAX_FACES);
	Seams seams;
	find_seams(&seams);
	int32_t n = SIMPLIFY_FROM_AT_LEAST;
	while (2 * count_triangles(&seams, n) < 3 * (int64_t)faces) ++n;
	HnMesh *fine;
	int32_t code = hn_teapot_tessellate(&fine, n);
	if (code != HN_OK) return code;
	code = hn_mesh_simplify(out, fine, faces);
	hn_mesh_destroy(fine);
	return code;
}
