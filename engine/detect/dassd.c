// DASSD: axis-aligned boxes, then space division (yu2018). Per body pair and step: the overlap of the two
// boxes is cut into cells, the triangles that touch it are listed by cell, and only pairs that share a cell
// are tested, each in the first cell that both share. Of a body pair the lower id is the still body (the frame
// is its own) and has the cells; the triangles of the other walk through them.
// Cost a step: one box for each block of 16 triangles of either body; then in proportion to the triangles
// that touch the overlap.
#include "base/error.h"
#include "base/mem.h"
#include "detect/dassd_cells.h"
#include "detect/detect.h"
#include "detect/mesh_blocks.h"
#include "detect/two_step.h"

typedef struct DassdDef {
	double target, ahead, spread;
	int32_t direction, keep, last_first, box_test, two_step;
} DassdDef;

// A triangle of the moving body that touches the overlap.
typedef struct MovingTriangle {
	Triangle placed;
	UnitBox box;
} MovingTriangle;

// A body pair whose boxes have met in some step.
typedef struct DassdPair {
	int32_t a, b;
	Cells cells; // of a
} DassdPair;

// A body pair of the present step: pair, and its part of `moving`.
typedef struct ActivePair {
	int32_t pair;
	int64_t begin, end;
} ActivePair;

typedef struct Dassd {
	const Scene *scene;
	Query query;
	DassdDef def;
	MeshBlocks *blocks; // of each mesh
	int32_t *slot;      // of each body pair: index into pairs, or -1
	ARRAY(DassdPair) pairs;
	ARRAY(ActivePair) active;
	ARRAY(MovingTriangle) moving;
	BlockBounds bounds;
	bool have_last; // the contact that ended the last step with one, under QUERY_FIRST
	Contact last;
	bool last_parted; // in this step it was tested and does not meet
	bool late;        // this step's update waits for the test of the last contact
} Dassd;

static int64_t pair_slots(const Scene *s) { return (int64_t)s->body_count * (s->body_count - 1) / 2; }

static int32_t *pair_slot(Dassd *d, int32_t a, int32_t b) { return &d->slot[(int64_t)b * (b - 1) / 2 + a]; }

static void dassd_destroy(void *self) {
	Dassd *d = self;
	if (d == NULL) return;
	for (int32_t i = 0; d->blocks != NULL && i < d->scene->mesh_count; ++i) blocks_free(&d->blocks[i]);
	mem_free(d->blocks, mem_array_size(d->scene->mesh_count, sizeof *d->blocks));
	mem_free(d->slot, mem_array_size(pair_slots(d->scene), sizeof *d->slot));
	for (int64_t i = 0; i < d->pairs.count; ++i) cells_free(&d->pairs.data[i].cells);
	ARRAY_FREE(&d->pairs);
	ARRAY_FREE(&d->active);
	ARRAY_FREE(&d->moving);
	bounds_free(&d->bounds);
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
	return bounds_reserve(&d->bounds, most) ? ERR_OK : ERR_NO_MEMORY;
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
	size_t bytes = (size_t)pair_slots(d->scene) * sizeof *d->slot + (size_t)d->pairs.capacity * sizeof(DassdPair);
	for (int32_t i = 0; i < d->scene->mesh_count; ++i) bytes += blocks_bytes(&d->blocks[i]);
	for (int64_t i = 0; i < d->pairs.count; ++i) bytes += cells_bytes(&d->pairs.data[i].cells);
	return bytes;
}

// Update: the overlap, its cells, and the moving triangles in it -----------------------------------------------

static DassdPair *pair_get(Dassd *d, int32_t a, int32_t b) {
	int32_t *slot = pair_slot(d, a, b);
	if (*slot < 0) {
		if (!ARRAY_PUSH(&d->pairs, ((DassdPair){ .a = a, .b = b }))) return NULL;
		*slot = (int32_t)(d->pairs.count - 1);
	}
	return &d->pairs.data[*slot];
}

// How far the moving body's centre has gone since the last step, in the still body's frame; 0 in the first.
static void pair_displacement(const Dassd *d, const DassdPair *pair, int32_t step, const Pose *now, double out[3]) {
	out[0] = out[1] = out[2] = 0;
	if (step == 0) return;
	const MeshBlocks *b = &d->blocks[d->scene->bodies[pair->b].mesh];
	Pose before = scene_relative(d->scene, pair->a, pair->b, step - 1);
	Vec3 center = { 0.5 * (b->lo[0] + b->hi[0]), 0.5 * (b->lo[1] + b->hi[1]), 0.5 * (b->lo[2] + b->hi[2]) };
	vec3_store(out, vec3_sub(pose_place(now, center), pose_place(&before, center)));
}

static int32_t largest_axis(const double v[3]) {
	int32_t best = -1;
	double most = 0;
	for (int32_t axis = 0; axis < 3; ++axis)
		if (fabs(v[axis]) > most) {
			best = axis;
			most = fabs(v[axis]);
		}
	return best;
}

// The box of new cells: the overlap, drawn out to where it will be `ahead` steps on, as far as the still body
// reaches. A jump farther than the overlap is wide is no trend.
static void cells_place_ahead(const Dassd *d, Cells *cells, const MeshBlocks *still, const double lo[3],
                              const double hi[3], const double move[3]) {
	double from[3], to[3];
	bool trend = d->def.keep != 0;
	for (int axis = 0; axis < 3; ++axis) trend = trend && fabs(move[axis]) <= hi[axis] - lo[axis];
	for (int axis = 0; axis < 3; ++axis) {
		from[axis] = lo[axis];
		to[axis] = hi[axis];
		double way = trend ? d->def.ahead * move[axis] : 0;
		if (way < 0) from[axis] = lo[axis] + way > still->lo[axis] ? lo[axis] + way : still->lo[axis];
		if (way > 0) to[axis] = hi[axis] + way < still->hi[axis] ? hi[axis] + way : still->hi[axis];
	}
	cells_place(cells, from, to);
}

static bool cells_contain(const Cells *cells, const double lo[3], const double hi[3]) {
	bool in = cells->made;
	for (int axis = 0; axis < 3; ++axis) in = in && lo[axis] >= cells->lo[axis] && hi[axis] <= cells->hi[axis];
	return in;
}

// The triangles of one placed block that touch the overlap. The caller has made room.
static void moving_collect(MovingTriangle *out, int64_t *count, const Cells *cells, const MeshBlocks *b,
                           int32_t block, const PlacedBlock *placed, const double lo[3], const double hi[3]) {
	int32_t begin = block * BLOCK_TRIANGLES;
	int32_t end = b->triangle_count - begin < BLOCK_TRIANGLES ? b->triangle_count : begin + BLOCK_TRIANGLES;
	const double *v[3] = { placed->x, placed->y, placed->z };
	for (int32_t i = begin; i < end; ++i) {
		const uint8_t *corner = b->corner + 3 * (int64_t)i;
		MovingTriangle *m = &out[*count];
		bool outside = false;
		for (int axis = 0; axis < 3; ++axis) {
			double p = v[axis][corner[0]], q = v[axis][corner[1]], r = v[axis][corner[2]];
			double least = p < q ? p : q, most = p < q ? q : p;
			least = r < least ? r : least, most = r > most ? r : most;
			outside |= (least > hi[axis]) | (most < lo[axis]);
			// clamped to the overlap: what lies outside of it meets nothing
			m->box.lo[axis] = cells_unit(cells, axis, least > lo[axis] ? least : lo[axis]);
			m->box.hi[axis] = cells_unit(cells, axis, most < hi[axis] ? most : hi[axis]);
		}
		for (int k = 0; k < 3; ++k)
			m->placed.p[k] = (Vec3){ v[0][corner[k]], v[1][corner[k]], v[2][corner[k]] };
		m->box.triangle = b->triangle[i];
		m->box.pad = 0;
		*count += !outside;
	}
}

static int32_t pair_collect(Dassd *d, const Cells *cells, const Placement *placement, const MeshBlocks *b,
                            const double lo[3], const double hi[3], Counts *counts) {
	PlacedBlock placed;
	for (int32_t k = 0; k < b->block_count; ++k) {
		bool out = false;
		for (int axis = 0; axis < 3; ++axis)
			out |= (d->bounds.lo[axis][k] > hi[axis]) | (d->bounds.hi[axis][k] < lo[axis]);
		if (out) continue;
		if (!ARRAY_RESERVE(&d->moving, d->moving.count + BLOCK_TRIANGLES)) return ERR_NO_MEMORY;
		placement_place_block(placement, b, k, &placed);
		moving_collect(d->moving.data, &d->moving.count, cells, b, k, &placed, lo, hi);
		if (counts != NULL) {
			counts->vertices_projected += placed.count;
			counts->nb += BLOCK_TRIANGLES;
		}
	}
	if (counts != NULL) counts->nb += b->block_count;
	return ERR_OK;
}

// The cells for this step: kept, or placed anew and then filled.
static int32_t pair_update(Dassd *d, DassdPair *pair, int32_t step, const Placement *placement,
                           const double lo[3], const double hi[3], Counts *counts) {
	const MeshBlocks *still = &d->blocks[d->scene->bodies[pair->a].mesh];
	const MeshBlocks *moving = &d->blocks[d->scene->bodies[pair->b].mesh];
	double move[3] = { 0 };
	bool keep = d->def.keep && cells_contain(&pair->cells, lo, hi);
	if (!keep) {
		pair_displacement(d, pair, step, &placement->pose, move);
		cells_place_ahead(d, &pair->cells, still, lo, hi, move);
	}
	int64_t begin = d->moving.count;
	int32_t code = pair_collect(d, &pair->cells, placement, moving, lo, hi, counts);
	if (code != ERR_OK || d->moving.count == begin) return code;
	if (!keep) {
		CellsDef def = { d->def.target, d->def.spread, d->def.direction ? largest_axis(move) : -1 };
		int64_t tests = 0;
		code = cells_fill(&pair->cells, still, &def, &tests);
		if (code != ERR_OK) return code;
		if (counts != NULL) {
			counts->nb += tests;
			counts->nu += pair->cells.start.count - 1;
		}
	}
	ActivePair active = { *pair_slot(d, pair->a, pair->b), begin, d->moving.count };
	return ARRAY_PUSH(&d->active, active) ? ERR_OK : ERR_NO_MEMORY;
}

// Boxes of two bodies: the overlap of a's box with the exact box of b's placed vertices.
static int32_t bodies_update(Dassd *d, int32_t a, int32_t b, int32_t step, Counts *counts) {
	const MeshBlocks *still = &d->blocks[d->scene->bodies[a].mesh];
	const MeshBlocks *moving = &d->blocks[d->scene->bodies[b].mesh];
	if (still->triangle_count == 0 || moving->triangle_count == 0) return ERR_OK;
	Pose pose = scene_relative(d->scene, a, b, step);
	Placement placement = placement_of(&pose, moving);
	double lo[3], hi[3];
	placement_body_bounds(&placement, moving, lo, hi);
	if (counts != NULL) counts->nb += 1;
	for (int axis = 0; axis < 3; ++axis)
		if (lo[axis] > still->hi[axis] || hi[axis] < still->lo[axis]) return ERR_OK;
	placement_block_bounds(&placement, moving, &d->bounds);
	for (int axis = 0; axis < 3; ++axis) lo[axis] = still->lo[axis], hi[axis] = still->hi[axis];
	int64_t placed = 0;
	bool meet = placement_clip_box(&placement, moving, &d->bounds, lo, hi, &placed);
	if (counts != NULL) {
		counts->nu += moving->block_count;
		counts->vertices_projected += placed;
	}
	if (!meet) return ERR_OK;
	DassdPair *pair = pair_get(d, a, b);
	return pair == NULL ? ERR_NO_MEMORY : pair_update(d, pair, step, &placement, lo, hi, counts);
}

static int32_t dassd_update_all(Dassd *d, int32_t step, Counts *counts) {
	d->active.count = 0;
	d->moving.count = 0;
	for (int32_t b = 1; b < d->scene->body_count; ++b)
		for (int32_t a = 0; a < b; ++a) {
			int32_t code = bodies_update(d, a, b, step, counts);
			if (code != ERR_OK) return code;
		}
	return ERR_OK;
}

static int32_t dassd_update(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)out;
	Dassd *d = self;
	d->late = d->have_last;
	return d->late ? ERR_OK : dassd_update_all(d, step, counts);
}

// Narrow: pairs that share a cell ------------------------------------------------------------------------------

static inline Triangle triangle_load(const SceneMesh *mesh, int32_t triangle) {
	const int32_t *v = mesh->triangles + 3 * (int64_t)triangle;
	return (Triangle){ { vec3_load(mesh->xyz + 3 * (int64_t)v[0]), vec3_load(mesh->xyz + 3 * (int64_t)v[1]),
		                 vec3_load(mesh->xyz + 3 * (int64_t)v[2]) } };
}

static inline bool triangles_meet(const Dassd *d, const SceneMesh *still, int32_t triangle,
                                  const MovingTriangle *m, const TriPlane *plane) {
	Triangle t = triangle_load(still, triangle);
	if (d->def.two_step) {
		TriPlane own = tri_plane(&t);
		int32_t answer = two_step_test(&m->placed, plane, &t, &own);
		if (answer != TWO_STEP_UNSURE) return answer == TWO_STEP_MEET;
	}
	return tri_tri_meet(&t, &m->placed);
}

// Of the cells that both boxes cover, is this the first?
static inline bool cell_is_first(const Cells *c, const UnitBox *a, const UnitBox *b, const int32_t cell[3]) {
	bool first = true;
	for (int axis = 0; axis < 3; ++axis) {
		float later = a->lo[axis] > b->lo[axis] ? a->lo[axis] : b->lo[axis];
		first &= cells_index(c, axis, later) == cell[axis];
	}
	return first;
}

typedef struct Walk {
	Dassd *d;
	const DassdPair *pair;
	const SceneMesh *still;
	ContactBuffer *out;
	Counts *counts;
} Walk;

// One moving triangle against one cell: 1 stops the step.
static inline __attribute__((always_inline)) int32_t cell_walk(const Walk *w, const MovingTriangle *m,
                                                               const TriPlane *plane, const int32_t cell[3],
                                                               bool counted) {
	Dassd *d = w->d;
	const Cells *c = &w->pair->cells;
	int64_t index = ((int64_t)cell[2] * c->n[1] + cell[1]) * c->n[0] + cell[0];
	int32_t end = c->start.data[index + 1];
	for (int32_t k = c->start.data[index]; k < end; ++k) {
		const UnitBox *box = &c->boxes.data[c->entries.data[k]];
		if (d->def.box_test) {
			if (counted) w->counts->nb += 1;
			if (!unit_boxes_meet(box, &m->box)) continue;
		}
		if (!cell_is_first(c, box, &m->box, cell)) continue;
		Contact contact = { w->pair->a, box->triangle, w->pair->b, m->box.triangle };
		if (d->last_parted && contact.body_a == d->last.body_a && contact.triangle_a == d->last.triangle_a &&
		    contact.body_b == d->last.body_b && contact.triangle_b == d->last.triangle_b)
			continue;
		if (counted) w->counts->np += 1;
		if (!triangles_meet(d, w->still, box->triangle, m, plane)) continue;
		if (!contact_buffer_add(w->out, contact)) return ERR_NO_MEMORY;
		if (d->query == QUERY_FIRST) return 1;
	}
	return 0;
}

static inline __attribute__((always_inline)) int32_t pair_walk(const Walk *w, int64_t begin, int64_t end,
                                                               bool counted) {
	const Cells *c = &w->pair->cells;
	for (int64_t i = begin; i < end; ++i) {
		const MovingTriangle *m = &w->d->moving.data[i];
		TriPlane plane = tri_plane(&m->placed);
		int32_t lo[3], hi[3], cell[3];
		for (int axis = 0; axis < 3; ++axis) {
			lo[axis] = cells_index(c, axis, m->box.lo[axis]);
			hi[axis] = cells_index(c, axis, m->box.hi[axis]);
		}
		for (cell[2] = lo[2]; cell[2] <= hi[2]; ++cell[2])
			for (cell[1] = lo[1]; cell[1] <= hi[1]; ++cell[1])
				for (cell[0] = lo[0]; cell[0] <= hi[0]; ++cell[0]) {
					int32_t code = cell_walk(w, m, &plane, cell, counted);
					if (code != 0) return code;
				}
	}
	return 0;
}

// The last contact alone: 1 if the two still meet.
static int32_t last_meets(Dassd *d, int32_t step, ContactBuffer *out) {
	const Contact *l = &d->last;
	Pose pose = scene_relative(d->scene, l->body_a, l->body_b, step);
	MovingTriangle m = { .placed = triangle_load(scene_mesh(d->scene, l->body_b), l->triangle_b) };
	for (int i = 0; i < 3; ++i) m.placed.p[i] = pose_place(&pose, m.placed.p[i]);
	TriPlane plane = tri_plane(&m.placed);
	if (!triangles_meet(d, scene_mesh(d->scene, l->body_a), l->triangle_a, &m, &plane)) return 0;
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
		code = dassd_update_all(d, step, counts);
		if (code != ERR_OK) return code;
	}
	for (int64_t i = 0; i < d->active.count; ++i) {
		const ActivePair *active = &d->active.data[i];
		const DassdPair *pair = &d->pairs.data[active->pair];
		Walk walk = { d, pair, scene_mesh(d->scene, pair->a), out, counts };
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

static const Param s_params[] = {
	{ "target", PARAM_REAL, offsetof(DassdDef, target), 4, 0.125, 1e6, NULL, "still triangles a cell" },
	{ "spread", PARAM_REAL, offsetof(DassdDef, spread), 16, 1, 1e6, NULL,
	  "cells a still triangle may lie in on average; beyond, cells are made coarser" },
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
