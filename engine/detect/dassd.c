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
	ARRAY_FREE(&d->bounds);
	mem_free(d, sizeof *d);
}

static int32_t dassd_build(Dassd *d) {
	const Scene *scene = d->scene;
	d->blocks = mem_alloc_zero(mem_array_size(scene->mesh_count, sizeof *d->blocks));
	d->slot = mem_alloc(mem_array_size(pair_slots(scene), sizeof *d->slot));
	if (d->blocks == NULL || d->slot == NULL) return ERR_NO_MEMORY;
	for (int64_t i = 0; i < pair_slots(scene); ++i) d->slot[i] = -1;
	for (int32_t i = 0; i < scene->mesh_count; ++i) {
		int32_t code = blocks_init(&d->blocks[i], &scene->meshes[i]);
		if (code != ERR_OK) return code;
	}
	return ERR_OK;
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

typedef struct Walk {
	Dassd *d;
	DassdPair *pair;
	const ActivePair *active;
	ContactBuffer *out;
	Counts *counts;
} Walk;

// A triangle of the other body.
typedef struct Passer {
	Triangle t;
	UnitBox box;
	int32_t triangle, stamp;
} Passer;

static bool is_last(const Dassd *d, const Contact *c) {
	const Contact *l = &d->last;
	return c->body_a == l->body_a && c->triangle_a == l->triangle_a && c->body_b == l->body_b &&
	       c->triangle_b == l->triangle_b;
}

static void listed_place(const Walk *w, const Listed *listed, ListedTriangle *out) {
	int32_t body = w->pair->moving_held ? w->pair->b : w->pair->a;
	out->t = triangle_load(scene_mesh(w->d->scene, body), listed->triangle);
	if (w->pair->moving_held)
		for (int i = 0; i < 3; ++i) out->t.p[i] = pose_place(&w->active->moving.pose, out->t.p[i]);
	out->plane = tri_plane(&out->t);
}

// A pair that shares a cell: 1 stops the step.
static inline int32_t pair_test(const Walk *w, Listed *listed, ListedTriangle *own, const Passer *passer,
                                bool counted) {
	bool swapped = w->pair->moving_held;
	if (listed->stamp == 0) listed_place(w, listed, own);
	listed->stamp = passer->stamp;
	Contact contact = { w->pair->a, swapped ? passer->triangle : listed->triangle, w->pair->b,
		                swapped ? listed->triangle : passer->triangle };
	if (w->d->last_parted && is_last(w->d, &contact)) return 0;
	if (counted) w->counts->np += 1;
	int32_t answer = TWO_STEP_UNSURE;
	if (w->d->def.two_step) answer = two_step_test(&own->t, &own->plane, &passer->t);
	if (answer == TWO_STEP_UNSURE)
		answer = swapped ? tri_tri_meet(&passer->t, &own->t) : tri_tri_meet(&own->t, &passer->t);
	if (!answer) return 0;
	if (!contact_buffer_add(w->out, contact)) return ERR_NO_MEMORY;
	return w->d->query == QUERY_FIRST;
}

// One passer against the entries of one row of cells; the stamp leaves out those it met in an earlier cell.
static inline __attribute__((always_inline)) int32_t row_walk(const Walk *w, const Passer *passer,
                                                              int32_t begin, int32_t end, bool counted) {
	Cells *c = &w->pair->cells;
	bool box_test = w->d->def.box_test;
	for (int32_t k = begin; k < end; ++k) {
		int32_t i = c->entries.data[k];
		Listed *listed = &c->listed.data[i];
		if (box_test) {
			if (counted) w->counts->nb += 1;
			if (!unit_boxes_meet(&listed->box, &passer->box)) continue;
		}
		if (listed->stamp == passer->stamp) continue;
		int32_t code = pair_test(w, listed, &c->triangles.data[i], passer, counted);
		if (code != 0) return code;
	}
	return 0;
}

// The triangles of one block through the cells; overlap in units.
static inline __attribute__((always_inline)) int32_t block_walk(const Walk *w, const MeshBlocks *b,
                                                                int32_t block, const PlacedBlock *placed,
                                                                const UnitBox *overlap, bool counted) {
	Cells *c = &w->pair->cells;
	Float4 unit[BLOCK_VERTICES];
	cells_unit_block(c, placed, unit);
	for (int32_t i = block * BLOCK_TRIANGLES; i < blocks_end(b, block); ++i) {
		const uint8_t *corner = b->corner + 3 * (int64_t)i;
		Passer passer;
		passer.box = unit_box_of(unit, corner);
		if (!unit_boxes_meet(&passer.box, overlap)) continue;
		passer.box = unit_box_cut(&passer.box, overlap); // outside of it there is nothing to meet
		CellRange r = cells_range(c, &passer.box);
		bool fresh = true; // most reach no occupied cell
		for (int32_t z = r.lo[2]; z <= r.hi[2]; ++z)
			for (int32_t y = r.lo[1]; y <= r.hi[1]; ++y) {
				int32_t begin, end;
				cells_row(c, &r, y, z, &begin, &end);
				if (begin == end) continue;
				if (fresh) {
					fresh = false;
					passer.triangle = b->triangle[i];
					passer.stamp = cells_stamp(c);
					for (int k = 0; k < 3; ++k)
						passer.t.p[k] = (Vec3){ placed->v[0][corner[k]], placed->v[1][corner[k]],
							                    placed->v[2][corner[k]] };
				}
				int32_t code = row_walk(w, &passer, begin, end, counted);
				if (code != 0) return code;
			}
	}
	return 0;
}

// Does any of the cells that a block covers list something?
static bool block_passes(const Cells *c, const PlacedBody *body, int32_t k, const UnitBox *overlap) {
	UnitBox box = cells_unit_box(c, (double[3]){ body->lo[0][k], body->lo[1][k], body->lo[2][k] },
	                             (double[3]){ body->hi[0][k], body->hi[1][k], body->hi[2][k] });
	box = unit_box_cut(&box, overlap);
	CellRange range = cells_range(c, &box);
	return !cells_range_empty(c, &range);
}

// The body that is not listed passes through the cells, block by block.
static inline __attribute__((always_inline)) int32_t pair_walk(const Walk *w, bool counted) {
	const ActivePair *active = w->active;
	PlacedBody body = active->moving;
	body_bounds_at(&body, w->d->bounds.data + active->bounds);
	if (w->pair->moving_held) body = body_at_rest(dassd_blocks(w->d, w->pair->a));
	UnitBox overlap = cells_unit_box(&w->pair->cells, active->lo, active->hi);
	PlacedBlock placed;
	if (counted) w->counts->nb += body.blocks->block_count;
	for (int32_t k = 0; k < body.blocks->block_count; ++k) {
		if (!body_block_touches(&body, k, active->lo, active->hi)) continue;
		if (!block_passes(&w->pair->cells, &body, k, &overlap)) continue;
		body_block(&body, k, &placed);
		if (counted) {
			w->counts->nb += blocks_end(body.blocks, k) - k * BLOCK_TRIANGLES;
			if (!body.at_rest) w->counts->vertices_projected += placed.count;
		}
		int32_t code = block_walk(w, body.blocks, k, &placed, &overlap, counted);
		if (code != 0) return code;
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
	if (!tri_tri_meet(&still, &moving)) return 0;
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
		Walk walk = { d, &d->pairs.data[active->pair], active, out, counts };
		int32_t code = pair_walk(&walk, counted);
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
	{ "ahead", PARAM_REAL, offsetof(DassdDef, ahead), 8, 0, 1000, NULL,
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
