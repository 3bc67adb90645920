// The parts of a maintenance bay (generate_bay.c). A level decides how finely each part is divided.
#pragma once

#include "scene/scene.h"

// The numbers of cells and sides grow with the level, in a different way for each part.
enum { BAY_LEVEL_MIN = 4, BAY_LEVEL_MAX = 200 };

// The kinds of parts, in the order of their bodies.
typedef enum BayKind {
	BAY_SKIN_MORE, // a skin with one triangle more than the others
	BAY_SKIN,
	BAY_TRAY,
	BAY_SHELF,
	BAY_BOTTLE,
	BAY_PIPE,
	BAY_CASE,
	BAY_BRACKET,
	BAY_FASTENERS,
	BAY_MOUNT,
	BAY_POST,
	BAY_BOX,
	BAY_LINE,
	BAY_KINDS
} BayKind;

typedef enum BayTask { BAY_ACCUMULATOR, BAY_PTU, BAY_TASKS } BayTask;

const char *bay_kind_name(BayKind kind);
// Makes a part of the bay. For a skin, `level` is its number of faces and `rows` the number of rows of racks
// that it covers. HN_ERR_NO_MEMORY.
int32_t bay_part(HnMesh **out, BayKind kind, int32_t level, int32_t rows);
// Makes the object that is taken out, with its back facing y. Its cover completes the count to exactly
// `faces`; with faces = 0 there is no cover.
int32_t bay_object(HnMesh **out, BayTask task, int32_t level, int32_t faces);

// A mesh and its place.
typedef struct BayPiece {
	const HnMesh *mesh;
	HnPose pose;
} BayPiece;
// Joins the pieces into one mesh. HN_ERR_NO_MEMORY.
int32_t bay_join(HnMesh **out, const BayPiece *pieces, int32_t count);

// The rotation that maps the x and y axes to x and y, two of the six axis directions.
HnMat3 bay_turned(HnVec3 x, HnVec3 y);
