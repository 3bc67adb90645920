// Triangle meshes: indexed, double precision. A mesh is what a reader or generator made and is not changed
// after.

typedef struct Mesh {
	double *xyz;        // 3 * vertex_count; finite, |x| <= 2^200, 0 where below 2^-200
	int32_t *triangles; // 3 * triangle_count vertex indices, from 0
	int32_t vertex_count, triangle_count;
} Mesh;

// Uninitialised storage, to be filled and then validated; ERR_BAD_INPUT (a count below 0), ERR_NO_MEMORY.
int32_t mesh_create(Mesh **out, int32_t vertex_count, int32_t triangle_count);
void mesh_destroy(Mesh *mesh); // NULL is allowed
// Checks indices and coordinates, and flushes coordinates below 2^-200 to 0; ERR_BAD_INPUT names the index.
// For meshes from outside; all that follows takes validated meshes.
int32_t mesh_validate(Mesh *mesh);
// Hash of counts, coordinates and triangles in little-endian bytes.
Hash mesh_hash(const Mesh *mesh);

typedef struct MeshTopology {
	int32_t shells;               // connected components, by shared vertices
	int32_t boundary_edges;       // edges of one triangle
	int32_t nonmanifold_edges;    // edges of more than two
	int32_t degenerate_triangles; // a repeated index
} MeshTopology;
int32_t mesh_topology(MeshTopology *out, const Mesh *mesh);

// Axis-aligned bounds of the vertices that triangles use; lo, hi: 3 doubles. A mesh without triangles: lo =
// hi = 0.
void mesh_bounds(const Mesh *mesh, double lo[3], double hi[3]);
// The diameter: the largest distance between two vertices that triangles use. Exact up to rounding of the
// distance.
double mesh_diameter(const Mesh *mesh);

// Files; the format follows from the extension, in any case: .obj, .off, .ply, .stl, all read strictly:
// polygons become fans, coordinates are exact, what is malformed is refused (docs/scenarios.md). Reads the
// file once. ERR_IO (cannot be read) or ERR_BAD_INPUT with "file:line: what" or "file: byte n: what". scale
// multiplies every coordinate, > 0. sha256: expected hex of the file's bytes, or NULL. found: gets the hex of
// the file's bytes (65 characters with the end), or NULL.
int32_t mesh_read(Mesh **out, const char *path, double scale, const char *sha256, char *found);
// Writes the whole file or nothing (beside it, and renamed). Reading gives the same mesh bit for bit; STL
// shares no vertices, so there it is the same up to equal positions, unused vertices and their order.
// ERR_BAD_INPUT for what reading would refuse.
int32_t mesh_write(const Mesh *mesh, const char *path);

// Exactly `faces` triangles by quadric edge collapse: link condition, boundary quadrics, ties by cost then
// index, no shell below a disc. An odd difference needs a boundary collapse: ERR_BAD_INPUT for a closed mesh
// asked for an odd count, and where no legal collapse is left before the count is reached. The same bytes on
// every machine.
int32_t mesh_simplify(Mesh **out, const Mesh *mesh, int32_t faces);

// The Utah teapot (Newell 1975): 32 bicubic Bezier patches, 4 open shells at every tessellation.
enum {
	TEAPOT_MIN_FACES = 100,
	TEAPOT_MAX_FACES = 1000000,
	TEAPOT_MIN_CELLS = 2 // with 1, handle and spout, two patches around, would be flat and closed
};
// Each patch in n x n cells of two triangles (one at a pole): 64 n^2 - 8 n triangles. The shells: body with
// bottom, lid, handle, spout; each manifold and open, triangles counter-clockwise seen from outside.
int32_t teapot_tessellate(Mesh **out, int32_t n);
// Exactly `faces` triangles, TEAPOT_MIN_FACES .. TEAPOT_MAX_FACES, odd counts too: the coarsest tessellation
// with at least 1.5 * faces triangles (and at least 8 cells a side), brought to the count by mesh_simplify.
int32_t teapot_create(Mesh **out, int32_t faces);

// Generated meshes (h.shape of scenarios, `harness list`): all closed but `sheet`, manifold and oriented
// outwards, and the same bytes on every machine. params: "faces=404 curl=20", defaults for the rest;
// ERR_NOT_FOUND (shape or parameter), ERR_BAD_INPUT.
int32_t shape_create(Mesh **out, const char *name, const char *params);
const char *shape_name(int32_t index); // NULL past the end

// The convex hull of points, exact, and the same whatever order the points come in: only extreme points are
// vertices; faces with more corners are fans. Vertices stand in ascending order of x, then y, then z, and
// triangles in ascending order of theirs, each beginning with its least; counter-clockwise seen from outside.
enum { HULL_POINTS_MAX = 1 << 29 };

// dimension 0: all points are equal; one vertex, no triangles.
// dimension 1: all on a line; two vertices, its ends, no triangles.
// dimension 2: all on a plane; the polygon as two opposed fans of vertex_count - 2 triangles each around the
//   least vertex. Closed in the sense that every directed edge has its opposite; a diagonal has four
//   triangles.
// dimension 3: 2 * vertex_count - 4 triangles, closed, manifold, oriented outwards.
typedef struct Hull {
	int32_t dimension;
	int32_t vertex_count, triangle_count;
	int32_t *vertices;  // indices of the points
	int32_t *triangles; // 3 * triangle_count indices of the points
} Hull;

// Of n points, 3 doubles each; coordinates below 2^-200 count as 0. ERR_BAD_INPUT: no point, more than
// HULL_POINTS_MAX, or a coordinate over 2^200 or not finite; the text names the index. ERR_NO_MEMORY.
// O(n log n) expected, over the order in which points are inserted (own seed), for every input whose first
// tetrahedron has a double well inside it; memory O(n). No recursion.
int32_t hull_create(Hull **out, const double *xyz, int32_t n);
void hull_destroy(Hull *hull); // NULL is allowed

// The hull as a mesh of its vertices alone, in their order; xyz as hull_create was given.
// ERR_BAD_INPUT where there are no triangles (dimension below 2).
int32_t hull_mesh(Mesh **out, const Hull *hull, const double *xyz);
