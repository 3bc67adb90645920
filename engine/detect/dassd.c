// DASSD: axis-aligned boxes, then space division (yu2018). Per body pair and step: the overlap of the two
// boxes is cut into cells, the triangles that touch it are listed by cell, and only pairs that share a cell
// are tested, each in the first cell that both share. Of a body pair the lower id is the still body: the
// frame is its own. Only one body's triangles are listed; the other's pass through the cells, and a whole
// block of them that reaches no occupied cell is left out. Cost a step: one box for each block of 16
// triangles of either body; then in proportion to the triangles that touch the overlap.
#include "base/error.h"
#include "base/mem.h"
#include "detect/dassd.h"
#include "detect/two_step.h"

static void dassd_destroy(void *self) {
	Dassd *d = self;
	if (d == NULL) return;
	for (int32_t i = 0; d->blocks != NULL && i < d->shapes.slot_count; ++i) blocks_free(&d->blocks[i]);
	mem_free(d->blocks, mem_array_size(d->shapes.slot_count, sizeof *d->blocks));
	shapes_free(&d->shapes);
	mem_free(d->slot, mem_array_size(d->slot_count, sizeof *d->slot));
	for (int64_t i = 0; i < d->pairs.count; ++i) cells_free(&d->pairs.data[i].cells);
	ARRAY_FREE(&d->pairs);
	ARRAY_FREE(&d->active);
	ARRAY_FREE(&d->bounds);
	mem_free(d, sizeof *d);
}

static int32_t dassd_build(Dassd *d) {
	const HnScene *scene = d->scene;
	int32_t code = shapes_init(&d->shapes, scene);
	if (code != HN_OK) return code;
	d->blocks = mem_alloc_zero(mem_array_size(d->shapes.slot_count, sizeof *d->blocks));
	if (d->blocks == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count && code == HN_OK; ++b) {
		MeshBlocks *blocks = &d->blocks[shapes_slot(&d->shapes, b)];
		if (blocks->triangle_count == 0) code = blocks_init(blocks, scene_mesh(scene, b));
	}
	return code;
}

static int32_t dassd_create(void **out, const HnScene *scene, HnQuery query, const void *params) {
	Dassd *d = mem_alloc_zero(sizeof *d);
	if (d == NULL) return HN_ERR_NO_MEMORY;
	d->scene = scene;
	d->query = query;
	d->def = *(const DassdDef *)params;
	int32_t code = dassd_build(d);
	if (code != HN_OK) {
		dassd_destroy(d);
		return code;
	}
	*out = d;
	return HN_OK;
}

static void dassd_begin(void *self) {
	Dassd *d = self;
	d->have_last = false;
	for (int64_t i = 0; i < d->pairs.count; ++i) d->pairs.data[i].cells.made = false;
}

static size_t dassd_bytes(const void *self) {
	const Dassd *d = self;
	size_t bytes = (size_t)d->slot_count * sizeof *d->slot + (size_t)d->pairs.capacity * sizeof(DassdPair);
	for (int32_t i = 0; i < d->shapes.slot_count; ++i) bytes += blocks_bytes(&d->blocks[i]);
	for (int64_t i = 0; i < d->pairs.count; ++i) bytes += cells_bytes(&d->pairs.data[i].cells);
	return bytes;
}

static int32_t dassd_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	Dassd *d = self;
	shapes_step(&d->shapes, step);
	d->late = d->have_last;
	return d->late ? HN_OK : dassd_prepare(d, step, counts);
}

static const char *holder_name(int32_t index) {
	static const char *const s_names[] = { "still", "moving", "auto" };
	return index >= 0 && index < 3 ? s_names[index] : NULL;
}

static const Param s_params[] = {
	{ "target", PARAM_REAL, offsetof(DassdDef, target), 4, 0.125, 1e6, NULL,
	  "triangles a cell, of both bodies", NULL },
	{ "spread", PARAM_REAL, offsetof(DassdDef, spread), 16, 1, 1e6, NULL,
	  "cells a triangle may lie in on average; beyond, cells are made coarser", NULL },
	{ "holder", PARAM_CHOICE, offsetof(DassdDef, holder), HOLDER_AUTO, 0, 2, holder_name,
	  "whose triangles the cells list; auto: the still body's while they can be kept, else the fewer", NULL },
	{ "direction", PARAM_BOOL, offsetof(DassdDef, direction), 1, 0, 1, NULL,
	  "cells half as long along the largest axis of the relative displacement", NULL },
	{ "keep", PARAM_BOOL, offsetof(DassdDef, keep), 1, 0, 1, NULL,
	  "keep the still body's cells while the overlap stays inside them", NULL },
	{ "ahead", PARAM_REAL, offsetof(DassdDef, ahead), 8, 0, 1000, NULL,
	  "with keep: steps of motion that new cells reach ahead", NULL },
	{ "last_first", PARAM_BOOL, offsetof(DassdDef, last_first), 1, 0, 1, NULL,
	  "query first: test the last step's contact before all else", NULL },
	{ "box_test", PARAM_BOOL, offsetof(DassdDef, box_test), 1, 0, 1, NULL,
	  "compare the boxes of two triangles in a cell before they count as a pair", NULL },
	{ "two_step", PARAM_BOOL, offsetof(DassdDef, two_step), 1, 0, 1, NULL,
	  "edges against the plane, then the point inside, before the exact test", NULL },
};

extern const HnDetectClass detect_dassd;
const HnDetectClass detect_dassd = {
	.name = "dassd",
	.about = "the overlap of two boxes cut into cells; pairs that share a cell",
	.source = "yu2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(DassdDef) },
	.create = dassd_create,
	.destroy = dassd_destroy,
	.begin = dassd_begin,
	.timed = { .update = dassd_update, .narrow = dassd_narrow_timed },
	.counted = { .update = dassd_update, .narrow = dassd_narrow_counted },
	.bytes = dassd_bytes,
};
