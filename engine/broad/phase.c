// The library's interface to broad phases.
#include "base/error.h"
#include "base/mem.h"
#include "broad/broad.h"
#include "bv/obb.h"
#include "scene/object_volume.h"

struct HnBroadPhase {
	Broad broad;
};

int32_t hn_broad_volume_floats(const char *volume) {
	const BroadVolume *found = volume != NULL ? broad_volume_find(volume) : NULL;
	return found != NULL ? (int32_t)(found->size / sizeof(float)) : 0;
}

int32_t hn_broad_phase_create(HnBroadPhase **out, const char *name, const char *volume, const char *params) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	int32_t status = error_if_null(name, "the name of a broad phase");
	if (status == HN_OK) status = error_if_null(volume, "the name of an object volume");
	if (status != HN_OK) return status;
	HnBroadPhase *phase = mem_alloc_zero(sizeof *phase);
	if (phase == NULL) return HN_ERR_NO_MEMORY;
	status = broad_create(&phase->broad, name, volume, params);
	if (status == HN_OK)
		*out = phase;
	else
		mem_free(phase, sizeof *phase);
	return status;
}

void hn_broad_phase_destroy(HnBroadPhase *phase) {
	if (phase == NULL) return;
	broad_destroy(&phase->broad);
	mem_free(phase, sizeof *phase);
}

static int32_t phase_given(const HnBroadPhase *phase) { return error_if_null(phase, "a broad phase"); }

// Returns how many boxes, counted from the first, have straight axes.
static int32_t straight_boxes(const Obb *boxes, int32_t count) {
	int32_t b = 0;
	while (b < count && object_box_straight((const float *)(const void *)&boxes[b])) ++b;
	return b;
}

// Rejects boxes with skew axes. The margins of the test do not cover them, so their overlaps could be missed.
int32_t hn_broad_phase_place(HnBroadPhase *phase, int32_t first, int32_t count, const float *volumes) {
	int32_t given = phase_given(phase);
	if (given == HN_OK && count > 0) given = error_if_null(volumes, "the volumes of objects");
	if (given != HN_OK) return given;
	bool boxes = count > 0 && phase->broad.objects.volume->size == sizeof(Obb);
	int32_t straight = boxes ? straight_boxes((const Obb *)(const void *)volumes, count) : count;
	int32_t status = broad_place(&phase->broad, first, straight, volumes);
	if (status != HN_OK || straight >= count) return status;
	return error_set(HN_ERR_BAD_INPUT,
	                 "object %d: the axes of its obb are not of unit length and at right angles",
	                 first + straight);
}

int32_t hn_broad_phase_remove(HnBroadPhase *phase, int32_t number) {
	return phase != NULL ? broad_remove(&phase->broad, number) : phase_given(phase);
}
int32_t hn_broad_phase_threads(HnBroadPhase *phase, int32_t threads) {
	return phase != NULL ? broad_threads(&phase->broad, threads) : phase_given(phase);
}
void hn_broad_phase_forget(HnBroadPhase *phase) {
	if (phase != NULL) broad_forget(&phase->broad);
}
int32_t hn_broad_phase_update(HnBroadPhase *phase) {
	return phase != NULL ? broad_update(&phase->broad) : phase_given(phase);
}
int32_t hn_broad_phase_build(HnBroadPhase *phase) {
	return phase != NULL ? broad_build(&phase->broad) : phase_given(phase);
}

static int32_t query_check(const HnBroadPhase *phase, const HnBroadPairs *out) {
	int32_t status = phase_given(phase);
	if (status == HN_OK) status = error_if_null(out, "a buffer of pairs");
	return status == HN_OK ? array_check(out->data, out->count, out->capacity, "a buffer of pairs") : status;
}

static void counts_add(int64_t *counts, const BroadCounts *found) {
	const int64_t *sums = (const int64_t *)(const void *)found;
	for (int32_t i = 0; counts != NULL && hn_broad_count_name(i) != NULL; ++i) counts[i] += sums[i];
}

int32_t hn_broad_phase_query(HnBroadPhase *phase, HnBroadPairs *out, int64_t *counts) {
	int32_t status = query_check(phase, out);
	if (status != HN_OK) return status;
	BroadCounts found = { 0 };
	status = broad_query(&phase->broad, out, counts != NULL ? &found : NULL);
	counts_add(counts, &found);
	return status;
}

int32_t hn_broad_phase_query_apart(HnBroadPhase *phase, const HnBroadPair **kept, int64_t *kept_count,
                                   HnBroadPairs *out, int64_t *counts) {
	int32_t status = error_if_null(kept, "kept");
	if (status == HN_OK) status = error_if_null(kept_count, "the count of kept pairs");
	if (status != HN_OK) return status;
	BroadKept all = { 0 };
	BroadCounts found = { 0 };
	status = query_check(phase, out);
	if (status == HN_OK) status = broad_query_apart(&phase->broad, &all, out, counts != NULL ? &found : NULL);
	*kept = all.data, *kept_count = all.count;
	counts_add(counts, &found);
	return status;
}

size_t hn_broad_phase_bytes(const HnBroadPhase *phase) {
	return phase != NULL ? broad_bytes(&phase->broad) : 0;
}
size_t hn_broad_phase_object_bytes(const HnBroadPhase *phase) {
	return phase != NULL ? broad_object_bytes(&phase->broad) : 0;
}
