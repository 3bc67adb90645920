// A mesh cut into blocks of neighbouring triangles, each with a box at rest and its own copy of its vertices:
// what lets an algorithm leave out far parts of a body without placing their vertices. One flat list of
// blocks, no hierarchy. Shared vertices are copied, so a block is placed from memory that lies together; a
// copy is placed to the same bits as the vertex itself.
#pragma once

#include "exact/tri_tri.h"
#include "scene/scene.h"

enum { BLOCK_TRIANGLES = 16, BLOCK_VERTICES = 3 * BLOCK_TRIANGLES };

typedef struct MeshBlocks {
	int32_t triangle_count, block_count;
	int32_t vertex_count;     // copies, of all blocks
	int32_t vertex_capacity;  // what x, y, z were made for
	int32_t *triangle;        // id of each triangle, in block order
	uint8_t *corner;          // 3 a triangle: index among its block's vertices
	int32_t *vertex_begin;    // block_count + 1
	double *x, *y, *z;        // the copies
	double *center[3];        // of the blocks' boxes ...
	double *half[3];          // ... rounded up: centre -+ half contains the block
	double lo[3], hi[3];      // of the mesh, exact
	double reach[3];          // largest |coordinate| of each axis
} MeshBlocks;

// A mesh without triangles gives no blocks. On failure *out is empty (blocks_free does nothing).
int32_t blocks_init(MeshBlocks *out, const SceneMesh *mesh);
void blocks_free(MeshBlocks *blocks);
size_t blocks_bytes(const MeshBlocks *blocks);

// Where the blocks of a placed body lie: boxes that contain their placed, rounded vertices.
typedef struct BlockBounds {
	double *lo[3], *hi[3];
	int64_t capacity;
} BlockBounds;
bool bounds_reserve(BlockBounds *bounds, int64_t blocks);
void bounds_free(BlockBounds *bounds);

// A placement: the pose with what bounds need of it.
typedef struct Placement {
	Pose pose;
	double abs[3][3]; // |R|
	double margin[3]; // what a computed bound of any of the body's parts may be short by
} Placement;
Placement placement_of(const Pose *pose, const MeshBlocks *blocks);
// The bounds of the whole body.
void placement_body_bounds(const Placement *placement, const MeshBlocks *blocks, double lo[3], double hi[3]);
void placement_block_bounds(const Placement *placement, const MeshBlocks *blocks, BlockBounds *out);

// The placed vertices of one block.
typedef struct PlacedBlock {
	double x[BLOCK_VERTICES], y[BLOCK_VERTICES], z[BLOCK_VERTICES];
	int32_t count;
} PlacedBlock;
void placement_place_block(const Placement *placement, const MeshBlocks *blocks, int32_t block,
                           PlacedBlock *out);
// Narrows box to its intersection with the exact box of all placed vertices; false where that is empty. Only
// blocks that can be extreme are placed. Returns through *placed how many vertices that took.
bool placement_clip_box(const Placement *placement, const MeshBlocks *blocks, const BlockBounds *bounds,
                        double lo[3], double hi[3], int64_t *placed);
