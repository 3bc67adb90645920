// What all volumes of a tree have in common, and how what they were fitted to moves.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/param_set.h"
#include "math/pose.h"

typedef struct Directions Directions; // of k-DOPs: bv/directions.h

// How a volume is fitted to points, where it can be in several ways: one file and one line in the volume's
// own list each. What such a fit does is for the volume to say: a struct that begins with this.
typedef struct BvFit {
	const char *name, *about;
	ParamTable params;
	bool (*unsound)(const void *params); // may its volumes not hold all of their points? NULL: they do
} BvFit;
// The Def of a volume that has fits begins so: 0, the usual one, which is the first of its list; from 1 that
// list.
typedef struct BvFitted {
	int32_t fit;
} BvFitted;
#define BV_FIT_PARAM(fit_part, text)                                                                         \
	{                                                                                                        \
		.name = "fit", .type = PARAM_CHOICE, .offset = offsetof(BvFitted, fit), .about = text,               \
		.more = &(const ParamMore) {                                                                         \
			.part = fit_part                                                                                 \
		}                                                                                                    \
	}
// As Param.part wants it, for such a list.
static inline PartKind bv_fit_kind(const BvFit *const *fits, int32_t index) {
	const BvFit *fit = fits[index > 0 ? index - 1 : 0];
	if (fit == NULL) return (PartKind){ 0 };
	return (PartKind){ index > 0 ? fit->name : "usual", &fit->params,
		               index > 0 ? fit->about : "the next one" };
}

typedef struct BvSpace {
	double scale;                 // volumes are float, in coordinates times this: a power of two
	const Directions *directions; // NULL for volumes that have none; borrowed
	const void *params;         // the Def of the volume; NULL: of one that has none, or everything by default
	const BvFit *fit;           // NULL: the usual one, by default
	const void *fit_params;     // its Def; NULL as params
	struct FitScratch *scratch; // of bv/fit_scratch.h, borrowed; NULL: fits that need one take it anew each
	                            // time, and nobody hears of a lack of memory
} BvSpace;

// How what is in the volumes of a tree moves in one step: every point y of them (unscaled, in the frame of
// the volumes) comes to some x', |x' - (r y + t)| <= margin in each coordinate. r need not be orthonormal.
// The margin covers how x' was rounded when it was placed; what a volume's own arithmetic adds is its own.
typedef struct BvStep {
	HnMat3 r;
	HnVec3 t;
	double margin[3];
	bool translation; // r is exactly the identity
	bool by_hull;     // conic combinations are not asked for
} BvStep;

// Room for what a space points to.
typedef struct BvParams {
	_Alignas(max_align_t) char own[PART_DEF_MAX];
	_Alignas(max_align_t) char fit[PART_DEF_MAX];
} BvParams;
