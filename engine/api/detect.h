// Algorithms, and running one of them step by step over a scene.

// An algorithm by index, in registry order, or by name. detect_find: NULL where it is unknown; the texts:
// NULL past the end.
typedef struct DetectClass DetectClass;
int32_t detect_count(void);
const DetectClass *detect_at(int32_t index);
const DetectClass *detect_find(const char *name);
const char *detect_name(const DetectClass *algorithm);
const char *detect_about(const DetectClass *algorithm);
const char *detect_source(const DetectClass *algorithm); // what it is an implementation of
// Its parameters, from 0: name, meaning, what is allowed ("an integer from 1 to 1000000") and the default.
const char *detect_param_name(const DetectClass *algorithm, int32_t param);
const char *detect_param_about(const DetectClass *algorithm, int32_t param);
// Texts of at most size bytes with their end; ERR_BAD_INPUT where they are longer, ERR_NOT_FOUND.
int32_t detect_param_allowed(const DetectClass *algorithm, int32_t param, char *text, size_t size);
int32_t detect_param_default(const DetectClass *algorithm, int32_t param, char *text, size_t size);
// Does the algorithm report a superset of the contacts with these parameters ("name=value name=value")?
// ERR_BAD_INPUT where they do not parse.
int32_t detect_conservative(bool *out, const DetectClass *algorithm, const char *params);
// May it miss contacts with these parameters? What it finds then is no answer to rely on.
int32_t detect_unsound(bool *out, const DetectClass *algorithm, const char *params);
// Is it a broad phase (broad.h) alone? It answers QUERY_BOXES, on scenes of objects; all others do not.
bool detect_is_broad(const DetectClass *algorithm);

typedef enum Query {
	QUERY_ALL,      // every contact
	QUERY_FIRST,    // stop at the first
	QUERY_APPROACH, // where on a line the first is: asked of runs, which ask detectors for QUERY_FIRST
	QUERY_BOXES     // every pair of objects that meet
} Query;
const char *query_name(int32_t index); // "all", "first", "approach", "boxes", NULL past the end

// What an algorithm counts while it works, by index; NULL past the end.
const char *count_name(int32_t index);
const char *count_about(int32_t index);
int32_t count_count(void);

// One pair of triangles that meet; body_a < body_b. Of objects: their numbers, and triangles 0.
typedef struct Contact {
	int32_t body_a, triangle_a, body_b, triangle_b;
} Contact;

// The contacts of one step, owned by the caller. All zero is an empty buffer; it grows, and is used again.
typedef struct ContactBuffer {
	Contact *data;
	int64_t count, capacity;
} ContactBuffer;
bool contact_buffer_reserve(ContactBuffer *buffer, int64_t capacity); // false: ERR_NO_MEMORY
void contact_buffer_free(ContactBuffer *buffer);
// Sorts the contacts canonically and hashes them; for QUERY_FIRST hashes one byte, hit or not; for
// QUERY_BOXES the numbers of the objects alone.
int32_t contacts_hash(Hash *out, ContactBuffer *contacts, Query query);

// An algorithm at work on a scene.
typedef struct Detector {
	const DetectClass *class_;
	const Scene *scene; // borrowed: it outlives the detector
	Query query;
	void *self;
} Detector;
// query: QUERY_ALL or QUERY_FIRST, QUERY_BOXES for a scene of objects. params: "leaf=4 axis=longest",
// defaults for the rest. ERR_NOT_FOUND (algorithm or parameter), ERR_BAD_INPUT, and what building it may
// meet. On failure *out is all zero, which detector_destroy takes.
int32_t detector_create(Detector *out, const char *name, const Scene *scene, Query query, const char *params);
void detector_destroy(Detector *detector);
// Forgets what earlier steps left behind (temporal coherence): what is counted then is as for a new one.
void detector_begin(Detector *detector);
// All phases of one step, 0 .. step_count - 1; out is cleared first. counts: count_count() sums to add to, or
// NULL: then the kernels run that count nothing, as when they are timed. ERR_BAD_INPUT: no such step.
int32_t detector_step(Detector *detector, int32_t step, ContactBuffer *out, int64_t *counts);
// What the trees, grids or cells themselves hold, in bytes, without placed vertices.
size_t detector_bytes(const Detector *detector);

// Do two meshes touch with the second at this pose in the frame of the first? For motion_touching: hit is a
// MotionQuery, the TouchQuery its context. It borrows the meshes.
typedef struct TouchQuery TouchQuery;
int32_t touch_query_create(TouchQuery **out, const Mesh *still, const Mesh *moving);
int32_t touch_query_hit(void *touch_query, const Pose *relative); // 1, 0 or a negative error
void touch_query_destroy(TouchQuery *query);                      // NULL is allowed
