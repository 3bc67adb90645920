/// @file
/// Broad phases on their own. A broad phase holds many objects, which are added, moved and removed. It
/// reports every pair of objects whose bounding volumes meet, each pair once. The caller chooses a number for
/// each object; memory grows with the largest number.
///
///     hn_broad_phase_create(&phase, "kdtree", "aabb", "");
///     each step: hn_broad_phase_place and hn_broad_phase_remove; then hn_broad_phase_update, _build, _query,
///     in this order.

/// The name of a broad phase, by index from 0; NULL past the end.
const char *hn_broad_name(int32_t index);
/// The name of a kind of volumes, by index: "aabb", "sphere", "caabb", "obb"; NULL past the end.
const char *hn_broad_volume_name(int32_t index);
/// The name of what a broad phase counts, by index; NULL past the end. Arrays of counts are sized by the
/// number of names at run time: a later library of the same HN_API_VERSION may count more.
const char *hn_broad_count_name(int32_t index);
/// Its meaning, in one line; NULL past the end.
const char *hn_broad_count_about(int32_t index);

/// The number of floats in one volume; 0 for NULL and for an unknown kind.
/// - aabb: 6 floats. The least x, y, z, then the greatest x, y, z.
/// - sphere: 4 floats. The centre, then the radius.
/// - caabb (a cube): 4 floats. The centre, then half a side.
/// - obb: 16 floats. The centre; three axes of unit length at right angles, rounded to floats; half a side
///   along each axis; an upper bound on the distance of a corner from the centre.
int32_t hn_broad_volume_floats(const char *volume);

/// The numbers of two objects that meet; a < b.
typedef struct HnBroadPair {
	int32_t a; ///< the lower number
	int32_t b; ///< the other
} HnBroadPair;
/// A growing buffer of pairs, owned by the caller. All zero is an empty buffer. It can be used for many
/// queries; hn_broad_pairs_free frees it.
typedef struct HnBroadPairs {
	HnBroadPair *data; ///< the pairs
	int64_t count;     ///< how many there are
	int64_t capacity;  ///< for how many there is room
} HnBroadPairs;
/// Sorts pairs, ascending by a, then b.
int32_t hn_broad_pairs_sort(HnBroadPairs *pairs);
/// Frees the pairs of a buffer, which is then empty. NULL is allowed.
void hn_broad_pairs_free(HnBroadPairs *pairs);

/// A broad phase and its objects.
typedef struct HnBroadPhase HnBroadPhase;
/// Creates a broad phase without objects. params is like "tile=4"; parameters that are not given keep their
/// defaults. They are the parameters of the algorithm of the same name (hn_detect_find). Errors:
/// HN_ERR_NOT_FOUND (unknown phase, volume or parameter), HN_ERR_BAD_INPUT.
int32_t hn_broad_phase_create(HnBroadPhase **out, const char *name, const char *volume, const char *params);
/// Frees a broad phase. NULL is allowed.
void hn_broad_phase_destroy(HnBroadPhase *phase);
/// Adds objects, or gives existing objects new volumes. The objects have the numbers first .. first + count -
/// 1; volumes holds count * hn_broad_volume_floats() floats. HN_ERR_BAD_INPUT names the first object that is
/// refused; the objects before it are placed. A volume is refused if it is not finite, has a negative size or
/// reaches beyond 2^120. An obb is also refused if its axes are not the floats next to an orthonormal basis.
int32_t hn_broad_phase_place(HnBroadPhase *phase, int32_t first, int32_t count, const float *volumes);
/// Removes an object. HN_ERR_NOT_FOUND: there is no such object.
int32_t hn_broad_phase_remove(HnBroadPhase *phase, int32_t number);
/// Lets updates, builds and queries use up to so many threads; 0: as many as the calling thread may use
/// processors. After creation it is one. The pairs, their order and the counts are the same for any number.
/// `kdtree` alone uses them, and only where many objects move. HN_ERR_BAD_INPUT: a negative number.
/// HN_ERR_NO_MEMORY: it stays as it was.
int32_t hn_broad_phase_threads(HnBroadPhase *phase, int32_t threads);
/// Resets the phase to its state after creation, also after an error. Memory and the number of threads are
/// kept.
void hn_broad_phase_forget(HnBroadPhase *phase);
/// Follows the objects that were placed and removed. Call this, hn_broad_phase_build and hn_broad_phase_query
/// in this order after objects were placed or removed. HN_ERR_INVALID if they are called out of order. After
/// another error of an update or a build only hn_broad_phase_forget makes the phase usable again; it removes
/// all objects. Those errors are HN_ERR_NO_MEMORY and, of an `octree` whose `a` is given and too small for
/// where the objects are, HN_ERR_BAD_INPUT.
int32_t hn_broad_phase_update(HnBroadPhase *phase);
/// Builds what is needed until the next update.
int32_t hn_broad_phase_build(HnBroadPhase *phase);
/// Fills out with the pairs, in an order that depends on the phase; out is cleared first. It may be called
/// any number of times after a build. counts is an array with one sum for each name of hn_broad_count_name;
/// the query adds to it. With counts NULL the kernels run that count nothing.
int32_t hn_broad_phase_query(HnBroadPhase *phase, HnBroadPairs *out, int64_t *counts);
/// The same, but the pairs that the phase keeps from step to step, as `kdtree` does those among boxes at
/// rest, are not copied: kept and kept_count get them, until the next update, hn_broad_phase_forget or
/// hn_broad_phase_destroy, and out gets the others. A step then costs what changes in it.
int32_t hn_broad_phase_query_apart(HnBroadPhase *phase, const HnBroadPair **kept, int64_t *kept_count,
                                   HnBroadPairs *out, int64_t *counts);
/// The bytes that the phase's own structures hold, without its objects; 0 for NULL.
size_t hn_broad_phase_bytes(const HnBroadPhase *phase);
/// The bytes that its objects hold; 0 for NULL.
size_t hn_broad_phase_object_bytes(const HnBroadPhase *phase);

/// Bakes the bodies of def as a scene of objects, for HN_QUERY_BOXES. Each body becomes one object. At every
/// step its volume encloses the body in world coordinates. One power of two scales all volumes. The objects
/// of two touching bodies always meet.
int32_t hn_scene_create_objects(HnScene **out, const HnSceneDef *def, const char *volume);
