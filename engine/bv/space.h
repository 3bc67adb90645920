// What all volumes of a tree have in common, and how the points in them move.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/param_set.h"
#include "math/pose.h"

typedef struct Directions Directions; // the directions of k-DOPs, see bv/directions.h

// A fit: one of several ways to fit a volume to points. Each fit is one file and one line in the volume's own
// list. The volume defines what its fits do, in a struct that begins with BvFit.
typedef struct BvFit {
	const char *name, *about;
	ParamTable params;
	bool (*unsound)(const void *params); // may the volume miss some of its points? NULL: it holds all of them
} BvFit;
// The Def of a volume with several fits begins with this. 0 is the usual fit, which is the first of the
// volume's list. 1 and up are the entries of that list.
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
// An entry of such a list, in the form of Param.part.
static inline PartKind bv_fit_kind(const BvFit *const *fits, int32_t index) {
	const BvFit *fit = fits[index > 0 ? index - 1 : 0];
	if (fit == NULL) return (PartKind){ 0 };
	return (PartKind){ index > 0 ? fit->name : "usual", &fit->params,
		               index > 0 ? fit->about : "the next one" };
}

typedef struct BvSpace {
	double scale;                 // volumes are stored in coordinates multiplied by this power of two
	const Directions *directions; // borrowed; NULL for volumes without directions
	const void *params;           // the volume's Def; NULL: it has no parameters, or all have their defaults
	const BvFit *fit;             // NULL: the usual fit with default parameters
	const void *fit_params;       // the fit's Def; NULL as for params
	// see bv/fit_scratch.h; borrowed. NULL: a fit that needs scratch memory allocates it anew each time, and
	// a lack of memory is not reported.
	struct FitScratch *scratch;
} BvSpace;

// The motion of the points in a tree's volumes in one step. Every point y (unscaled, in the frame of the
// volumes) comes to some x' with |x' - (r y + t)| <= margin in each coordinate. r need not be orthonormal.
// The margin covers the rounding of x' when it was placed. The rounding of a volume's own arithmetic is not
// included.
typedef struct BvStep {
	HnMat3 r;
	HnVec3 t;
	double margin[3];
	bool translation; // r is exactly the identity
	bool by_hull;     // conic combinations are not needed
} BvStep;

// Memory for the Defs that a space points to.
typedef struct BvParams {
	_Alignas(max_align_t) char own[PART_DEF_MAX];
	_Alignas(max_align_t) char fit[PART_DEF_MAX];
} BvParams;
