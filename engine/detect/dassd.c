// DASSD: axis-aligned boxes, then space division (yu2018). For each body pair and step, the overlap of the
// two boxes is cut into cells. The triangles of one body that touch it are listed by cell; those of the other
// pass through the cells. Only pairs that share a cell are tested, each in the first cell that both share.
// The lower body id is the still body, and the frame is its own.
//
// The paper compares nothing else before the test of a pair, so by default neither does this. Two
// accelerations of this project are parameters: `box_test` compares the boxes of two triangles before the
// pair is tested, and `blocks` leaves out whole blocks of 16 neighbouring triangles. What they compare counts
// as triangle_boxes. Without blocks all vertices of the moving body are placed in every step in which the
// boxes of the bodies meet. With them the cost of a step is one box for each block, and beyond that it is
// proportional to the triangles that touch the overlap.
#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "detect/dassd.h"
#include "exact/two_step.h"

static void state_forget(void *state) { ((DassdState *)state)->cells.made = false; }
static void state_free(void *state) { cells_free(&((DassdState *)state)->cells); }
static size_t state_bytes(const void *state) { return cells_bytes(&((const DassdState *)state)->cells); }

static size_t meshes_size(const Dassd *d) {
	size_t each = d->def.blocks ? sizeof *d->blocks : sizeof *d->plain;
	return mem_array_size(d->context->body_meshes.slot_count, each);
}

static void dassd_destroy(void *self) {
	Dassd *d = self;
	if (d == NULL) return;
	int32_t slots = d->context->body_meshes.slot_count;
	for (int32_t i = 0; d->blocks != NULL && i < slots; ++i) blocks_free(&d->blocks[i]);
	for (int32_t i = 0; d->plain != NULL && i < slots; ++i) plain_free(&d->plain[i]);
	mem_free(d->def.blocks ? (void *)d->blocks : (void *)d->plain, meshes_size(d));
	state_free(&d->scratch);
	ARRAY_FREE(&d->active);
	ARRAY_FREE(&d->room);
	ARRAY_FREE(&d->passing);
	ARRAY_FREE(&d->codes);
	mem_free(d, sizeof *d);
}

static int32_t dassd_create(void **out, PairContext *context, const void *params) {
	Dassd *d = *out = mem_alloc_zero(sizeof *d);
	if (d == NULL) return HN_ERR_NO_MEMORY;
	d->context = context;
	d->def = *(const DassdDef *)params;
	void *meshes = mem_alloc_zero(meshes_size(d));
	if (d->def.blocks)
		d->blocks = meshes;
	else
		d->plain = meshes;
	return meshes != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t dassd_prepare(void *self, int32_t body) {
	Dassd *d = self;
	int32_t slot = body_meshes_slot(&d->context->body_meshes, body);
	const HnSceneMesh *mesh = scene_mesh(d->context->scene, body);
	if (d->blocks != NULL)
		return d->blocks[slot].triangle_count == 0 ? blocks_init(&d->blocks[slot], mesh) : HN_OK;
	if (d->plain[slot].triangle_count != 0) return HN_OK;
	int32_t code = plain_init(&d->plain[slot], mesh);
	bool room = code == HN_OK && ARRAY_RESERVE(&d->codes, d->plain[slot].vertex_count);
	return code == HN_OK && !room ? HN_ERR_NO_MEMORY : code;
}

static void dassd_begin(void *self) {
	Dassd *d = self;
	d->have_last = false;
	d->step = d->step_before = -1;
}

static int32_t dassd_step(void *self) {
	Dassd *d = self;
	d->active.count = d->room.count = d->passing.count = d->updated = d->next = 0;
	d->last_parted = false;
	if (d->step != d->context->step) d->step_before = d->step; // else it is asked again
	d->step = d->context->step;
	return HN_OK;
}

static bool dassd_waits(const void *self) { return ((const Dassd *)self)->have_last; }

static size_t dassd_bytes(const void *self) {
	const Dassd *d = self;
	size_t bytes = state_bytes(&d->scratch);
	for (int32_t i = 0; i < d->context->body_meshes.slot_count; ++i)
		bytes += d->blocks != NULL ? blocks_bytes(&d->blocks[i]) : plain_bytes(&d->plain[i]);
	return bytes;
}

static const char *holder_name(int32_t index) { NAME_AT(index, "still", "moving", "auto"); }

static const Param s_params[] = {
	{ "target", PARAM_REAL, offsetof(DassdDef, target), 4, 0.125, 1e6, NULL,
	  "triangles a cell, of both bodies; 8 times as many, or 64, where spread asks for coarser cells", NULL },
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
	{ "box_test", PARAM_BOOL, offsetof(DassdDef, box_test), 0, 0, 1, NULL,
	  "compare the boxes of two triangles in a cell before they count as a pair; not the paper's", NULL },
	{ "blocks", PARAM_BOOL, offsetof(DassdDef, blocks), 0, 0, 1, NULL,
	  "leave out blocks of 16 triangles that do not touch the overlap; not the paper's", NULL },
	{ "two_step", PARAM_BOOL, offsetof(DassdDef, two_step), 1, 0, 1, NULL,
	  "edges against the plane, then the point inside, before the exact test", NULL },
};

static const PairClass s_pairs = {
	.create = dassd_create,
	.destroy = dassd_destroy,
	.prepare = dassd_prepare,
	.begin = dassd_begin,
	.step = dassd_step,
	.follow = dassd_follow,
	.waits = dassd_waits,
	.early = dassd_early,
	.update = dassd_update,
	.timed = dassd_timed,
	.counted = dassd_counted,
	.bytes = dassd_bytes,
	.by_higher = true,
	.state = { sizeof(DassdState), state_forget, state_free, state_bytes },
};

static bool dassd_coherent(const void *params, HnQuery query) {
	const DassdDef *def = params;
	return def->keep || (def->last_first && query == HN_QUERY_FIRST);
}

extern const HnDetectClass detect_dassd;
const HnDetectClass detect_dassd = {
	.name = "dassd",
	.about = "the overlap of two boxes cut into cells; pairs that share a cell",
	.source = "yu2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(DassdDef) },
	.pairs = &s_pairs,
	.coherent = dassd_coherent,
};
