// A mesh cut into blocks of neighbouring triangles, each with a box at rest and its own copy of its vertices:
// what lets an algorithm leave out far parts of a body without placing their vertices. One flat list of
// blocks, no hierarchy. Shared vertices are copied, so a block is placed from memory that lies together; a
// copy is placed to the same bits as the vertex itself.
#pragma once

#include "exact/tri_tri.h"
#include "scene/scene.h"

enum {
	BLOCK_TRIANGLES = 16,
	BLOCK_PART = 4, // within a block, each so many are nearest neighbours too
	BLOCK_VERTICES = 3 * BLOCK_TRIANGLES,
};

typedef struct MeshBox {
	double lo[3], hi[3]; // exact, of the vertices that triangles use; 0 without triangles
	double reach[3];     // largest |coordinate| of each axis
} MeshBox;
MeshBox mesh_box(const HnSceneMesh *mesh);
// Bounds of the placed, rounded vertices.
void mesh_box_placed(const MeshBox *box, const HnPose *pose, double lo[3], double hi[3]);
// By how much a placed, rounded coordinate may differ from R x + t of real numbers, and a bound computed from
// such: each axis.
void mesh_box_margin(const MeshBox *box, const HnPose *pose, double margin[3]);

typedef struct MeshBlocks {
	int32_t triangle_count, block_count;
	int32_t vertex_count;              // copies, of all blocks
	int32_t vertex_capacity;           // what x, y, z were made for
	int32_t *triangle;                 // id of each triangle, in block order
	uint8_t *corner;                   // 3 a triangle: index among its block's vertices
	int32_t *vertex_begin;             // block_count + 1
	double *x, *y, *z;                 // the copies
	double *block_lo[3], *block_hi[3]; // boxes of the blocks, exact
	double *center[3], *half[3];       // the same, rounded so that centre -+ half contains the block
	MeshBox box;
} MeshBlocks;

// A mesh without triangles gives no blocks. On failure *out is empty (blocks_free does nothing).
int32_t blocks_init(MeshBlocks *out, const HnSceneMesh *mesh);
// The vertices are elsewhere now: copies and boxes anew, the blocks keep their triangles. mesh: as
// blocks_init had it, but for its vertices.
void blocks_refit(MeshBlocks *blocks, const HnSceneMesh *mesh);
void blocks_free(MeshBlocks *blocks);
size_t blocks_bytes(const MeshBlocks *blocks);

// A body in the frame in which two bodies are compared: at rest, or placed. Bounds of its parts contain their
// placed, rounded vertices.
typedef struct PlacedBody {
	const MeshBlocks *blocks;
	bool at_rest;
	HnPose pose;
	double abs[3][3];            // |R|
	double margin[3];            // what a computed bound of any of the body's parts may be short by
	const double *lo[3], *hi[3]; // bounds of the blocks
} PlacedBody;

PlacedBody body_at_rest(const MeshBlocks *blocks);
// Without bounds of the blocks: body_bound_blocks makes them.
PlacedBody body_placed(const MeshBlocks *blocks, const HnPose *pose);
// room: 6 * block_count doubles, for as long as the bounds are used.
void body_bound_blocks(PlacedBody *body, double *room);
// The same bounds, in room that has moved.
void body_bounds_at(PlacedBody *body, const double *room);

// The vertices of one block where the body is.
typedef struct PlacedBlock {
	const double *v[3];
	int32_t count;
	double room[3][BLOCK_VERTICES];
} PlacedBlock;
void body_block(const PlacedBody *body, int32_t block, PlacedBlock *out);

static inline bool body_block_touches(const PlacedBody *body, int32_t k, const double lo[3],
                                      const double hi[3]) {
	return (body->lo[0][k] <= hi[0]) & (body->hi[0][k] >= lo[0]) & (body->lo[1][k] <= hi[1]) &
	       (body->hi[1][k] >= lo[1]) & (body->lo[2][k] <= hi[2]) & (body->hi[2][k] >= lo[2]);
}

// Narrows a box to its intersection with the exact box of all placed vertices; false where that is empty.
// Only blocks that can be extreme are placed; adds to *placed how many vertices that took.
bool body_clip_box(const PlacedBody *body, double lo[3], double hi[3], int64_t *placed);

static inline int32_t blocks_end(const MeshBlocks *b, int32_t block) { // past its last triangle
	int32_t begin = block * BLOCK_TRIANGLES;
	return b->triangle_count - begin < BLOCK_TRIANGLES ? b->triangle_count : begin + BLOCK_TRIANGLES;
}
