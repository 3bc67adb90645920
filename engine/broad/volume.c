// Kinds of object volumes, and the box (key) of each. A key is slightly larger than the volume, so that it
// includes the slack of the volumes' tests: docs/explanation/exactness.md, section 13.
#include <math.h>

#include "broad/objects.h"
#include "broad/wide_box.h"
#include "bv/caabb.h"
#include "bv/obb.h"

#define KEY_SLACK (1 + 0x1p-40)

// NaN is rejected, because no comparison with it is true.
static inline bool key_is_valid(const Aabb *key) {
	bool valid = true;
	for (int k = 0; k < 3; ++k)
		valid &= (key->lo[k] <= key->hi[k]) & (key->lo[k] >= -BROAD_REACH) & (key->hi[k] <= BROAD_REACH);
	return valid;
}

static inline void key_around(Aabb *out, int k, float center, double reach) {
	out->lo[k] = round_down((double)center - reach * KEY_SLACK) + 0.0F;
	out->hi[k] = round_up((double)center + reach * KEY_SLACK) + 0.0F;
}

// Zeros are made positive, because keys are sorted by their bits.
static inline bool aabb_key(Aabb *out, const Aabb *box) {
	for (int k = 0; k < 3; ++k) out->lo[k] = box->lo[k] + 0.0F, out->hi[k] = box->hi[k] + 0.0F;
	return key_is_valid(out);
}

// Returns the index of the first invalid box, or count.
static int64_t aabb_keys_plain(Aabb *out, const Aabb *boxes, const int32_t *ids, int64_t count) {
	for (int64_t i = 0; i < count; ++i)
		if (!aabb_key(&out[i], &boxes[ids != NULL ? ids[i] : i])) return i;
	return count;
}

#ifdef __SSE2__
// Validity is tested once, after the loop. low holds x, y, z of lo and x of hi; high holds z of lo and x, y,
// z of hi. A NaN fails the test, because no comparison with it is true. The stores do not overlap: a load of
// 8 bytes can then be served by a store that is still on its way to the cache.
static inline __attribute__((always_inline)) bool aabb_keys_some(Aabb *out, const Aabb *boxes,
                                                                 const int32_t *ids, int64_t count) {
	const __m128 sign = _mm_set1_ps(-0.0F);
	__m128 ordered = _mm_castsi128_ps(_mm_set1_epi32(-1)), most = _mm_setzero_ps();
	for (int64_t i = 0; i < count; ++i) {
		const float *box = boxes[ids != NULL ? ids[i] : i].lo;
		__m128 low = _mm_add_ps(_mm_loadu_ps(box), _mm_setzero_ps());
		__m128 high = _mm_add_ps(_mm_loadu_ps(box + 2), _mm_setzero_ps());
		_mm_storeu_ps(out[i].lo, low);
		_mm_storeh_pi((__m64 *)(void *)(out[i].hi + 1), high);
		__m128 farther = _mm_max_ps(_mm_andnot_ps(sign, low), _mm_andnot_ps(sign, high));
		most = _mm_max_ps(farther, most);
		ordered = _mm_and_ps(ordered, _mm_cmple_ps(low, _mm_shuffle_ps(high, high, _MM_SHUFFLE(3, 3, 2, 1))));
	}
	int near = _mm_movemask_ps(_mm_cmple_ps(most, _mm_set1_ps(BROAD_REACH)));
	return near == 15 && (_mm_movemask_ps(ordered) & 7) == 7;
}

static int64_t aabb_keys(Aabb *out, const void *volumes, const int32_t *ids, int64_t count) {
	bool valid =
	    ids != NULL ? aabb_keys_some(out, volumes, ids, count) : aabb_keys_some(out, volumes, NULL, count);
	return valid ? count : aabb_keys_plain(out, volumes, ids, count);
}
#else
static int64_t aabb_keys(Aabb *out, const void *volumes, const int32_t *ids, int64_t count) {
	return aabb_keys_plain(out, volumes, ids, count);
}
#endif

static inline bool sphere_key(Aabb *out, const Ball *ball) {
	for (int k = 0; k < 3; ++k) key_around(out, k, ball->c[k], (double)ball->r);
	return ball->r >= 0;
}

static inline bool obb_key(Aabb *out, const Obb *box) {
	bool valid = true;
	for (int k = 0; k < 3; ++k) {
		double reach = 0;
		for (int i = 0; i < 3; ++i) reach += fabs((double)box->axes[i][k]) * (double)box->half[i];
		key_around(out, k, box->center[k], reach);
		valid &= box->half[k] >= 0;
	}
	return valid;
}

#define sphere_overlaps ball_overlaps
#define BV              Ball
#define VOLUME(op)      sphere_##op
#include "broad/volume.inl"

#define caabb_key  sphere_key
#define BV         Ball
#define VOLUME(op) caabb_##op
#include "broad/volume.inl"

#define BV         Obb
#define VOLUME(op) obb_##op
#include "broad/volume.inl"

#define aabb_filter NULL // the box is its own key
static const BroadVolume s_volumes[] = {
#define OBJECT_VOLUME(name, type, floats, length, lengths)                                                   \
	{ #name, sizeof(type), name##_keys, name##_filter },
#include "scene/object_volumes.def"
#undef OBJECT_VOLUME
};
#define OBJECT_VOLUME(name, type, floats, length, lengths)                                                   \
	_Static_assert(sizeof(type) == (floats) * sizeof(float), "as recordings have it");
#include "scene/object_volumes.def"
#undef OBJECT_VOLUME
enum { VOLUMES = sizeof s_volumes / sizeof s_volumes[0] };

const BroadVolume *broad_volume(int32_t index) {
	return index >= 0 && index < VOLUMES ? &s_volumes[index] : NULL;
}

const char *hn_broad_volume_name(int32_t index) {
	const BroadVolume *volume = broad_volume(index);
	return volume != NULL ? volume->name : NULL;
}
