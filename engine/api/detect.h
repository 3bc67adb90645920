/// @file
/// Algorithms for collision detection, and detectors, which run one algorithm step by step over a scene.

/// An algorithm: brute force, a tree, a broad phase.
typedef struct HnDetectClass HnDetectClass;
/// The number of algorithms.
int32_t hn_detect_count(void);
/// An algorithm by index, from 0, in the order of the registry; NULL past the end.
const HnDetectClass *hn_detect_at(int32_t index);
/// An algorithm by name; NULL if the name is unknown.
const HnDetectClass *hn_detect_find(const char *name);
/// The name of an algorithm; NULL for NULL.
const char *hn_detect_name(const HnDetectClass *algorithm);
/// What an algorithm is, in one line; NULL for NULL.
const char *hn_detect_about(const HnDetectClass *algorithm);
/// The work that an algorithm implements; NULL for NULL.
const char *hn_detect_source(const HnDetectClass *algorithm);
/// The name of parameter `param` of an algorithm, counted from 0; NULL past the end.
const char *hn_detect_param_name(const HnDetectClass *algorithm, int32_t param);
/// The meaning of that parameter, in one line; NULL past the end.
const char *hn_detect_param_about(const HnDetectClass *algorithm, int32_t param);
/// Writes the allowed values of a parameter ("an integer from 1 to 1000000") to text. size counts the final
/// NUL; 400 bytes are always enough. HN_ERR_BAD_INPUT if the text does not fit, HN_ERR_NOT_FOUND if there is
/// no such parameter.
int32_t hn_detect_param_allowed(const HnDetectClass *algorithm, int32_t param, char *text, size_t size);
/// Writes the default of a parameter to text. 9601 bytes are always enough. Errors as
/// hn_detect_param_allowed.
int32_t hn_detect_param_default(const HnDetectClass *algorithm, int32_t param, char *text, size_t size);
/// Sets *out to whether the algorithm reports a superset of the contacts with these parameters ("name=value
/// name=value"). HN_ERR_BAD_INPUT if they do not parse.
int32_t hn_detect_conservative(bool *out, const HnDetectClass *algorithm, const char *params);
/// Sets *out to whether the algorithm may miss contacts with these parameters. Its results are then not
/// reliable.
int32_t hn_detect_unsound(bool *out, const HnDetectClass *algorithm, const char *params);
/// Whether the algorithm is a broad phase only (broad.h). Such an algorithm answers HN_QUERY_BOXES on scenes
/// of objects; no other algorithm does. False for NULL.
bool hn_detect_is_broad(const HnDetectClass *algorithm);

/// The question at each step.
typedef enum HnQuery {
	HN_QUERY_ALL,   ///< every contact
	HN_QUERY_FIRST, ///< stop at the first contact
	/// the place of the first contact along a line; runs find it with HN_QUERY_FIRST queries to a detector
	HN_QUERY_APPROACH,
	HN_QUERY_BOXES ///< every pair of objects that meet
} HnQuery;
/// The name of a query: "all", "first", "approach", "boxes"; NULL past the end.
const char *hn_query_name(int32_t index);

/// The name of an operation that detectors count, by index; NULL past the end.
const char *hn_count_name(int32_t index);
/// Its meaning, in one line; NULL past the end.
const char *hn_count_about(int32_t index);
/// The number of these operations. Arrays of counts are sized by it at run time: a later library of the same
/// HN_API_VERSION may count more.
int32_t hn_count_count(void);

/// A pair of triangles that meet; body_a < body_b. In a scene of objects, the bodies are the objects' numbers
/// and both triangles are 0.
typedef struct HnContact {
	int32_t body_a;     ///< the lower body
	int32_t triangle_a; ///< its triangle
	int32_t body_b;     ///< the other body
	int32_t triangle_b; ///< its triangle
} HnContact;

/// The contacts of one step, in a growing buffer owned by the caller. All zero is an empty buffer. It can be
/// used for many steps; hn_contact_buffer_free frees it.
typedef struct HnContactBuffer {
	HnContact *data;  ///< the contacts
	int64_t count;    ///< how many there are
	int64_t capacity; ///< for how many there is room
} HnContactBuffer;
/// Makes room for at least `capacity` contacts. Returns false and sets the error text if memory is out, the
/// buffer is NULL or capacity is negative.
bool hn_contact_buffer_reserve(HnContactBuffer *buffer, int64_t capacity);
/// Frees the contacts of a buffer, which is then empty. NULL is allowed.
void hn_contact_buffer_free(HnContactBuffer *buffer);
/// Sorts the contacts in canonical order and hashes them. For HN_QUERY_FIRST it hashes one byte: contact or
/// not. For HN_QUERY_BOXES it hashes the object numbers only.
int32_t hn_contacts_hash(HnHash *out, HnContactBuffer *contacts, HnQuery query);

/// A detector: one algorithm at work on a scene.
typedef struct HnDetector {
	const HnDetectClass *class_; ///< the algorithm
	const HnScene *scene;        ///< borrowed: it must outlive the detector
	HnQuery query;               ///< what is asked at each step
	void *self;                  ///< its structures
} HnDetector;
/// Creates a detector. query is HN_QUERY_ALL or HN_QUERY_FIRST; for a scene of objects it is HN_QUERY_BOXES.
/// params is like "leaf=4 axis=longest"; parameters that are not given keep their defaults. Errors:
/// HN_ERR_NOT_FOUND (unknown algorithm or parameter), HN_ERR_BAD_INPUT, and any error from building the
/// algorithm's structures. On failure *out is all zero, which hn_detector_destroy accepts.
int32_t hn_detector_create(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                           const char *params);
/// Frees what a detector holds. NULL is allowed.
void hn_detector_destroy(HnDetector *detector);
/// Forgets the state of earlier steps (temporal coherence). The counts of the steps that follow are then
/// those of a new detector.
void hn_detector_begin(HnDetector *detector);
/// Runs all phases of one step, 0 .. step_count - 1. out is cleared first. counts is an array of
/// hn_count_count() sums, to which the step adds. With counts NULL the kernels run that count nothing, as in
/// timed runs. HN_ERR_BAD_INPUT: there is no such step.
int32_t hn_detector_step(HnDetector *detector, int32_t step, HnContactBuffer *out, int64_t *counts);
/// The bytes that the algorithm's own structures (trees, grids, cells) hold, without placed vertices. 0 for
/// NULL and for a detector that is all zero.
size_t hn_detector_bytes(const HnDetector *detector);

/// A touch query tells whether two meshes touch when the second has a given pose in the frame of the first.
/// It serves hn_motion_touching: hn_touch_query_hit is a HnMotionQuery and the HnTouchQuery is its context.
/// The query borrows both meshes, which must outlive it.
typedef struct HnTouchQuery HnTouchQuery;
/// Creates a touch query. HN_ERR_BAD_INPUT for a mesh that hn_mesh_validate would refuse or change.
int32_t hn_touch_query_create(HnTouchQuery **out, const HnMesh *still, const HnMesh *moving);
/// Whether the meshes touch: 1, 0 or a negative error.
int32_t hn_touch_query_hit(void *touch_query, const HnPose *relative);
/// Frees a touch query. NULL is allowed.
void hn_touch_query_destroy(HnTouchQuery *query);
