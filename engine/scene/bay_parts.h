// The parts of a maintenance bay (generate_bay.c), each as finely cut as its level says.
#pragma once

#include "scene/scene.h"

// Cells and sides grow with the level; each part has its own.
enum { BAY_LEVEL_MIN = 4, BAY_LEVEL_MAX = 200 };

// So they follow each other as bodies.
typedef enum BayKind {
	BAY_SKIN_MORE, // with one triangle more than the others
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
// A part of the bay at a level, a skin with so many faces; rows: of racks, which skins are as high as.
// HN_ERR_NO_MEMORY.
int32_t bay_part(HnMesh **out, BayKind kind, int32_t level, int32_t rows);
// What is taken out, its back to y; with exactly so many faces by its cover's, or (0) without a cover.
int32_t bay_object(HnMesh **out, BayTask task, int32_t level, int32_t faces);

// A mesh in a place.
typedef struct BayPiece {
	const HnMesh *mesh;
	HnPose pose;
} BayPiece;
// One mesh of all. HN_ERR_NO_MEMORY.
int32_t bay_join(HnMesh **out, const BayPiece *pieces, int32_t count);

// A rotation by what x and y become, two of the six directions.
HnMat3 bay_turned(HnVec3 x, HnVec3 y);
