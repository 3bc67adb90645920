// Broad phases by themselves: of many objects, which come, move and go, the pairs that meet, each once. An
// object is a bounding volume under a number that the caller chooses; memory goes with the largest number.
//
//     hn_broad_phase_create(&phase, "kdtree", "aabb", "");
//     each step: hn_broad_phase_place and hn_broad_phase_remove; then hn_broad_phase_update, _build, _query,
//     in this order.

// By index, NULL past the end: the broad phases, the kinds of volumes, what is counted.
const char *hn_broad_name(int32_t index);
const char *hn_broad_volume_name(int32_t index); // "aabb", "sphere", "caabb", "obb"
const char *hn_broad_count_name(int32_t index);
const char *hn_broad_count_about(int32_t index);

// Floats of a volume: aabb 6, the least x, y, z, then the greatest; sphere and caabb (a cube) 4, the centre,
// then the radius or half a side; obb 16, the centre, three axes of unit length at right angles (rounded to
// floats), a half side along each, and a bound on the distance of a corner from the centre. 0: no such kind,
// and NULL.
int32_t hn_broad_volume_floats(const char *volume);

// Of objects; a < b.
typedef struct HnBroadPair {
	int32_t a, b;
} HnBroadPair;
// Owned by the caller. All zero is empty; it grows, and is used again.
typedef struct HnBroadPairs {
	HnBroadPair *data;
	int64_t count, capacity;
} HnBroadPairs;
int32_t hn_broad_pairs_sort(HnBroadPairs *pairs); // ascending by a, then b
void hn_broad_pairs_free(HnBroadPairs *pairs);    // NULL is allowed

typedef struct HnBroadPhase HnBroadPhase;
// params: "tile=4", defaults for the rest; those of the algorithm of this name (hn_detect_find).
// HN_ERR_NOT_FOUND (phase, volume or parameter), HN_ERR_BAD_INPUT.
int32_t hn_broad_phase_create(HnBroadPhase **out, const char *name, const char *volume, const char *params);
void hn_broad_phase_destroy(HnBroadPhase *phase); // NULL is allowed
// New objects, or new volumes of those that are there: numbers first .. first + count - 1. HN_ERR_BAD_INPUT
// names the object that is refused (not finite, of negative size, beyond 2^120, an obb with skew axes: they
// must be the floats next to an orthonormal basis); those before it are placed.
int32_t hn_broad_phase_place(HnBroadPhase *phase, int32_t first, int32_t count, const float *volumes);
int32_t hn_broad_phase_remove(HnBroadPhase *phase, int32_t number); // HN_ERR_NOT_FOUND
// As it was created; memory is kept. Also after an error.
void hn_broad_phase_forget(HnBroadPhase *phase);
// HN_ERR_INVALID: not in this order. After HN_ERR_NO_MEMORY only hn_broad_phase_forget helps.
int32_t hn_broad_phase_update(HnBroadPhase *phase); // follows what was placed and removed
int32_t hn_broad_phase_build(HnBroadPhase *phase);  // makes what lasts until the next update
// out is cleared first. counts: as many sums as hn_broad_count_name has, to be added to; NULL: the kernels
// that count nothing. Any number of times.
int32_t hn_broad_phase_query(HnBroadPhase *phase, HnBroadPairs *out, int64_t *counts);
size_t hn_broad_phase_bytes(const HnBroadPhase *phase);        // of its own structures,
size_t hn_broad_phase_object_bytes(const HnBroadPhase *phase); // and of the objects; 0 of NULL

// The scene of objects that def's bodies become: for each, at every step, a volume that holds it where it is
// in the world; all are scaled by one power of two. Objects of bodies that touch always meet. For
// HN_QUERY_BOXES.
int32_t hn_scene_create_objects(HnScene **out, const HnSceneDef *def, const char *volume);
