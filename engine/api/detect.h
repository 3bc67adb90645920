// Algorithms, and running one of them step by step over a scene.

// An algorithm by index, in registry order, or by name. hn_detect_find: NULL where it is unknown; the texts:
// NULL past the end, and of an algorithm that is NULL.
typedef struct HnDetectClass HnDetectClass;
int32_t hn_detect_count(void);
const HnDetectClass *hn_detect_at(int32_t index);
const HnDetectClass *hn_detect_find(const char *name);
const char *hn_detect_name(const HnDetectClass *algorithm);
const char *hn_detect_about(const HnDetectClass *algorithm);
const char *hn_detect_source(const HnDetectClass *algorithm); // what it is an implementation of
// Its parameters, from 0: name, meaning, what is allowed ("an integer from 1 to 1000000") and the default.
const char *hn_detect_param_name(const HnDetectClass *algorithm, int32_t param);
const char *hn_detect_param_about(const HnDetectClass *algorithm, int32_t param);
// Texts of at most size bytes with their end; HN_ERR_BAD_INPUT where they are longer, HN_ERR_NOT_FOUND.
int32_t hn_detect_param_allowed(const HnDetectClass *algorithm, int32_t param, char *text, size_t size);
int32_t hn_detect_param_default(const HnDetectClass *algorithm, int32_t param, char *text, size_t size);
// Does the algorithm report a superset of the contacts with these parameters ("name=value name=value")?
// HN_ERR_BAD_INPUT where they do not parse.
int32_t hn_detect_conservative(bool *out, const HnDetectClass *algorithm, const char *params);
// May it miss contacts with these parameters? What it finds then is no answer to rely on.
int32_t hn_detect_unsound(bool *out, const HnDetectClass *algorithm, const char *params);
// Is it a broad phase (broad.h) alone? It answers HN_QUERY_BOXES, on scenes of objects; all others do not.
bool hn_detect_is_broad(const HnDetectClass *algorithm); // false of NULL

typedef enum HnQuery {
	HN_QUERY_ALL,      // every contact
	HN_QUERY_FIRST,    // stop at the first
	HN_QUERY_APPROACH, // where on a line the first is: asked of runs, which ask detectors for HN_QUERY_FIRST
	HN_QUERY_BOXES     // every pair of objects that meet
} HnQuery;
const char *hn_query_name(int32_t index); // "all", "first", "approach", "boxes", NULL past the end

// What an algorithm counts while it works, by index; NULL past the end.
const char *hn_count_name(int32_t index);
const char *hn_count_about(int32_t index);
int32_t hn_count_count(void);

// One pair of triangles that meet; body_a < body_b. Of objects: their numbers, and triangles 0.
typedef struct HnContact {
	int32_t body_a, triangle_a, body_b, triangle_b;
} HnContact;

// The contacts of one step, owned by the caller. All zero is an empty buffer; it grows, and is used again.
typedef struct HnContactBuffer {
	HnContact *data;
	int64_t count, capacity;
} HnContactBuffer;
// Room for so many; false, with an error text, where there is no memory, no buffer, or capacity is below 0.
bool hn_contact_buffer_reserve(HnContactBuffer *buffer, int64_t capacity);
void hn_contact_buffer_free(HnContactBuffer *buffer); // NULL is allowed
// Sorts the contacts canonically and hashes them; for HN_QUERY_FIRST hashes one byte, hit or not; for
// HN_QUERY_BOXES the numbers of the objects alone.
int32_t hn_contacts_hash(HnHash *out, HnContactBuffer *contacts, HnQuery query);

// An algorithm at work on a scene.
typedef struct HnDetector {
	const HnDetectClass *class_;
	const HnScene *scene; // borrowed: it outlives the detector
	HnQuery query;
	void *self;
} HnDetector;
// query: HN_QUERY_ALL or HN_QUERY_FIRST, HN_QUERY_BOXES for a scene of objects. params: "leaf=4
// axis=longest", defaults for the rest. HN_ERR_NOT_FOUND (algorithm or parameter), HN_ERR_BAD_INPUT, and what
// building it may meet. On failure *out is all zero, which hn_detector_destroy takes.
int32_t hn_detector_create(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                           const char *params);
void hn_detector_destroy(HnDetector *detector); // NULL is allowed
// Forgets what earlier steps left behind (temporal coherence): what is counted then is as for a new one.
void hn_detector_begin(HnDetector *detector);
// All phases of one step, 0 .. step_count - 1; out is cleared first. counts: hn_count_count() sums to add to,
// or NULL: then the kernels run that count nothing, as when they are timed. HN_ERR_BAD_INPUT: no such step.
int32_t hn_detector_step(HnDetector *detector, int32_t step, HnContactBuffer *out, int64_t *counts);
// What the trees, grids or cells themselves hold, in bytes, without placed vertices; 0 of NULL, and of
// one that is all zero.
size_t hn_detector_bytes(const HnDetector *detector);

// Do two meshes touch with the second at this pose in the frame of the first? For hn_motion_touching: hit is
// a HnMotionQuery, the HnTouchQuery its context. It borrows the meshes.
typedef struct HnTouchQuery HnTouchQuery;
int32_t hn_touch_query_create(HnTouchQuery **out, const HnMesh *still, const HnMesh *moving);
int32_t hn_touch_query_hit(void *touch_query, const HnPose *relative); // 1, 0 or a negative error
void hn_touch_query_destroy(HnTouchQuery *query);                      // NULL is allowed
