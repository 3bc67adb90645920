// The volumes of the registry with the spaces that they want: k-DOPs of usual sets with theirs, those of any
// set several times, with sets drawn for it, those with several fits with each, and with each
// choice of the first parameter that is one.
#pragma once

#include "base/param.h"
#include "base/rng.h"
#include "bv/bv.h"
#include "bv/directions.h"
#include "tree/tree.h"

typedef struct VolumeKind {
	const BvClass *bv;
	const Directions *directions;    // NULL: none
	const BvFit *fit;                // NULL: the usual one
	const void *params, *fit_params; // of the volume and of the fit; NULL: by default
	const char *title;
} VolumeKind;

const BvClass *volume_class(const char *name); // NULL: none has it
// From 0; bv NULL past the end. What it points to stays.
VolumeKind volume_kind(int32_t index);

// Its space.
BvSpace volume_space(const VolumeKind *kind, double scale);

// Does it say what it is as a solid? Reports leave the figures of others empty.
bool volume_is_known(const VolumeKind *kind);

// A set that is valid: small whole vectors, or real ones, or both, of `slabs` slabs.
void directions_draw(Rng *rng, Directions *out, int32_t slabs);
// The same as a parameter's text, or "none"; mostly small.
void directions_draw_text(Rng *rng, char text[PARAM_TEXT_SIZE]);
// A list of none to three volumes that can be roots, as a parameter's text.
void roots_draw_text(Rng *rng, char text[PARAM_TEXT_SIZE]);
// "none", or one of a part's kinds with some of its parameters, numbers of them small or at an end that takes
// no memory: a broad phase is asked again and again.
void part_draw_text(Rng *rng, const Param *param, char text[PARAM_TEXT_SIZE]);
// About half of a table's parameters, as a text to parse; numbers are drawn by `number`.
void params_draw_text(Rng *rng, const ParamTable *table, double (*number)(Rng *rng, const Param *param),
                      char *text, size_t size);
