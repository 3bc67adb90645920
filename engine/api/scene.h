// A baked scene: meshes, bodies and their poses at every step, in one flat, position-independent image that
// every algorithm gets the same bytes of; in memory (scene_create) or a file (scene_write, then scene_open).
// For broad phases alone it has objects in place of bodies: a bounding volume each at every step.

typedef struct SceneMesh {
	const double *xyz;
	const int32_t *triangles;
	int32_t vertex_count, triangle_count;
	Hash hash; // mesh_hash
} SceneMesh;

// Where the vertices of a body that deforms are, in its own frame, one frame a step. Only those that are
// anywhere else than the mesh has them are stored.
typedef struct SceneFrames {
	int32_t count;        // 0: it does not deform; 1: always the same; or step_count
	int32_t moved_count;  // 0 is allowed
	const int32_t *moved; // the vertices, ascending
	const double *xyz;    // 3 * moved_count a frame
} SceneFrames;

typedef struct SceneBody {
	int32_t mesh;       // index into meshes
	int32_t pose_count; // 1 (still) or step_count
	const Pose *poses;
	SceneFrames frames;
} SceneBody;

// A node of an assembly: a part, which is a body, or a (sub-)assembly of the nodes whose parent it is.
typedef struct SceneNode {
	int32_t parent; // an earlier node; -1: an assembly of its own
	int32_t body;   // -1: no part; each body is a part at most once
	char name[56];  // of the part or assembly, UTF-8, with its end; after it zeros
} SceneNode;

// What is in a scene of objects.
typedef struct SceneObjects {
	char volume[16];        // "aabb", "sphere", "caabb" or "obb", as the broad phases have them; then zeros
	int32_t count, size;    // count 0: it is a scene of bodies; bytes of a volume
	const void *volumes;    // count a step
	const uint8_t *present; // count a step, 0 or 1: objects come and go; NULL: all are there always
	int32_t scale_exponent; // volumes are in the bodies' units times 2^scale_exponent
} SceneObjects;

// Read-only for everyone.
typedef struct Scene {
	int32_t mesh_count, body_count, step_count, node_count;
	int32_t scale_exponent; // multiply by 2^scale_exponent: a bound on all placed coordinates is in [1, 2)
	SceneMesh *meshes;
	SceneBody *bodies;
	const SceneNode *nodes; // parents before children
	SceneObjects objects;
	Hash hash; // of the file's bytes, but for the last 16, which hold it
	const void *map;
	size_t map_size;
	bool in_memory; // map is an allocation (scene_create), not a mapped file
} Scene;

// What to bake: bodies in id order, from 0; equal meshes (by hash) are stored once. All of it is copied.
typedef struct SceneDefBody {
	const Mesh *mesh;
	const Pose *poses;
	int32_t pose_count;     // 1 or the scene's step count
	SceneFrames frames;     // all zero: it does not deform
	const uint8_t *present; // a byte a step, 0 or 1; NULL: it is always there, as it must be but as an object
} SceneDefBody;
typedef struct SceneDef {
	const SceneDefBody *bodies;
	int32_t body_count, step_count;
	const SceneNode *nodes; // node_count 0: the bodies are nobody's parts
	int32_t node_count;
	SceneObjects objects; // in place of bodies, then body_count is 0
} SceneDef;

// Refuses (ERR_BAD_INPUT, naming body and step) poses that are not finite or not rotations to 1e-9, no
// bodies, no steps, frames that are not as SceneFrames says or more than 4 GiB of them in a body, nodes or
// objects that are not as their types say, and scenes in which a placed coordinate of any pair could exceed
// 2^200. What the volumes of objects are it does not know. The same def gives the same bytes.
int32_t scene_create(Scene **out, const SceneDef *def);
// The same into a file; hash may be NULL.
int32_t scene_write(const SceneDef *def, const char *path, Hash *hash);
// Maps and checks the file (magic, version, sizes, every offset and index, its own hash); ERR_IO,
// ERR_BAD_INPUT.
int32_t scene_open(Scene **out, const char *path);
void scene_close(Scene *scene); // NULL is allowed
