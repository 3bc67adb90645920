/// @file
/// Indexed triangle meshes in double precision. A mesh does not change after a reader or generator has made
/// it.

/// A triangle mesh.
typedef struct HnMesh {
	double *xyz;            ///< 3 * vertex_count; finite, |x| <= 2^200; values below 2^-200 are 0
	int32_t *triangles;     ///< 3 * triangle_count vertex indices, from 0
	int32_t vertex_count;   ///< number of vertices
	int32_t triangle_count; ///< number of triangles
} HnMesh;

/// Creates a mesh with uninitialised arrays. The caller fills them and then calls hn_mesh_validate. Errors:
/// HN_ERR_BAD_INPUT (a negative count), HN_ERR_NO_MEMORY.
int32_t hn_mesh_create(HnMesh **out, int32_t vertex_count, int32_t triangle_count);
/// Frees a mesh, which has the arrays and counts that it was created with. NULL is allowed.
void hn_mesh_destroy(HnMesh *mesh);
/// Checks the indices and coordinates of a mesh from outside the engine. Coordinates below 2^-200 in
/// magnitude become 0. HN_ERR_BAD_INPUT names the wrong index. All functions below take validated meshes.
/// They return HN_ERR_BAD_INPUT for a mesh that hn_mesh_validate would refuse; pairs, touch queries and
/// motions also for one that it would change.
int32_t hn_mesh_validate(HnMesh *mesh);
/// The hash of the counts, coordinates and triangles as little-endian bytes. All zeros for NULL, for a
/// negative count and if an array is NULL.
HnHash hn_mesh_hash(const HnMesh *mesh);

/// Counts that describe how a mesh is connected.
typedef struct HnMeshTopology {
	int32_t shells;               ///< connected components by shared vertices
	int32_t boundary_edges;       ///< edges of exactly one triangle
	int32_t nonmanifold_edges;    ///< edges of more than two triangles
	int32_t degenerate_triangles; ///< triangles that repeat a vertex index
} HnMeshTopology;
/// Computes the counts. Errors: HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY. O(vertices + triangles).
int32_t hn_mesh_topology(HnMeshTopology *out, const HnMesh *mesh);

/// The axis-aligned bounds of the vertices that triangles use. lo = hi = 0 for a mesh without triangles and
/// for a mesh that hn_mesh_validate would refuse. Does nothing if lo or hi is NULL.
void hn_mesh_bounds(const HnMesh *mesh, double lo[3], double hi[3]);
/// The diameter: the largest distance between two vertices that triangles use. The only error is the rounding
/// of that distance. 0 for a mesh without triangles and for a mesh that hn_mesh_validate would refuse.
double hn_mesh_diameter(const HnMesh *mesh);

/// Reads a mesh from a file, which is read once. The extension gives the format, in upper or lower case:
/// .obj, .off, .ply or .stl. Reading is strict: polygons become fans, coordinates are exact, and malformed
/// input is refused (docs/reference/scenarios.md).
/// - scale: > 0, multiplies every coordinate.
/// - sha256: the expected hex digest of the file's bytes, or NULL.
/// - found: room for 65 characters, filled with the hex digest of the file's bytes, or NULL.
/// Errors: HN_ERR_IO (the file cannot be read); HN_ERR_BAD_INPUT with "file:line: what" or "file: byte n:
/// what".
int32_t hn_mesh_read(HnMesh **out, const char *path, double scale, const char *sha256, char *found);
/// What the last hn_mesh_read of this thread skipped in a good file, a line each: "part.obj:12: skipped:
/// lines (l), 3 statements". Empty if it read everything. Valid until the next call.
const char *hn_mesh_skipped(void);
/// Writes a mesh to a file, completely or not at all: a temporary file beside it is renamed. Reading the file
/// gives the same mesh bit for bit, except for STL. STL does not share vertices, so equal positions are
/// merged, unused vertices are lost and the order of vertices may change. Errors: HN_ERR_IO (the file cannot
/// be written, or the path names something other than a regular file); HN_ERR_BAD_INPUT (a mesh that reading
/// would refuse).
int32_t hn_mesh_write(const HnMesh *mesh, const char *path);

/// Simplifies a mesh to exactly `faces` triangles by quadric edge collapse. A collapse must satisfy the link
/// condition, so shells, handles and boundary loops stay. Boundary edges have quadrics of their own. Ties in
/// cost are broken by index. The result has the same bytes on every machine. HN_ERR_BAD_INPUT if no legal
/// collapse is left before the count is reached; no shell can become smaller than a disc. An odd difference
/// needs a boundary collapse, so a closed mesh cannot be reduced to an odd count.
int32_t hn_mesh_simplify(HnMesh **out, const HnMesh *mesh, int32_t faces);

/// The Utah teapot (Newell 1975): 32 bicubic Bezier patches, which form 4 open shells at every tessellation.
enum {
	HN_TEAPOT_MIN_FACES = 100,     ///< the fewest triangles of hn_teapot_create
	HN_TEAPOT_MAX_FACES = 1000000, ///< the most triangles of hn_teapot_create
	/// the least n of hn_teapot_tessellate
	HN_TEAPOT_MIN_CELLS =
	    2 ///< with 1 cell the handle and spout, two patches around, would be flat and closed
};
/// Divides each patch into n x n cells of two triangles (one triangle at a pole), 64 n^2 - 8 n triangles in
/// all. n is HN_TEAPOT_MIN_CELLS .. 5792; otherwise HN_ERR_BAD_INPUT. The four shells are the body with its
/// bottom, the lid, the handle and the spout. Each shell is manifold and open; triangles are
/// counter-clockwise seen from outside.
int32_t hn_teapot_tessellate(HnMesh **out, int32_t n);
/// A teapot of exactly `faces` triangles, HN_TEAPOT_MIN_FACES .. HN_TEAPOT_MAX_FACES; odd counts are allowed.
/// It starts from the coarsest tessellation with at least 1.5 * faces triangles and at least 8 cells a side.
/// hn_mesh_simplify then reduces it to the count.
int32_t hn_teapot_create(HnMesh **out, int32_t faces);

/// Generated meshes, as h.shape makes them in scenarios; `harness list` lists them. All shapes except `sheet`
/// are closed. All are manifold, oriented outwards and have the same bytes on every machine. params is like
/// "faces=404 curl=20"; parameters that are not given keep their defaults. Errors: HN_ERR_NOT_FOUND (unknown
/// shape or parameter), HN_ERR_BAD_INPUT.
int32_t hn_shape_create(HnMesh **out, const char *name, const char *params);
/// The names of the generated meshes, by index from 0; NULL past the end.
const char *hn_shape_name(int32_t index);

/// The exact convex hull of points. The result does not depend on the order of the points. Only extreme
/// points are vertices. A face with more than three corners is a fan of triangles. Vertices are in ascending
/// order of x, then y, then z. Each triangle begins with its first vertex in that order, and triangles are in
/// ascending order of their vertices. Triangles are counter-clockwise seen from outside.
enum { HN_HULL_POINTS_MAX = 1 << 29 };

/// - dimension 0: all points are equal. One vertex, no triangles.
/// - dimension 1: all points are on a line. Two vertices, its ends; no triangles.
/// - dimension 2: all points are in a plane. The polygon is stored as two opposite fans around the least
///   vertex, each of vertex_count - 2 triangles. Every directed edge has its opposite, so the surface counts
///   as closed; a diagonal has four triangles.
/// - dimension 3: 2 * vertex_count - 4 triangles; closed, manifold, oriented outwards.
typedef struct HnHull {
	int32_t dimension;      ///< of the points, 0 to 3
	int32_t vertex_count;   ///< number of vertices
	int32_t triangle_count; ///< number of triangles
	int32_t *vertices;      ///< indices of points
	int32_t *triangles;     ///< 3 * triangle_count indices of points
} HnHull;

/// Builds the hull of n points (3 doubles each). Coordinates below 2^-200 in magnitude count as 0. Errors:
/// HN_ERR_NO_MEMORY; HN_ERR_BAD_INPUT (no point, more than HN_HULL_POINTS_MAX points, or a coordinate that is
/// not finite or exceeds 2^200; the text names its index). The points are inserted in a random order from a
/// fixed seed. The expected time over these orders is O(n log n) for every input whose first tetrahedron has
/// a double-precision point well inside it. Memory is O(n). There is no recursion.
int32_t hn_hull_create(HnHull **out, const double *xyz, int32_t n);
/// Frees a hull. NULL is allowed.
void hn_hull_destroy(HnHull *hull);

/// The hull as a mesh of its own vertices, in their order. xyz must be the points that hn_hull_create was
/// given. HN_ERR_BAD_INPUT if there are no triangles (dimension below 2).
int32_t hn_hull_mesh(HnMesh **out, const HnHull *hull, const double *xyz);
