/// @file
/// Plug-ins: algorithms that are not part of the engine. A plug-in is a shared object that includes this
/// header, needs nothing of the engine's library and exports one function, harness_plugin.
/// docs/howto/plugins.md goes through it step by step; `harness new plugin NAME` writes a plug-in that works.
///
/// Include <stddef.h> and <stdint.h> first. The header has declarations only, so that LuaJIT's ffi.cdef reads
/// it as it stands; include it once, in C++ inside extern "C" { }.
///
/// The following holds everywhere. Functions that return int32_t return 0, or a negative HN_PLUGIN_ERR_*
/// after writing a text to host->error. No C++ exception may leave a plug-in. Lengths are in the model's
/// unit, R is a rotation matrix by rows, vertices are placed by x' = R x + t. Arrays that the engine passes
/// stay valid and unchanged until `destroy`, unless their comment says otherwise. One thread calls at a time.
/// A call must leave the floating-point control words, the signal handlers and mask, standard output and the
/// number of threads as it found them; the engine looks, and the row fails if they differ.

/// Raised when a declaration changes its meaning. Structs grow only at their end; `size` says how long they
/// are, so an older plug-in works with a newer engine of the same version.
enum { HN_PLUGIN_VERSION = 1 };

/// What functions of a plug-in return.
enum {
	HN_PLUGIN_OK = 0,               ///< no error
	HN_PLUGIN_ERR_MEMORY = -1,      ///< the row becomes `memory`
	HN_PLUGIN_ERR_FAILED = -4,      ///< the row becomes `error`
	HN_PLUGIN_ERR_UNSUPPORTED = -20 ///< this scene cannot be done: the row becomes `skipped`
};

/// What a plug-in takes and gives.
enum {
	HN_PLUGIN_PAIRS = 1, ///< decides one pair of bodies; the engine chooses the pairs, so it takes `broad`
	HN_PLUGIN_SCENE = 2, ///< decides whole steps, with a broad phase of its own
	HN_PLUGIN_BOXES = 3  ///< reports the pairs of boxes that meet, for the query `boxes`
};

/// How a query is answered. Plug-ins of boxes are asked for all pairs alone.
enum {
	HN_PLUGIN_QUERY_ALL = 0,  ///< all contacts, each once
	HN_PLUGIN_QUERY_FIRST = 1 ///< any one contact, if there is one
};

/// What a plug-in can do (HnPlugin.can). What it cannot do is skipped, and the row says so.
enum {
	HN_PLUGIN_CAN_ALL = 1,    ///< it finds all contacts
	HN_PLUGIN_CAN_FIRST = 2,  ///< it stops at the first contact
	HN_PLUGIN_CAN_DEFORM = 4, ///< it reads the vertices of bodies that deform anew in each step
	/// `first`, asked at changing poses of one step; `begin` comes before each question
	HN_PLUGIN_CAN_APPROACH = 8,
	/// It does less in a step by what it found at the step before. Timed passes then ask in the motion's
	/// order, forwards or backwards, from any step on; else in an order that changes from pass to pass.
	HN_PLUGIN_COHERENT = 16
};

/// What its answers are worth (HnPlugin.answers). An answer that breaks the promise is a `mismatch`. Missed
/// and extra contacts are counted in any case.
enum {
	HN_PLUGIN_EXACT = 0, ///< the triangles that meet, on the placed doubles; touching counts
	/// it may miss contacts and report others: it computes in float, or its test has a tolerance
	HN_PLUGIN_INEXACT = 1,
	HN_PLUGIN_CANDIDATES = 2 ///< contacts and perhaps others: it does not finish with the triangles
};

/// The type of a parameter. Names are lower-case identifiers. Scenarios set, sweep and record it like the
/// engine's own.
enum {
	HN_PLUGIN_INT = 0,   ///< a whole number from lo to hi (32 bits)
	HN_PLUGIN_REAL = 1,  ///< a number from lo to hi
	HN_PLUGIN_BOOL = 2,  ///< 0 or 1
	HN_PLUGIN_CHOICE = 3 ///< the index of a name in `choices`
};
/// A parameter.
typedef struct HnPluginParam {
	const char *name;           ///< a lower-case identifier
	const char *about;          ///< one line
	int32_t type;               ///< HN_PLUGIN_INT, ...
	double fallback;            ///< the value if the scenario gives none
	double lo;                  ///< the least value of HN_PLUGIN_INT and HN_PLUGIN_REAL
	double hi;                  ///< the greatest
	const char *const *choices; ///< of HN_PLUGIN_CHOICE: names, then NULL
} HnPluginParam;

/// A counter, summed over the steps of a pass; the same in each pass. The names nb, np, nu, broad_tests and
/// broad_pairs fill the engine's columns of that name (docs/reference/columns.md says what they count). Each
/// other one has a column of its own, <plug-in>_<counter>. No counter is called as a parameter.
typedef struct HnPluginCounter {
	const char *name;  ///< a lower-case identifier
	const char *unit;  ///< "tests", "bytes"
	const char *about; ///< one line
} HnPluginCounter;

/// A rigid pose: x' = R x + t.
typedef struct HnPluginPose {
	double r[3][3]; ///< r[row][column]
	double t[3];    ///< the translation, which follows the rotation
} HnPluginPose;

/// A mesh of a scene.
typedef struct HnPluginMesh {
	const double *xyz;        ///< 3 * vertex_count, in the body's frame
	const int32_t *triangles; ///< 3 * triangle_count indices of vertices
	int32_t vertex_count;     ///< number of vertices
	int32_t triangle_count;   ///< number of triangles
} HnPluginMesh;

/// A body of a scene.
typedef struct HnPluginBody {
	int32_t mesh;    ///< index into meshes; bodies of one mesh may share what is made of it
	int32_t fixed;   ///< 1: two fixed bodies are never a pair
	int32_t deforms; ///< 1: its vertices change; the mesh has the shape at rest
} HnPluginBody;

/// What is the same in all steps. Of HN_PLUGIN_BOXES the counts of meshes and bodies are 0.
typedef struct HnPluginScene {
	size_t size;                ///< bytes of this struct
	const HnPluginMesh *meshes; ///< mesh_count meshes
	const HnPluginBody *bodies; ///< body_count bodies
	int32_t mesh_count;         ///< number of meshes
	int32_t body_count;         ///< number of bodies
	int32_t step_count;         ///< number of steps
	int32_t box_count;          ///< 0 unless HN_PLUGIN_BOXES
	const uint8_t *boxes_fixed; ///< one byte for each box, 0 or 1; NULL: none is fixed
} HnPluginScene;

/// One step.
typedef struct HnPluginStep HnPluginStep;
/// One step.
struct HnPluginStep {
	size_t size;                ///< bytes of this struct
	int32_t step;               ///< from 0
	int32_t counted;            ///< 1: this pass asks for the counters, and is not timed
	const HnPluginPose *poses;  ///< of each body in the world; valid during the call
	const double *const *xyz;   ///< of each body the vertices, deformed in this step; valid during the call
	const float *boxes;         ///< of each box 6 floats: low x, y, z, high x, y, z; touching counts
	const uint8_t *boxes_there; ///< one byte for each box, 0 or 1; NULL: all are there
	/// The pose of body b in the frame of body a (a < b). All algorithms are judged on vertices of b that are
	/// placed by it, against those of a as they are. Poses composed otherwise differ in the last digits.
	void (*relative)(const HnPluginStep *step, int32_t a, int32_t b, HnPluginPose *out);
};

/// One pair of bodies at one step. All pointers are valid during the call.
typedef struct HnPluginPair {
	size_t size;                  ///< bytes of this struct
	int32_t a;                    ///< the lower body
	int32_t b;                    ///< the other
	int32_t step;                 ///< from 0
	int32_t counted;              ///< as in HnPluginStep
	const HnPluginPose *pose_a;   ///< of a in the world
	const HnPluginPose *pose_b;   ///< of b in the world
	const HnPluginPose *relative; ///< of b in the frame of a, as HnPluginStep.relative gives it
	const double *xyz_a;          ///< the vertices of a, deformed in this step
	const double *xyz_b;          ///< those of b
} HnPluginPair;

/// Two triangles that meet; body_a < body_b. Of HN_PLUGIN_BOXES the bodies are the numbers of the boxes, and
/// the triangles 0.
typedef struct HnPluginContact {
	int32_t body_a;     ///< the lower body
	int32_t triangle_a; ///< its triangle
	int32_t body_b;     ///< the other body
	int32_t triangle_b; ///< its triangle
} HnPluginContact;

/// Where contacts go: if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
/// out->data[out->count++] = contact; The buffer may hold contacts of earlier pairs; they stay.
typedef struct HnPluginContacts HnPluginContacts;
/// A growing buffer of contacts.
struct HnPluginContacts {
	HnPluginContact *data;                  ///< the contacts
	int64_t count;                          ///< how many there are
	int64_t capacity;                       ///< for how many there is room
	int32_t (*grow)(HnPluginContacts *out); ///< 1, or 0 if there is no memory; never needed in timed passes
};

/// The bytes of HnPluginHost.error.
enum { HN_PLUGIN_ERROR_SIZE = 256 };
/// What the engine is for a plug-in; valid until `destroy` returns.
typedef struct HnPluginHost {
	size_t size;     ///< bytes of this struct
	int32_t version; ///< HN_PLUGIN_VERSION of the engine
	char error[256]; ///< write why before returning an error: one line, with its final NUL
	/// Places count vertices (3 doubles each): x' = R x + t, with the arithmetic that all algorithms are
	/// judged by. out has room for as many and does not overlap xyz.
	void (*place)(const HnPluginPose *pose, const double *xyz, int64_t count, double *out);
	/// The engine's exact test of two triangles, 9 doubles each: 1 if they share a point, touching included,
	/// or 0. A plug-in that ends with it is exact.
	int32_t (*triangles_meet)(const double *a, const double *b);
} HnPluginHost;

/// One algorithm. A pointer to a function may be NULL only if its comment says so.
typedef struct HnPlugin {
	size_t size;         ///< sizeof(HnPlugin)
	int32_t version;     ///< HN_PLUGIN_VERSION
	int32_t kind;        ///< HN_PLUGIN_PAIRS, ...
	const char *name;    ///< a lower-case identifier that no algorithm of the engine has
	const char *about;   ///< one line
	const char *source;  ///< the work that it implements
	const char *library; ///< name and version of the library that it wraps; NULL: none
	/// What a contact is here, if it differs from ours, and what was set: "surfaces, float, defaults". NULL:
	/// nothing to say. The column `semantics` has it.
	const char *semantics;
	uint32_t can;                    ///< HN_PLUGIN_CAN_*, or-ed
	int32_t answers;                 ///< HN_PLUGIN_EXACT, ...
	const HnPluginParam *params;     ///< param_count parameters
	int32_t param_count;             ///< number of parameters
	const HnPluginCounter *counters; ///< counter_count counters
	int32_t counter_count;           ///< number of counters
	/// Makes all that lasts. values: one number for each parameter, in their order. On an error *self stays
	/// NULL, or what was made up to then, which is destroyed.
	int32_t (*create)(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
	                  const double *values);
	void (*destroy)(void *self); ///< frees all that `create` made
	/// Begins a pass over the steps: forgets earlier ones, sets the counters to 0. An answer that was
	/// remembered from an earlier pass is no answer: the row fails (docs/howto/plugins.md). NULL: nothing to
	/// do.
	void (*begin)(void *self);
	/// Before the queries of a step, timed as its update: moves, refits, rebuilds. Steps come in any order
	/// (HN_PLUGIN_COHERENT). Under `first` and with a broad phase it comes all the same. NULL: nothing to do.
	int32_t (*update)(void *self, const HnPluginStep *step);
	/// HN_PLUGIN_PAIRS: appends the contacts of the pair. NULL for the other kinds.
	int32_t (*pair)(void *self, const HnPluginPair *pair, HnPluginContacts *out);
	/// The other kinds: appends the contacts of the step, after `update`. NULL for HN_PLUGIN_PAIRS.
	int32_t (*query)(void *self, const HnPluginStep *step, HnPluginContacts *out);
	void (*count)(void *self, int64_t *values); ///< the counters since `begin`; NULL: there are none
	size_t (*bytes)(const void *self);          ///< of its structures; NULL: not known
} HnPlugin;

/// The one function that a plug-in exports: its algorithms by index, NULL past the last. `version` is the
/// engine's HN_PLUGIN_VERSION. It is called before anything else and may be called again; it does no work.
const HnPlugin *harness_plugin(int32_t version, int32_t index);
