// A baked scene: meshes, bodies and their poses at every step, in one flat, position-independent image that
// every algorithm gets the same bytes of; in memory (hn_scene_create) or a file (hn_scene_write, then
// hn_scene_open). For broad phases alone it has objects in place of bodies: a bounding volume each at every
// step.

typedef struct HnSceneMesh {
	const double *xyz;
	const int32_t *triangles;
	int32_t vertex_count, triangle_count;
	HnHash hash; // hn_mesh_hash
} HnSceneMesh;

// Where the vertices of a body that deforms are, in its own frame, one frame a step. Only those that are
// anywhere else than the mesh has them are stored.
typedef struct HnSceneFrames {
	int32_t count;        // 0: it does not deform; 1: always the same; or step_count
	int32_t moved_count;  // 0 is allowed
	const int32_t *moved; // the vertices, ascending
	const double *xyz;    // 3 * moved_count a frame
} HnSceneFrames;

typedef struct HnSceneBody {
	int32_t mesh;       // index into meshes
	int32_t pose_count; // 1 (still) or step_count
	const HnPose *poses;
	HnSceneFrames frames;
	bool fixed; // it is no pair with another fixed body
} HnSceneBody;

// A node of an assembly: a part, which is a body, or a (sub-)assembly of the nodes whose parent it is.
typedef struct HnSceneNode {
	int32_t parent; // an earlier node; -1: an assembly of its own
	int32_t body;   // -1: no part; each body is a part at most once
	char name[56];  // of the part or assembly, UTF-8, with its end; after it zeros
} HnSceneNode;

// What is in a scene of objects.
typedef struct HnSceneObjects {
	char volume[16];        // "aabb", "sphere", "caabb" or "obb", as the broad phases have them; then zeros
	int32_t count, size;    // count 0: it is a scene of bodies; bytes of a volume
	const void *volumes;    // count a step
	const uint8_t *present; // count a step, 0 or 1: objects come and go; NULL: all are there always
	int32_t scale_exponent; // volumes are in the bodies' units times 2^scale_exponent
	const uint8_t *fixed;   // a byte an object, 0 or 1: no two fixed ones are a pair; NULL: none is fixed
} HnSceneObjects;

// Read-only for everyone.
typedef struct HnScene {
	int32_t mesh_count, body_count, step_count, node_count;
	int32_t scale_exponent; // multiply by 2^scale_exponent: a bound on all placed coordinates is in [1, 2)
	HnSceneMesh *meshes;
	HnSceneBody *bodies;
	const HnSceneNode *nodes; // parents before children
	HnSceneObjects objects;
	HnHash hash; // of the file's bytes, but for the last 16, which hold it
	const void *map;
	size_t map_size;
	bool in_memory; // map is an allocation (hn_scene_create), not a mapped file
} HnScene;

// What to bake: bodies in id order, from 0; equal meshes (by hash) are stored once. All of it is copied.
typedef struct HnSceneDefBody {
	const HnMesh *mesh;
	const HnPose *poses;
	int32_t pose_count;     // 1 or the scene's step count
	HnSceneFrames frames;   // all zero: it does not deform
	const uint8_t *present; // a byte a step, 0 or 1; NULL: it is always there, as it must be but as an object
	// Fixed bodies are not paired with each other: no algorithm reports their contacts. It must have one pose
	// and not deform.
	bool fixed;
} HnSceneDefBody;
typedef struct HnSceneDef {
	const HnSceneDefBody *bodies;
	int32_t body_count, step_count;
	const HnSceneNode *nodes; // node_count 0: the bodies are nobody's parts
	int32_t node_count;
	HnSceneObjects objects; // in place of bodies, then body_count is 0
} HnSceneDef;

// Refuses (HN_ERR_BAD_INPUT, naming body and step) poses that are not finite or not rotations to 1e-9, no
// bodies, no steps, fixed bodies that move or deform, frames that are not as HnSceneFrames says or more than
// 4 GiB of them in a body, nodes or objects that are not as their types say, and scenes in which a placed
// coordinate of any pair could exceed 2^200. What the volumes of objects are it does not know. The same def
// gives the same bytes.
int32_t hn_scene_create(HnScene **out, const HnSceneDef *def);
// The same into a file, whole or not at all (beside it, and renamed); hash may be NULL. HN_ERR_IO: it cannot
// be written, or the path names something other than a regular file.
int32_t hn_scene_write(const HnSceneDef *def, const char *path, HnHash *hash);
// Maps and checks the file (magic, version, sizes, every offset and index, its own hash); HN_ERR_IO
// (cannot be read, no regular file), HN_ERR_BAD_INPUT.
int32_t hn_scene_open(HnScene **out, const char *path);
void hn_scene_close(HnScene *scene); // NULL is allowed
