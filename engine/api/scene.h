/// @file
/// A baked scene: meshes, bodies and their poses at every step, in one flat, position-independent image.
/// Every algorithm gets the same bytes. The image is in memory (hn_scene_create) or in a file
/// (hn_scene_write, then hn_scene_open). A scene for broad phases only has objects instead of bodies. An
/// object is one bounding volume at every step.

/// A mesh of a scene, as HnMesh.
typedef struct HnSceneMesh {
	const double *xyz;        ///< 3 * vertex_count
	const int32_t *triangles; ///< 3 * triangle_count vertex indices, from 0
	int32_t vertex_count;     ///< number of vertices
	int32_t triangle_count;   ///< number of triangles
	HnHash hash;              ///< hn_mesh_hash
} HnSceneMesh;

/// The vertex positions of a body that deforms, in the body's own frame, one frame for each step. A vertex is
/// stored only if some frame moves it away from its position in the mesh.
typedef struct HnSceneFrames {
	int32_t count;        ///< 0: the body does not deform; 1: it always has the same shape; or step_count
	int32_t moved_count;  ///< number of stored vertices; 0 is allowed
	const int32_t *moved; ///< indices of the stored vertices, ascending
	const double *xyz;    ///< 3 * moved_count doubles for each frame
} HnSceneFrames;

/// A body of a scene: a mesh, its poses, and its frames if it deforms.
typedef struct HnSceneBody {
	int32_t mesh;         ///< index into meshes
	int32_t pose_count;   ///< 1 (it stands still) or step_count
	const HnPose *poses;  ///< pose_count poses in the world
	HnSceneFrames frames; ///< its shapes, if it deforms
	bool fixed;           ///< two fixed bodies are never a pair
} HnSceneBody;

/// A node of an assembly. A node is either a part, which is a body, or an assembly of the nodes whose parent
/// it is.
typedef struct HnSceneNode {
	int32_t parent; ///< index of an earlier node; -1: the node is at the top
	int32_t body;   ///< -1: the node is an assembly; each body is at most one part
	char name[56];  ///< of the part or assembly: UTF-8, a final NUL, then zeros
} HnSceneNode;

/// The content of a scene of objects.
typedef struct HnSceneObjects {
	char volume[16];     ///< "aabb", "sphere", "caabb" or "obb", padded with zeros
	int32_t count;       ///< number of objects; 0: a scene of bodies
	int32_t size;        ///< bytes of one volume
	const void *volumes; ///< count volumes for each step
	/// count bytes for each step, 0 or 1: whether an object is there; NULL: all are always there
	const uint8_t *present;
	int32_t scale_exponent; ///< volumes are in the bodies' units times 2^scale_exponent
	/// one byte for each object, 0 or 1: two fixed objects are never a pair; NULL: none is fixed
	const uint8_t *fixed;
} HnSceneObjects;

/// A baked scene. It is read-only.
typedef struct HnScene {
	int32_t mesh_count; ///< number of meshes
	int32_t body_count; ///< number of bodies
	int32_t step_count; ///< number of steps
	int32_t node_count; ///< number of nodes
	/// multiplied by 2^scale_exponent, a bound on all placed coordinates is in [1, 2)
	int32_t scale_exponent;
	HnSceneMesh *meshes;      ///< mesh_count meshes
	HnSceneBody *bodies;      ///< body_count bodies
	const HnSceneNode *nodes; ///< parents before children
	HnSceneObjects objects;   ///< of a scene for broad phases only; otherwise its count is 0
	HnHash hash;              ///< of all bytes of the file except the last 16, which store it
	const void *map;          ///< the image
	size_t map_size;          ///< its bytes
	bool in_memory;           ///< map is an allocation (hn_scene_create), not a mapped file
} HnScene;

/// A body to bake. Bodies are in the order of their ids, from 0. Meshes with equal hashes are stored once.
/// Baking copies everything.
typedef struct HnSceneDefBody {
	const HnMesh *mesh;   ///< several bodies may have the same
	const HnPose *poses;  ///< pose_count poses in the world
	int32_t pose_count;   ///< 1 or the scene's step count
	HnSceneFrames frames; ///< all zero: the body does not deform
	/// One byte for each step, 0 or 1: whether the body is there. NULL: it is always there. Only a body that
	/// is baked as an object may be absent.
	const uint8_t *present;
	/// Two fixed bodies are never a pair: no algorithm reports their contacts. A fixed body must have one
	/// pose and must not deform.
	bool fixed;
} HnSceneDefBody;
/// What to bake: either bodies or objects.
typedef struct HnSceneDef {
	const HnSceneDefBody *bodies; ///< body_count bodies
	int32_t body_count;           ///< number of bodies
	int32_t step_count;           ///< number of steps
	const HnSceneNode *nodes;     ///< may be absent (node_count 0): then the bodies belong to no assembly
	int32_t node_count;           ///< number of nodes
	HnSceneObjects objects;       ///< instead of bodies; body_count is then 0
} HnSceneDef;

/// Bakes a scene in memory. The same def gives the same bytes. HN_ERR_BAD_INPUT names the body and the step.
/// The following is refused:
/// - poses that are not finite, or not rotations to within 1e-9;
/// - a scene without bodies or without steps;
/// - fixed bodies that move or deform;
/// - frames that violate HnSceneFrames, or exceed 4 GiB in one body;
/// - nodes or objects that violate their types;
/// - oriented boxes whose axes are not of length 1 at right angles, or not in their ball, to within 1e-5;
/// - scenes in which a placed coordinate of any pair could exceed 2^200.
/// Oriented boxes that are not so to the rounding of floats have their axes straightened, one after the
/// other, and their ball enlarged.
int32_t hn_scene_create(HnScene **out, const HnSceneDef *def);
/// Bakes a scene into a file, completely or not at all: a temporary file beside it is renamed. hash receives
/// the scene's hash and may be NULL. Errors as hn_scene_create, and HN_ERR_IO (the file cannot be written, or
/// the path names something other than a regular file).
int32_t hn_scene_write(const HnSceneDef *def, const char *path, HnHash *hash);
/// Maps a scene file and checks it: magic, version, sizes, every offset and index, and its hash. The file
/// must not be changed in place or cut while the scene is open; it may be removed or replaced, as
/// hn_scene_write does. Errors: HN_ERR_IO (the file cannot be read or is not regular), HN_ERR_BAD_INPUT.
int32_t hn_scene_open(HnScene **out, const char *path);
/// Frees a scene, or unmaps its file. NULL is allowed.
void hn_scene_close(HnScene *scene);
