// Triangle meshes: indexed, double precision. A mesh is what a reader or generator made and is not changed
// after.

typedef struct HnMesh {
	double *xyz;        // 3 * vertex_count; finite, |x| <= 2^200, 0 where below 2^-200
	int32_t *triangles; // 3 * triangle_count vertex indices, from 0
	int32_t vertex_count, triangle_count;
} HnMesh;

// Uninitialised storage, to be filled and then validated; HN_ERR_BAD_INPUT (a count below 0),
// HN_ERR_NO_MEMORY.
int32_t hn_mesh_create(HnMesh **out, int32_t vertex_count, int32_t triangle_count);
void hn_mesh_destroy(HnMesh *mesh); // NULL is allowed
// Checks indices and coordinates, and flushes coordinates below 2^-200 to 0; HN_ERR_BAD_INPUT names the
// index. For meshes from outside. All that follows takes validated meshes; a mesh that hn_mesh_validate would
// refuse is HN_ERR_BAD_INPUT there too.
int32_t hn_mesh_validate(HnMesh *mesh);
// Hash of counts, coordinates and triangles in little-endian bytes; all zeros for NULL, for a
// negative count and for an array that is NULL.
HnHash hn_mesh_hash(const HnMesh *mesh);

typedef struct HnMeshTopology {
	int32_t shells;               // connected components, by shared vertices
	int32_t boundary_edges;       // edges of one triangle
	int32_t nonmanifold_edges;    // edges of more than two
	int32_t degenerate_triangles; // a repeated index
} HnMeshTopology;
int32_t hn_mesh_topology(HnMeshTopology *out, const HnMesh *mesh);

// Axis-aligned bounds of the vertices that triangles use; lo, hi: 3 doubles. Of a mesh without
// triangles, and of one that hn_mesh_validate would refuse: lo = hi = 0. Nothing where lo or hi is NULL.
void hn_mesh_bounds(const HnMesh *mesh, double lo[3], double hi[3]);
// The diameter: the largest distance between two vertices that triangles use. Exact up to rounding of the
// distance. 0 for a mesh without triangles, and for one that hn_mesh_validate would refuse.
double hn_mesh_diameter(const HnMesh *mesh);

// Files; the format follows from the extension, in any case: .obj, .off, .ply, .stl, all read strictly:
// polygons become fans, coordinates are exact, what is malformed is refused (docs/scenarios.md). Reads the
// file once. HN_ERR_IO (cannot be read) or HN_ERR_BAD_INPUT with "file:line: what" or "file: byte n: what".
// scale multiplies every coordinate, > 0. sha256: expected hex of the file's bytes, or NULL. found: gets the
// hex of the file's bytes (65 characters with the end), or NULL.
int32_t hn_mesh_read(HnMesh **out, const char *path, double scale, const char *sha256, char *found);
// Writes the whole file or nothing (beside it, and renamed). HN_ERR_IO: it cannot be written, or the
// path names something other than a regular file. Reading gives the same mesh bit for bit; STL shares no
// vertices, so there it is the same up to equal positions, unused vertices and their order. HN_ERR_BAD_INPUT
// for what reading would refuse.
int32_t hn_mesh_write(const HnMesh *mesh, const char *path);

// Exactly `faces` triangles by quadric edge collapse: link condition, boundary quadrics, ties by cost then
// index, no shell below a disc. An odd difference needs a boundary collapse: HN_ERR_BAD_INPUT for a closed
// mesh asked for an odd count, and where no legal collapse is left before the count is reached. The same
// bytes on every machine.
int32_t hn_mesh_simplify(HnMesh **out, const HnMesh *mesh, int32_t faces);

// The Utah teapot (Newell 1975): 32 bicubic Bezier patches, 4 open shells at every tessellation.
enum {
	HN_TEAPOT_MIN_FACES = 100,
	HN_TEAPOT_MAX_FACES = 1000000,
	HN_TEAPOT_MIN_CELLS = 2 // with 1, handle and spout, two patches around, would be flat and closed
};
// Each patch in n x n cells of two triangles (one at a pole): 64 n^2 - 8 n triangles. The shells: body with
// bottom, lid, handle, spout; each manifold and open, triangles counter-clockwise seen from outside.
int32_t hn_teapot_tessellate(HnMesh **out, int32_t n);
// Exactly `faces` triangles, HN_TEAPOT_MIN_FACES .. HN_TEAPOT_MAX_FACES, odd counts too: the coarsest
// tessellation with at least 1.5 * faces triangles (and at least 8 cells a side), brought to the count by
// hn_mesh_simplify.
int32_t hn_teapot_create(HnMesh **out, int32_t faces);

// Generated meshes (h.shape of scenarios, `harness list`): all closed but `sheet`, manifold and oriented
// outwards, and the same bytes on every machine. params: "faces=404 curl=20", defaults for the rest;
// HN_ERR_NOT_FOUND (shape or parameter), HN_ERR_BAD_INPUT.
int32_t hn_shape_create(HnMesh **out, const char *name, const char *params);
const char *hn_shape_name(int32_t index); // NULL past the end

// The convex hull of points, exact, and the same whatever order the points come in: only extreme points are
// vertices; faces with more corners are fans. Vertices stand in ascending order of x, then y, then z, and
// triangles in ascending order of theirs, each beginning with its least; counter-clockwise seen from outside.
enum { HN_HULL_POINTS_MAX = 1 << 29 };

// dimension 0: all points are equal; one vertex, no triangles.
// dimension 1: all on a line; two vertices, its ends, no triangles.
// dimension 2: all on a plane; the polygon as two opposed fans of vertex_count - 2 triangles each around the
//   least vertex. Closed in the sense that every directed edge has its opposite; a diagonal has four
//   triangles.
// dimension 3: 2 * vertex_count - 4 triangles, closed, manifold, oriented outwards.
typedef struct HnHull {
	int32_t dimension;
	int32_t vertex_count, triangle_count;
	int32_t *vertices;  // indices of the points
	int32_t *triangles; // 3 * triangle_count indices of the points
} HnHull;

// Of n points, 3 doubles each; coordinates below 2^-200 count as 0. HN_ERR_BAD_INPUT: no point, more than
// HN_HULL_POINTS_MAX, or a coordinate over 2^200 or not finite; the text names the index. HN_ERR_NO_MEMORY.
// O(n log n) expected, over the order in which points are inserted (own seed), for every input whose first
// tetrahedron has a double well inside it; memory O(n). No recursion.
int32_t hn_hull_create(HnHull **out, const double *xyz, int32_t n);
void hn_hull_destroy(HnHull *hull); // NULL is allowed

// The hull as a mesh of its vertices alone, in their order; xyz as hn_hull_create was given.
// HN_ERR_BAD_INPUT where there are no triangles (dimension below 2).
int32_t hn_hull_mesh(HnMesh **out, const HnHull *hull, const double *xyz);
