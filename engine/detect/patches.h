// The triangles of a shape patch by patch, each with its own copy of its vertices: a patch is one of its
// surfaces, or all of it.
#pragma once

#include "exact/triangle_row.h"
#include "scene/scene.h"

typedef struct Patches {
	int32_t count; // 0 of what has no triangles
	int32_t triangle_count, vertex_count;
	int32_t *triangle;                      // ids, patch after patch; ascending in each
	int32_t *corner;                        // 3 a triangle: which of the copies
	int32_t *vertex;                        // of each copy: which of the mesh's
	double *xyz;                            // the copies
	int32_t *triangle_begin, *vertex_begin; // count + 1
	int32_t *row_begin; // count + 1: where a patch begins in a row that has them all (triangle_row_put)
} Patches;

// angle: of surfaces, in degrees; negative: one patch. HN_ERR_BAD_INPUT: more triangles than can be counted
// three times; HN_ERR_NO_MEMORY. On failure *out is empty.
int32_t patches_create(Patches *out, const HnSceneMesh *mesh, double angle);
void patches_free(Patches *patches);                      // all zero is allowed
void patches_follow(Patches *patches, const double *xyz); // the mesh's vertices are elsewhere now
size_t patches_bytes(const Patches *patches);

// Of one shape, placed and put into a row patch by patch, as far as they are asked for.
typedef struct PatchRow {
	const Patches *patches; // NULL: nothing is there
	TriangleRow row;
	float (*bounds)[6];    // of each patch
	uint32_t *stamps, now; // a patch is there if its stamp is now
	double *placed;        // where copies are placed; NULL: they stay where they are
	int32_t patch_capacity, vertex_capacity;
} PatchRow;

// Room for any of so many patches; HN_ERR_NO_MEMORY. places: not all stay where they are.
int32_t patch_row_init(PatchRow *out, const Patches *all, int32_t count, bool places);
void patch_row_free(PatchRow *row);                          // all zero is allowed
void patch_row_begin(PatchRow *row, const Patches *patches); // of this shape now, and nothing is there
// Makes it be there. pose: where it is placed; not looked at where copies stay.
void patch_row_need(PatchRow *row, int32_t patch, const HnPose *pose);
// Where it begins and ends in the row.
static inline int32_t patch_row_from(const PatchRow *row, int32_t patch) {
	return row->patches->row_begin[patch];
}
static inline int32_t patch_triangles(const Patches *patches, int32_t patch) {
	return patches->triangle_begin[patch + 1] - patches->triangle_begin[patch];
}
// The triangle that is at a place of the row, in this patch.
static inline int32_t patch_row_triangle(const PatchRow *row, int32_t patch, int32_t at) {
	const Patches *patches = row->patches;
	return patches->triangle[patches->triangle_begin[patch] + at - patches->row_begin[patch]];
}
