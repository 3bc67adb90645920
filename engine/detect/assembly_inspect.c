#include "detect/assembly_inspect.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "tree/tightness.h"

// Sums and maxima over the parts so far; [0] for the parts' own boxes, [1] for those of their surfaces.
typedef struct Taus {
	Bounds sum[2], most[2];
	double over_diameter[2], volume[2], area[2];
	int32_t parts;
} Taus;

static void boxes_size(Taus *taus, int level, const Aabb *boxes, int32_t count) {
	for (int32_t i = 0; i < count; ++i) {
		double d[3];
		for (int k = 0; k < 3; ++k) d[k] = (double)boxes[i].hi[k] - (double)boxes[i].lo[k];
		taus->volume[level] += d[0] * d[1] * d[2];
		taus->area[level] += 2 * (d[0] * d[1] + d[1] * d[2] + d[2] * d[0]);
	}
}

static int32_t level_add(Taus *taus, int level, const MeshView *mesh, const Aabb *boxes, int32_t count) {
	Bounds tau;
	double diameter;
	int32_t status = boxes_tau(&tau, &diameter, mesh, boxes, count);
	if (status != HN_OK) return status;
	taus->sum[level].lo += tau.lo, taus->sum[level].hi += tau.hi;
	taus->most[level].lo = fmax(taus->most[level].lo, tau.lo);
	taus->most[level].hi = fmax(taus->most[level].hi, tau.hi);
	taus->over_diameter[level] += diameter > 0 ? 0.5 * (tau.lo + tau.hi) / diameter : 0;
	boxes_size(taus, level, boxes, count);
	return HN_OK;
}

// Places a body in the frame and scale of the boxes.
static void place(const AssemblyBoxes *b, int32_t body, double *xyz) {
	const HnSceneMesh *mesh = scene_mesh(b->scene, body);
	const HnPose *pose = scene_pose(b->scene, body, 0);
	HnVec3 shift = vec3_sub(pose->t, scene_pose(b->scene, b->origin, 0)->t);
	double scale = ldexp(1, b->scene->scale_exponent);
	for (int32_t v = 0; v < mesh->vertex_count; ++v) {
		HnVec3 p = vec3_add(mat3_mul_vec(&pose->r, scene_vertex(b->scene, body, v, 0)), shift);
		vec3_store(xyz + 3 * (int64_t)v, vec3_scale(p, scale));
	}
}

static int32_t part_add(Taus *taus, const AssemblyBoxes *b, int32_t body) {
	const HnSceneMesh *mesh = scene_mesh(b->scene, body);
	if (mesh->triangle_count == 0) return HN_OK;
	size_t size = mem_array_size(3 * (int64_t)mesh->vertex_count, sizeof(double));
	double *xyz = mem_alloc(size);
	if (xyz == NULL) return HN_ERR_NO_MEMORY;
	place(b, body, xyz);
	MeshView placed = { xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
	int32_t surfaces = b->patches[body_meshes_slot(b->body_meshes, body)].count;
	int32_t status = level_add(taus, 0, &placed, &b->boxes[b->bodies[body].node], 1);
	if (status == HN_OK && b->nested)
		status = level_add(taus, 1, &placed, b->patch_boxes + b->bodies[body].patch, surfaces);
	taus->parts += 1;
	mem_free(xyz, size);
	return status;
}

static void put(double *value, Bounds bounds, double factor) { // middle, lo, hi
	value[0] = 0.5 * (bounds.lo + bounds.hi) * factor;
	value[1] = bounds.lo * factor, value[2] = bounds.hi * factor;
}

int32_t assembly_inspect_tightness(Inspection *out, const AssemblyBoxes *b) {
	Taus taus = { 0 };
	int last = b->nested ? 1 : 0;
	double unit = ldexp(1, -b->scene->scale_exponent), *value = out->value;
	int32_t status = inspection_reach(out, last);
	for (int32_t body = 0; body < b->scene->body_count && status == HN_OK; ++body)
		status = part_add(&taus, b, body);
	if (status != HN_OK || taus.parts == 0) return status;
	put(&value[INSPECT_INDEX_tau], taus.sum[last], unit / taus.parts);
	value[INSPECT_INDEX_tau_over_diameter] = taus.over_diameter[last] / taus.parts;
	value[INSPECT_INDEX_bv_volume] = taus.volume[last] * unit * unit * unit;
	value[INSPECT_INDEX_bv_area] = taus.area[last] * unit * unit;
	for (int level = 0; level <= last; ++level)
		put(&out->levels.data[level].value[LEVEL_INDEX_level_tau], taus.most[level], unit);
	return HN_OK;
}
