// A baked scene: meshes, bodies and their poses at every step, in one flat, position-independent image that
// every algorithm gets the same bytes of; in memory (scene_create) or a file (scene_write, then scene_open).

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

// Read-only for everyone.
typedef struct Scene {
	int32_t mesh_count, body_count, step_count;
	int32_t scale_exponent; // multiply by 2^scale_exponent: a bound on all placed coordinates is in [1, 2)
	SceneMesh *meshes;
	SceneBody *bodies;
	Hash hash; // of the file's bytes, but for the last 16, which hold it
	const void *map;
	size_t map_size;
	bool in_memory; // map is an allocation (scene_create), not a mapped file
} Scene;

// What to bake: bodies in id order, from 0; equal meshes (by hash) are stored once. All of it is copied.
typedef struct SceneDefBody {
	const Mesh *mesh;
	const Pose *poses;
	int32_t pose_count; // 1 or the scene's step count
	SceneFrames frames; // all zero: it does not deform
} SceneDefBody;
typedef struct SceneDef {
	const SceneDefBody *bodies;
	int32_t body_count, step_count;
} SceneDef;

// Refuses (ERR_BAD_INPUT, naming body and step) poses that are not finite or not rotations to 1e-9, no
// bodies, no steps, frames that are not as SceneFrames says or more than 4 GiB of them in a body, and scenes
// in which a placed coordinate of any pair could exceed 2^200. The same def gives the same bytes.
int32_t scene_create(Scene **out, const SceneDef *def);
// The same into a file; hash may be NULL.
int32_t scene_write(const SceneDef *def, const char *path, Hash *hash);
// Maps and checks the file (magic, version, sizes, every offset and index, its own hash); ERR_IO,
// ERR_BAD_INPUT.
int32_t scene_open(Scene **out, const char *path);
void scene_close(Scene *scene); // NULL is allowed
