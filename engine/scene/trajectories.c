#include "scene/trajectories.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

// Streams of the seed. Poses in contact have those from 0 on.
#define TURNS  (UINT64_C(1) << 61)
#define WALKS  (UINT64_C(2) << 61)
#define PIECES (UINT64_C(3) << 61)

static int32_t walk_from(HnPose *out, const TrajectoriesDef *def, int32_t i) {
	const HnPose start = def->from[def->from_count == 1 ? 0 : i];
	Rng rng = rng_of(def->seed, WALKS + (uint64_t)i);
	int32_t status = motion_walk(out,
	                             &(HnRandomWalkDef){ .steps = def->steps,
	                                                 .step = def->step,
	                                                 .turn = def->turn,
	                                                 .radius = def->radius > 0 ? def->radius : 0x1p200,
	                                                 .from = start.t },
	                             &rng);
	for (int32_t s = 0; status == HN_OK && s < def->steps; ++s) out[s].r = mat3_mul(&out[s].r, &start.r);
	return status;
}

static void turn(HnPose *poses, const TrajectoriesDef *def, int32_t i) {
	Rng rng = rng_of(def->seed, TURNS + (uint64_t)i);
	const HnMat3 r = motion_random_rotation(&rng);
	for (int32_t s = 0; s < def->steps; ++s) poses[s].r = mat3_mul(&poses[s].r, &r);
}

// The pieces of the instances: `left` is shuffled anew after each of its `pieces` numbers was drawn.
static void draw_pieces(HnPose *out, const TrajectoriesDef *def, int32_t *left, int32_t pieces) {
	Rng rng;
	for (int32_t i = 0; i < def->count; ++i) {
		const int32_t at = i % pieces;
		if (at == 0) rng = rng_of(def->seed, PIECES + (uint64_t)(i / pieces));
		for (int32_t k = 0; at == 0 && k < pieces; ++k) left[k] = k;
		const int32_t k = at + (int32_t)rng_below(&rng, (uint64_t)(pieces - at)), drawn = left[k];
		left[k] = left[at];
		left[at] = drawn;
		memcpy(out + (int64_t)i * def->steps, def->from + drawn, (size_t)def->steps * sizeof *out);
	}
}

static int32_t pieces_of(HnPose *out, const TrajectoriesDef *def) {
	const int32_t pieces = def->from_count - def->steps + 1;
	if (pieces < 1)
		return error_set(HN_ERR_BAD_INPUT, "a piece of %d steps of a motion that has %d", def->steps,
		                 def->from_count);
	const size_t size = (size_t)pieces * sizeof(int32_t);
	int32_t *left = mem_alloc(size);
	if (left == NULL) return HN_ERR_NO_MEMORY;
	draw_pieces(out, def, left, pieces);
	mem_free(left, size);
	return HN_OK;
}

int32_t motion_trajectories(HnPose *out, const TrajectoriesDef *def) {
	if (def->count < 1 || def->steps < 1 ||
	    (!def->along && def->from_count != 1 && def->from_count != def->count))
		return error_set(HN_ERR_BAD_INPUT, "%d trajectories of %d steps from %d poses", def->count,
		                 def->steps, def->from_count);
	int32_t status = def->along ? pieces_of(out, def) : HN_OK;
	for (int32_t i = 0; status == HN_OK && i < def->count; ++i) {
		HnPose *own = out + (int64_t)i * def->steps;
		if (!def->along) status = walk_from(own, def, i);
		if (status == HN_OK && def->turned) turn(own, def, i);
	}
	return status;
}
