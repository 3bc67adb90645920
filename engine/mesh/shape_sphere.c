// A sphere, built by latitudes and longitudes or from an icosahedron.
#include <math.h>

#include "base/error.h"
#include "base/names.h"
#include "mesh/shape_build.h"

typedef struct SphereParams {
	double radius;
	int32_t from, stacks, slices, cells;
} SphereParams;

enum { FROM_ICOSAHEDRON, FROM_LATITUDES };

// ---- latitudes

static void latitude_ring(ShapeBuilder *builder, const SphereParams *p, int32_t stack) {
	double up[2], around[2];
	shape_turn(up, stack, 2 * (int64_t)p->stacks); // from the south pole
	for (int32_t i = 0; i < p->slices; ++i) {
		shape_turn(around, i, p->slices);
		shape_vertex(builder,
		             vec3_scale((HnVec3){ up[1] * around[0], up[1] * around[1], -up[0] }, p->radius));
	}
}

static void from_latitudes(ShapeBuilder *builder, const SphereParams *p) {
	int32_t n = p->slices, rings = p->stacks - 1;
	for (int32_t s = 1; s <= rings; ++s) latitude_ring(builder, p, s);
	for (int32_t s = 0; s + 1 < rings; ++s) shape_band(builder, s * n, (s + 1) * n, n);
	int32_t south = shape_vertex(builder, (HnVec3){ 0, 0, -p->radius });
	int32_t north = shape_vertex(builder, (HnVec3){ 0, 0, p->radius });
	for (int32_t i = 0; i < n; ++i) {
		int32_t j = (i + 1) % n, top = (rings - 1) * n;
		shape_triangle(builder, south, j, i);
		shape_triangle(builder, north, top + i, top + j);
	}
}

// ---- icosahedron

static const int32_t s_ico_faces[20][3] = {
	{ 0, 11, 5 },  { 0, 5, 1 },  { 0, 1, 7 },  { 0, 7, 10 }, { 0, 10, 11 }, { 1, 5, 9 }, { 5, 11, 4 },
	{ 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 },  { 3, 9, 4 },  { 3, 4, 2 },   { 3, 2, 6 }, { 3, 6, 8 },
	{ 3, 8, 9 },   { 4, 9, 5 },  { 2, 4, 11 }, { 6, 2, 10 }, { 8, 6, 7 },   { 9, 8, 1 },
};

// Vertices 0 .. 3 are in the plane of x and y, the next four in that of y and z, the last four in that of z
// and x.
static HnVec3 ico_corner(int32_t k) {
	double golden = (1 + sqrt(5)) / 2, one = k % 2 == 0 ? -1 : 1, far = k % 4 < 2 ? golden : -golden;
	return k < 4 ? (HnVec3){ one, far, 0 } : k < 8 ? (HnVec3){ 0, one, far } : (HnVec3){ far, 0, one };
}

typedef struct Icosphere {
	ShapeBuilder *builder;
	int32_t n;               // cells along an edge
	int32_t edge_of[12][12]; // the number of an edge, lower corner first
	int32_t first_inner;     // vertices of edges come before vertices inside faces
} Icosphere;

// Vertex i of n on the edge from a to b.
static int32_t edge_vertex(const Icosphere *ico, int32_t a, int32_t b, int32_t i) {
	if (i == 0 || i == ico->n) return i == 0 ? a : b;
	int32_t edge = ico->edge_of[a < b ? a : b][a < b ? b : a];
	return 12 + edge * (ico->n - 1) + (a < b ? i : ico->n - i) - 1;
}

// The vertex of a face in row r (0: the first corner), at place k of r.
static int32_t face_vertex(const Icosphere *ico, int32_t face, int32_t r, int32_t k) {
	const int32_t *f = s_ico_faces[face];
	if (k == 0) return edge_vertex(ico, f[0], f[1], r);
	if (k == r) return edge_vertex(ico, f[0], f[2], r);
	if (r == ico->n) return edge_vertex(ico, f[1], f[2], k);
	int32_t inner = (ico->n - 1) * (ico->n - 2) / 2;
	return ico->first_inner + face * inner + (r - 1) * (r - 2) / 2 + k - 1;
}

static void number_edges(Icosphere *ico) {
	int32_t edges = 0;
	for (int32_t f = 0; f < 20; ++f)
		for (int k = 0; k < 3; ++k) {
			int32_t a = s_ico_faces[f][k], b = s_ico_faces[f][(k + 1) % 3];
			if (a < b) ico->edge_of[a][b] = edges++; // each edge runs upwards in one of its two faces
		}
	ico->first_inner = 12 + edges * (ico->n - 1);
}

static void place_face(Icosphere *ico, int32_t face, double radius) {
	const int32_t *f = s_ico_faces[face];
	HnVec3 a = ico_corner(f[0]), b = ico_corner(f[1]), c = ico_corner(f[2]);
	for (int32_t r = 0; r <= ico->n; ++r)
		for (int32_t k = 0; k <= r; ++k) {
			HnVec3 p = vec3_add(vec3_scale(a, ico->n - r), vec3_add(vec3_scale(b, r - k), vec3_scale(c, k)));
			ico->builder->vertices.data[face_vertex(ico, face, r, k)] =
			    vec3_scale(p, radius / vec3_length(p));
		}
}

static void from_icosahedron(ShapeBuilder *builder, const SphereParams *p) {
	Icosphere ico = { .builder = builder, .n = p->cells };
	number_edges(&ico);
	int32_t vertices = 10 * p->cells * p->cells + 2;
	for (int32_t v = 0; v < vertices; ++v) shape_vertex(builder, (HnVec3){ 0, 0, 0 });
	if (builder->out_of_memory) return;
	for (int32_t f = 0; f < 20; ++f) {
		place_face(&ico, f, p->radius);
		for (int32_t r = 0; r < ico.n; ++r)
			for (int32_t k = 0; k <= r; ++k) {
				int32_t a = face_vertex(&ico, f, r, k), b = face_vertex(&ico, f, r + 1, k);
				int32_t c = face_vertex(&ico, f, r + 1, k + 1);
				shape_triangle(builder, a, b, c);
				if (k < r) shape_triangle(builder, a, c, face_vertex(&ico, f, r, k + 1));
			}
	}
}

static int32_t sphere_create(HnMesh **out, const void *params) {
	const SphereParams *p = params;
	ShapeBuilder builder = { 0 };
	if (p->from == FROM_LATITUDES)
		from_latitudes(&builder, p);
	else
		from_icosahedron(&builder, p);
	return shape_finish(out, &builder, HN_OK);
}

static const char *from_name(int32_t index) {
	NAME_AT(index, [FROM_ICOSAHEDRON] = "icosahedron", [FROM_LATITUDES] = "latitudes");
}

static const Param s_params[] = {
	SHAPE_REAL(SphereParams, radius, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the sphere"),
	{ .name = "from",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(SphereParams, from),
	  .choice = from_name,
	  .about = "20 cells^2 triangles, or 2 slices (stacks - 1)" },
	SHAPE_INT(SphereParams, cells, 8, 1, 300, "icosahedron: cells along an edge"),
	SHAPE_INT(SphereParams, stacks, 16, 2, 2000, "latitudes: from pole to pole"),
	SHAPE_INT(SphereParams, slices, 32, 3, 2000, "latitudes: around"),
};

extern const ShapeClass shape_sphere;
const ShapeClass shape_sphere = {
	.name = "sphere",
	.about = "sphere around the origin",
	.params = SHAPE_PARAMS(s_params, SphereParams),
	.create = sphere_create,
};
