// The triangles of a shape, patch by patch. Each patch has its own copy of its vertices. A patch is one
// surface of the shape, or the whole shape.
#pragma once

#include "exact/triangle_row.h"
#include "scene/scene.h"

typedef struct Patches {
	int32_t count; // 0 if the shape has no triangles
	int32_t triangle_count, vertex_count;
	int32_t *triangle;                      // triangle ids, patch after patch; ascending within each patch
	int32_t *corner;                        // 3 for each triangle: indices of copies
	int32_t *vertex;                        // for each copy the mesh's vertex
	double *xyz;                            // the positions of the copies
	int32_t *triangle_begin, *vertex_begin; // count + 1 entries
	// count + 1 entries: where a patch begins in a row that holds all patches (triangle_row_put)
	int32_t *row_begin;
} Patches;

// angle: the greatest angle within a surface, in degrees; negative: one patch. Errors: HN_ERR_BAD_INPUT if
// there are more triangles than can be counted three times; HN_ERR_NO_MEMORY. On failure *out is empty.
int32_t patches_create(Patches *out, const HnSceneMesh *mesh, double angle);
void patches_free(Patches *patches);                      // all zero is allowed
void patches_follow(Patches *patches, const double *xyz); // takes over new positions of the mesh's vertices
size_t patches_bytes(const Patches *patches);

// The patches of one shape, placed and put into a row on demand.
typedef struct PatchRow {
	const Patches *patches; // NULL: the row is empty
	TriangleRow row;
	float (*bounds)[6];    // the bounds of each patch
	uint32_t *stamps, now; // a patch is in the row if its stamp is `now`
	double *placed;        // the placed copies; NULL: the copies stay where they are
	int32_t patch_capacity, vertex_capacity;
} PatchRow;

// Makes room for any of `count` shapes. places: not all of them stay where they are. Error: HN_ERR_NO_MEMORY.
int32_t patch_row_init(PatchRow *out, const Patches *all, int32_t count, bool places);
void patch_row_free(PatchRow *row); // all zero is allowed
// switches to this shape; no patch is in the row yet
void patch_row_begin(PatchRow *row, const Patches *patches);
// Puts a patch into the row if it is not yet there. pose: its placement; ignored if the copies stay where
// they are.
void patch_row_need(PatchRow *row, int32_t patch, const HnPose *pose);
// Where the patch begins in the row.
static inline int32_t patch_row_from(const PatchRow *row, int32_t patch) {
	return row->patches->row_begin[patch];
}
static inline int32_t patch_triangles(const Patches *patches, int32_t patch) {
	return patches->triangle_begin[patch + 1] - patches->triangle_begin[patch];
}
// The triangle at position `at` of the row, in this patch.
static inline int32_t patch_row_triangle(const PatchRow *row, int32_t patch, int32_t at) {
	const Patches *patches = row->patches;
	return patches->triangle[patches->triangle_begin[patch] + at - patches->row_begin[patch]];
}
