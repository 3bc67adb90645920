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

static int64_t pair_slots(const Scene *s) { return (int64_t)s->body_count * (s->body_count - 1) / 2; }

static void dassd_destroy(void *self) {
	Dassd *d = self;
	if (d == NULL) return;
	for (int32_t i = 0; d->blocks != NULL && i < d->scene->mesh_count; ++i) blocks_free(&d->blocks[i]);
	mem_free(d->blocks, mem_array_size(d->scene->mesh_count, sizeof *d->blocks));
	mem_free(d->slot, mem_array_size(pair_slots(d->scene), sizeof *d->slot));
	for (int64_t i = 0; i < d->pairs.count; ++i) cells_free(&d->pairs.data[i].cells);
	ARRAY_FREE(&d->pairs);
	ARRAY_FREE(&d->active);
	ARRAY_FREE(&d->passers);
	mem_free(d->bounds, d->bounds_size);
	mem_free(d, sizeof *d);
}

static int32_t dassd_build(Dassd *d) {
	const Scene *scene = d->scene;
	d->blocks = mem_alloc_zero(mem_array_size(scene->mesh_count, sizeof *d->blocks));
	d->slot = mem_alloc(mem_array_size(pair_slots(scene), sizeof *d->slot));
	if (d->blocks == NULL || d->slot == NULL) return ERR_NO_MEMORY;
	for (int64_t i = 0; i < pair_slots(scene); ++i) d->slot[i] = -1;
	int64_t most = 0;
	for (int32_t i = 0; i < scene->mesh_count; ++i) {
		int32_t code = blocks_init(&d->blocks[i], &scene->meshes[i]);
		if (code != ERR_OK) return code;
		if (d->blocks[i].block_count > most) most = d->blocks[i].block_count;
	}
	d->bounds_size = mem_array_size(6 * most, sizeof *d->bounds);
	d->bounds = mem_alloc(d->bounds_size);
	return d->bounds != NULL ? ERR_OK : ERR_NO_MEMORY;
}

static int32_t dassd_create(void **out, const Scene *scene, Query query, const void *params) {
	Dassd *d = mem_alloc_zero(sizeof *d);
	if (d == NULL) return ERR_NO_MEMORY;
	d->scene = scene;
	d->query = query;
	d->def = *(const DassdDef *)params;
	int32_t code = dassd_build(d);
	if (code != ERR_OK) {
		dassd_destroy(d);
		return code;
	}
	*out = d;
	return ERR_OK;
}

static void dassd_begin(void *self) {
	Dassd *d = self;
	d->have_last = false;
	for (int64_t i = 0; i < d->pairs.count; ++i) d->pairs.data[i].cells.made = false;
}

static size_t dassd_bytes(const void *self) {
	const Dassd *d = self;
	size_t bytes =
	    (size_t)pair_slots(d->scene) * sizeof *d->slot + (size_t)d->pairs.capacity * sizeof(DassdPair);
	for (int32_t i = 0; i < d->scene->mesh_count; ++i) bytes += blocks_bytes(&d->blocks[i]);
	for (int64_t i = 0; i < d->pairs.count; ++i) bytes += cells_bytes(&d->pairs.data[i].cells);
	return bytes;
}

static int32_t dassd_update(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)out;
	Dassd *d = self;
	d->late = d->have_last;
	return d->late ? ERR_OK : dassd_prepare(d, step, counts);
}

// Narrow: pairs that share a cell
// ------------------------------------------------------------------------------

static inline Triangle triangle_load(const SceneMesh *mesh, int32_t triangle) {
	const int32_t *v = mesh->triangles + 3 * (int64_t)triangle;
	return (Triangle){ { vec3_load(mesh->xyz + 3 * (int64_t)v[0]), vec3_load(mesh->xyz + 3 * (int64_t)v[1]),
		                 vec3_load(mesh->xyz + 3 * (int64_t)v[2]) } };
}

// The exact answer; the two-step test first, if it is asked for.
static inline bool triangles_meet(const Dassd *d, const Triangle *still, const Triangle *moving) {
	if (d->def.two_step) {
		int32_t answer = two_step_test(still, moving);
		if (answer != TWO_STEP_UNSURE) return answer == TWO_STEP_MEET;
	}
	return tri_tri_meet(still, moving);
}

typedef struct Walk {
	Dassd *d;
	DassdPair *pair;
	const Pose *pose;
	const SceneMesh *mesh; // of the cells' body
	ContactBuffer *out;
	Counts *counts;
} Walk;

static bool is_last(const Dassd *d, const Contact *c) {
	const Contact *l = &d->last;
	return c->body_a == l->body_a && c->triangle_a == l->triangle_a && c->body_b == l->body_b &&
	       c->triangle_b == l->triangle_b;
}

// A pair that shares a cell: 1 stops the step.
static inline int32_t pair_test(const Walk *w, const UnitBox *box, const Passer *passer, bool counted) {
	bool swapped = w->pair->moving_held;
	Contact contact = { w->pair->a, swapped ? passer->box.triangle : box->triangle, w->pair->b,
		                swapped ? box->triangle : passer->box.triangle };
	if (w->d->last_parted && is_last(w->d, &contact)) return 0;
	if (counted) w->counts->np += 1;
	Triangle t = triangle_load(w->mesh, box->triangle);
	if (swapped)
		for (int i = 0; i < 3; ++i) t.p[i] = pose_place(w->pose, t.p[i]);
	bool meet =
	    swapped ? triangles_meet(w->d, &passer->placed, &t) : triangles_meet(w->d, &t, &passer->placed);
	if (!meet) return 0;
	if (!contact_buffer_add(w->out, contact)) return ERR_NO_MEMORY;
	return w->d->query == QUERY_FIRST;
}

// One passer against the entries of one row of cells; the stamp leaves out those it met in an earlier cell.
static inline __attribute__((always_inline)) int32_t
row_walk(const Walk *w, const Passer *passer, int32_t stamp, int32_t begin, int32_t end, bool counted) {
	const int32_t *entries = w->pair->cells.entries.data;
	UnitBox *boxes = w->pair->cells.boxes.data;
	bool box_test = w->d->def.box_test;
	for (int32_t k = begin; k < end; ++k) {
		UnitBox *box = &boxes[entries[k]];
		if (box_test) {
			if (counted) w->counts->nb += 1;
			if (!unit_boxes_meet(box, &passer->box)) continue;
		}
		if (box->stamp == stamp) continue;
		box->stamp = stamp;
		int32_t code = pair_test(w, box, passer, counted);
		if (code != 0) return code;
	}
	return 0;
}

static inline __attribute__((always_inline)) int32_t pair_walk(const Walk *w, int64_t begin, int64_t end,
                                                               bool counted) {
	Cells *c = &w->pair->cells;
	for (int64_t i = begin; i < end; ++i) {
		const Passer *passer = &w->d->passers.data[i];
		CellRange r = cells_range(c, &passer->box);
		int32_t stamp = cells_stamp(c);
		for (int32_t z = r.lo[2]; z <= r.hi[2]; ++z)
			for (int32_t y = r.lo[1]; y <= r.hi[1]; ++y) {
				int32_t first, last;
				cells_row(c, &r, y, z, &first, &last);
				int32_t code = row_walk(w, passer, stamp, first, last, counted);
				if (code != 0) return code;
			}
	}
	return 0;
}

// The last contact alone: 1 if the two still meet.
static int32_t last_meets(Dassd *d, int32_t step, ContactBuffer *out) {
	const Contact *l = &d->last;
	Pose pose = scene_relative(d->scene, l->body_a, l->body_b, step);
	Triangle still = triangle_load(scene_mesh(d->scene, l->body_a), l->triangle_a);
	Triangle moving = triangle_load(scene_mesh(d->scene, l->body_b), l->triangle_b);
	for (int i = 0; i < 3; ++i) moving.p[i] = pose_place(&pose, moving.p[i]);
	if (!triangles_meet(d, &still, &moving)) return 0;
	return contact_buffer_add(out, *l) ? 1 : ERR_NO_MEMORY;
}

static inline __attribute__((always_inline)) int32_t dassd_narrow(Dassd *d, int32_t step, ContactBuffer *out,
                                                                  Counts *counts, bool counted) {
	d->last_parted = false;
	if (d->late) {
		if (counted) {
			counts->np += 1;
			counts->vertices_projected += 3;
		}
		int32_t code = last_meets(d, step, out);
		if (code != 0) return code < 0 ? code : ERR_OK;
		d->last_parted = true;
		d->have_last = false;
		code = dassd_prepare(d, step, counts);
		if (code != ERR_OK) return code;
	}
	for (int64_t i = 0; i < d->active.count; ++i) {
		const ActivePair *active = &d->active.data[i];
		DassdPair *pair = &d->pairs.data[active->pair];
		const SceneMesh *mesh = scene_mesh(d->scene, pair->moving_held ? pair->b : pair->a);
		Walk walk = { d, pair, &active->pose, mesh, out, counts };
		int32_t code = pair_walk(&walk, active->begin, active->end, counted);
		if (code < 0) return code;
		if (code > 0) {
			d->have_last = d->def.last_first != 0;
			d->last = out->data[out->count - 1];
			return ERR_OK;
		}
	}
	return ERR_OK;
}

static int32_t dassd_narrow_timed(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	return dassd_narrow(self, step, out, counts, false);
}

static int32_t dassd_narrow_counted(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	return dassd_narrow(self, step, out, counts, true);
}

static const char *holder_name(int32_t index) {
	static const char *const s_names[] = { "still", "moving", "auto" };
	return index >= 0 && index < 3 ? s_names[index] : NULL;
}

static const Param s_params[] = {
	{ "target", PARAM_REAL, offsetof(DassdDef, target), 4, 0.125, 1e6, NULL,
	  "triangles a cell, of both bodies" },
	{ "spread", PARAM_REAL, offsetof(DassdDef, spread), 16, 1, 1e6, NULL,
	  "cells a triangle may lie in on average; beyond, cells are made coarser" },
	{ "holder", PARAM_CHOICE, offsetof(DassdDef, holder), HOLDER_AUTO, 0, 2, holder_name,
	  "whose triangles the cells list; auto: the still body's while they can be kept, else the fewer" },
	{ "direction", PARAM_BOOL, offsetof(DassdDef, direction), 1, 0, 1, NULL,
	  "cells half as long along the largest axis of the relative displacement" },
	{ "keep", PARAM_BOOL, offsetof(DassdDef, keep), 1, 0, 1, NULL,
	  "keep the still body's cells while the overlap stays inside them" },
	{ "ahead", PARAM_REAL, offsetof(DassdDef, ahead), 4, 0, 1000, NULL,
	  "with keep: steps of motion that new cells reach ahead" },
	{ "last_first", PARAM_BOOL, offsetof(DassdDef, last_first), 1, 0, 1, NULL,
	  "query first: test the last step's contact before all else" },
	{ "box_test", PARAM_BOOL, offsetof(DassdDef, box_test), 1, 0, 1, NULL,
	  "compare the boxes of two triangles in a cell before they count as a pair" },
	{ "two_step", PARAM_BOOL, offsetof(DassdDef, two_step), 1, 0, 1, NULL,
	  "edges against the plane, then the point inside, before the exact test" },
};

extern const DetectClass detect_dassd;
const DetectClass detect_dassd = {
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
