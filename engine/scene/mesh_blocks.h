// A mesh divided into blocks of neighbouring triangles. Each block has a box at rest and its own copy of its
// vertices. An algorithm can therefore skip distant parts of a body without placing their vertices. The
// blocks are a flat list without a hierarchy. Shared vertices are copied, so that a block is placed from
// contiguous memory. A placed copy has the same bits as the placed vertex.
#pragma once

#include "exact/tri_tri.h"
#include "scene/scene.h"

enum {
	BLOCK_TRIANGLES = 16,
	BLOCK_PART = 4, // within a block, groups of this many triangles are also neighbours
	BLOCK_VERTICES = 3 * BLOCK_TRIANGLES,
};

typedef struct MeshBox {
	double lo[3], hi[3]; // exact bounds of the vertices that triangles use; 0 without triangles
	double reach[3];     // largest |coordinate| on each axis
} MeshBox;
MeshBox mesh_box(const HnSceneMesh *mesh);
// Bounds of the placed, rounded vertices.
void mesh_box_placed(const MeshBox *box, const HnPose *pose, double lo[3], double hi[3]);
// For each axis, a bound on two errors together: that of a placed, rounded coordinate relative to R x + t in
// real numbers, and that of a computed bound of such coordinates.
void mesh_box_margin(const MeshBox *box, const HnPose *pose, double margin[3]);

typedef struct MeshBlocks {
	int32_t triangle_count, block_count;
	int32_t vertex_count;              // copies in all blocks
	int32_t vertex_capacity;           // allocated length of x, y, z
	int32_t *triangle;                 // id of each triangle, in block order
	uint8_t *corner;                   // 3 for each triangle: index among its block's vertices
	int32_t *vertex_begin;             // block_count + 1 entries
	double *x, *y, *z;                 // the copies
	double *block_lo[3], *block_hi[3]; // exact boxes of the blocks
	double *center[3], *half[3];       // the same boxes, rounded so that center -+ half contains the block
	MeshBox box;
} MeshBlocks;

// Builds the blocks. A mesh without triangles has no blocks. On failure *out is empty (blocks_free does
// nothing).
int32_t blocks_init(MeshBlocks *out, const HnSceneMesh *mesh);
// Refits the blocks after vertices have moved: copies and boxes are computed again, and the blocks keep their
// triangles. mesh must be that of blocks_init except for its vertices.
void blocks_refit(MeshBlocks *blocks, const HnSceneMesh *mesh);
void blocks_free(MeshBlocks *blocks);
size_t blocks_bytes(const MeshBlocks *blocks);

// A body in the frame in which two bodies are compared, at rest or placed. The bounds of its parts contain
// their placed, rounded vertices.
typedef struct PlacedBody {
	const MeshBlocks *blocks;
	bool at_rest;
	HnPose pose;
	double abs[3][3];            // |R|
	double margin[3];            // the amount by which a computed bound of any part may be too small
	const double *lo[3], *hi[3]; // bounds of the blocks
} PlacedBody;

PlacedBody body_at_rest(const MeshBlocks *blocks);
// The block bounds are not set; body_bound_blocks computes them.
PlacedBody body_placed(const MeshBlocks *blocks, const HnPose *pose);
// room: 6 * block_count doubles, which must live as long as the bounds are used.
void body_bound_blocks(PlacedBody *body, double *room);
// Points to the same bounds after room has moved.
void body_bounds_at(PlacedBody *body, const double *room);

// The placed vertices of one block.
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

// Narrows a box to its intersection with the exact box of all placed vertices. False if the intersection is
// empty. Only blocks that can be extreme are placed. The number of placed vertices is added to *placed.
bool body_clip_box(const PlacedBody *body, double lo[3], double hi[3], int64_t *placed);

// The index after the block's last triangle.
static inline int32_t blocks_end(const MeshBlocks *b, int32_t block) {
	int32_t begin = block * BLOCK_TRIANGLES;
	return b->triangle_count - begin < BLOCK_TRIANGLES ? b->triangle_count : begin + BLOCK_TRIANGLES;
}
