// DASSD, narrow, with blocks: the passing triangles are tested block by block, each against the triangles
// listed in the cells that it shares with them. The loops are straight: the list of a block's cells is
// gathered, the boxes of all pairs are compared, and each step of the test keeps the pairs that it does not
// decide. Unpredictable conditions advance counters in place of branches.
#include "base/error.h"
#include "detect/dassd.h"
#include "exact/two_step.h"

enum {
	FEW = 8,    // so many triangles of a block pass through the cells together,
	CHUNK = 32, // against so many listed triangles at once
	PAIRS = FEW * CHUNK,
};

typedef struct Walk {
	Dassd *d;
	DassdState *pair;
	Cells *cells;
	const ActivePair *active;
	UnitBox overlap;
	HnContactBuffer *out;
	Counts *counts;
} Walk;

// The triangles of one block that touch the overlap.
typedef struct Group {
	const MeshBlocks *blocks;
	int32_t first; // the block's first triangle, in block order
	PlacedBlock placed;
	int32_t count;
	// one entry more than there can be triangles, for stores that do not count
	UnitBox box[BLOCK_TRIANGLES + 1];
	int32_t member[BLOCK_TRIANGLES + 1];
} Group;

// A pair of a listed triangle (index into the chunk) and a triangle of the group.
typedef struct Candidate {
	int16_t listed, member;
} Candidate;

static inline Triangle body_triangle(const Dassd *d, int32_t body, int32_t triangle) {
	return triangle_load(body_meshes_xyz(&d->context->body_meshes, body),
	                     scene_mesh(d->context->scene, body)->triangles + 3 * (int64_t)triangle);
}

static const ListedTriangle *listed_triangle(const Walk *w, int32_t index) {
	Listed *listed = &w->cells->listed.data[index];
	ListedTriangle *out = &w->cells->triangles.data[index];
	if (listed->placed) return out;
	listed->placed = 1;
	int32_t body = w->pair->moving_held ? w->pair->key.b : w->pair->key.a;
	out->t = body_triangle(w->d, body, listed->triangle);
	if (w->pair->moving_held)
		for (int i = 0; i < 3; ++i) out->t.p[i] = pose_place(&w->active->moving.pose, out->t.p[i]);
	out->plane = tri_plane(&out->t);
	return out;
}

static inline Triangle member_triangle(const Group *g, int32_t member) {
	const uint8_t *corner = g->blocks->corner + 3 * (int64_t)(g->first + g->member[member]);
	const double *x = g->placed.v[0], *y = g->placed.v[1], *z = g->placed.v[2];
	Triangle t;
	for (int i = 0; i < 3; ++i) t.p[i] = (HnVec3){ x[corner[i]], y[corner[i]], z[corner[i]] };
	return t;
}

// The first of the two steps: removes the pairs in which all corners of one triangle are certainly on one
// side of the other's plane.
static int32_t candidates_sift(const Walk *w, const Group *g, const int32_t *listed, Candidate *pairs,
                               int32_t count) {
	int32_t left = 0, kept = 0;
	for (int32_t k = 0; k < count; ++k) {
		Candidate p = pairs[k];
		Triangle t = member_triangle(g, p.member);
		pairs[left] = p;
		left += !tri_plane_separates(&listed_triangle(w, listed[p.listed])->plane, &t);
	}
	for (int32_t k = 0; k < left; ++k) {
		Candidate p = pairs[k];
		Triangle t = member_triangle(g, p.member);
		TriPlane plane = tri_plane(&t);
		pairs[kept] = p;
		kept += !tri_plane_separates(&plane, &w->cells->triangles.data[listed[p.listed]].t);
	}
	return kept;
}

static HnContact contact_of(const Walk *w, const Group *g, int32_t listed, int32_t member) {
	int32_t one = w->cells->listed.data[listed].triangle,
	        other = g->blocks->triangle[g->first + g->member[member]];
	bool swapped = w->pair->moving_held;
	return (HnContact){ w->pair->key.a, swapped ? other : one, w->pair->key.b, swapped ? one : other };
}

// Removes the last contact, which was tested already.
static int32_t candidates_less_last(const Walk *w, const Group *g, const int32_t *listed, Candidate *pairs,
                                    int32_t count) {
	int32_t kept = 0;
	for (int32_t k = 0; k < count; ++k) {
		HnContact contact = contact_of(w, g, listed[pairs[k].listed], pairs[k].member);
		pairs[kept] = pairs[k];
		kept += !contact_equal(&contact, &w->d->last);
	}
	return kept;
}

// The exact test of the pairs whose boxes overlap. Returns 1 if this ends the step (`first`).
static int32_t candidates_test(const Walk *w, const Group *g, const int32_t *listed, Candidate *pairs,
                               int32_t count) {
	bool two_step = w->d->def.two_step;
	if (two_step) count = candidates_sift(w, g, listed, pairs, count);
	if (two_step && w->counts != NULL) w->counts->np_near += count;
	for (int32_t k = 0; k < count; ++k) {
		const ListedTriangle *own = listed_triangle(w, listed[pairs[k].listed]);
		Triangle t = member_triangle(g, pairs[k].member);
		int32_t answer = two_step ? two_step_test(&own->t, &own->plane, &t) : TWO_STEP_UNSURE;
		if (answer == TWO_STEP_UNSURE)
			answer = w->pair->moving_held ? tri_tri_meet(&t, &own->t) : tri_tri_meet(&own->t, &t);
		if (!answer) continue;
		if (!contact_buffer_add(w->out, contact_of(w, g, listed[pairs[k].listed], pairs[k].member)))
			return HN_ERR_NO_MEMORY;
		if (w->d->context->first) return 1;
	}
	return 0;
}

// Tests members from .. to - 1 of a group against up to CHUNK listed triangles.
static inline __attribute__((always_inline)) int32_t chunk_test(const Walk *w, const Group *g, int32_t from,
                                                                int32_t to, const int32_t *listed,
                                                                int32_t count, bool counted) {
	Candidate pairs[PAIRS + 1];
	int32_t n = 0;
	for (int32_t j = 0; j < count; ++j) {
		const UnitBox box = w->cells->listed.data[listed[j]].box;
		for (int32_t m = from; m < to; ++m) {
			pairs[n] = (Candidate){ (int16_t)j, (int16_t)m };
			n += unit_boxes_meet(&box, &g->box[m]);
		}
	}
	if (counted && w->d->def.box_test) w->counts->triangle_boxes += (int64_t)count * (to - from);
	if (w->d->last_parted) n = candidates_less_last(w, g, listed, pairs, n);
	if (counted) w->counts->np += n;
	return n == 0 ? 0 : candidates_test(w, g, listed, pairs, n);
}

// Passes the triangles of a group through the cells, a few neighbours at a time.
static inline __attribute__((always_inline)) int32_t group_walk(const Walk *w, const Group *g,
                                                                const CellRange ranges[], bool counted) {
	const int32_t *listed = w->cells->gathered.data;
	for (int32_t from = 0; from < g->count; from += FEW) {
		int32_t to = g->count - from < FEW ? g->count : from + FEW;
		CellRange range = ranges[from];
		for (int32_t m = from + 1; m < to; ++m) range = cells_range_join(&range, &ranges[m]);
		if (counted) w->counts->listed += cells_entries(w->cells, &range);
		int32_t count = cells_gather(w->cells, &range);
		for (int32_t j = 0; j < count; j += CHUNK) {
			int32_t part = count - j < CHUNK ? count - j : CHUNK;
			int32_t code = chunk_test(w, g, from, to, listed + j, part, counted);
			if (code != 0) return code;
		}
	}
	return 0;
}

// Places a block and fills the group; ranges: the cells of its members.
static void group_fill(const Walk *w, Group *g, const PlacedBody *body, int32_t block, CellRange ranges[]) {
	const MeshBlocks *b = body->blocks;
	const Cells *c = w->cells;
	Float4 unit[BLOCK_VERTICES];
	g->blocks = b;
	g->first = block * BLOCK_TRIANGLES;
	g->count = 0;
	body_block(body, block, &g->placed);
	cells_unit_block(c, &g->placed, unit);
	for (int32_t i = 0; i < blocks_end(b, block) - g->first; ++i) {
		UnitBox box = unit_box_of(unit, b->corner + 3 * (int64_t)(g->first + i));
		g->box[g->count] = unit_box_cut(&box, &w->overlap); // there is nothing to meet outside the overlap
		g->member[g->count] = i;
		g->count += unit_boxes_meet(&box, &w->overlap);
	}
	for (int32_t m = 0; m < g->count; ++m) {
		ranges[m] = cells_range(c, &g->box[m]);
		if (c->by_cell) g->box[m] = cells_range_box(&ranges[m]);
	}
}

// The cells that a block covers.
static CellRange block_range(const Walk *w, const PlacedBody *body, int32_t k) {
	UnitBox box = cells_unit_box(w->cells, (double[3]){ body->lo[0][k], body->lo[1][k], body->lo[2][k] },
	                             (double[3]){ body->hi[0][k], body->hi[1][k], body->hi[2][k] });
	box = unit_box_cut(&box, &w->overlap);
	return cells_range(w->cells, &box);
}

// The body that is not listed passes through the cells, block by block.
static inline __attribute__((always_inline)) int32_t pair_walk(const Walk *w, bool counted) {
	const ActivePair *active = w->active;
	PlacedBody body = active->moving;
	body_bounds_at(&body, w->d->room.data + active->room);
	if (w->pair->moving_held) body = body_at_rest(dassd_blocks(w->d, w->pair->key.a));
	Group group;
	CellRange ranges[BLOCK_TRIANGLES];
	if (counted) w->counts->triangle_boxes += body.blocks->block_count;
	for (int32_t k = 0; k < body.blocks->block_count; ++k) {
		if (!body_block_touches(&body, k, active->lo, active->hi)) continue;
		CellRange range = block_range(w, &body, k);
		if (cells_range_empty(w->cells, &range)) continue;
		group_fill(w, &group, &body, k, ranges);
		if (counted) {
			w->counts->nb += blocks_end(body.blocks, k) - group.first;
			if (!body.at_rest) w->counts->vertices_projected += group.placed.count;
		}
		int32_t code = group_walk(w, &group, ranges, counted);
		if (code != 0) return code;
	}
	return 0;
}

// Tests only the last contact. Returns 1 if its triangles still meet.
static int32_t last_meets(Dassd *d, int32_t step, HnContactBuffer *out) {
	const HnContact *l = &d->last;
	HnPose pose = scene_relative(d->context->scene, l->body_a, l->body_b, step);
	Triangle still = body_triangle(d, l->body_a, l->triangle_a);
	Triangle moving = body_triangle(d, l->body_b, l->triangle_b);
	for (int i = 0; i < 3; ++i) moving.p[i] = pose_place(&pose, moving.p[i]);
	if (!tri_tri_meet(&still, &moving)) return 0;
	return contact_buffer_add(out, *l) ? 1 : HN_ERR_NO_MEMORY;
}

int32_t dassd_early(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	Dassd *d = self;
	if (counts != NULL) {
		counts->np += 1;
		counts->vertices_projected += 3;
	}
	int32_t code = last_meets(d, step, out);
	if (code != 0) return code < 0 ? code : HN_OK;
	d->last_parted = true;
	d->have_last = false;
	return HN_OK;
}

static inline __attribute__((always_inline)) int32_t
pair_decide(Dassd *d, const BodyPair *pair, HnContactBuffer *out, Counts *counts, bool counted) {
	int32_t code;
	const ActivePair *active = dassd_active(d, pair, counted ? counts : NULL, &code);
	if (active == NULL) return code;
	DassdState *state = dassd_state(d, active);
	if (d->blocks != NULL) {
		UnitBox overlap = cells_unit_box(&state->cells, active->lo, active->hi);
		Walk walk = { d, state, &state->cells, active, overlap, out, counts };
		code = pair_walk(&walk, counted);
	} else
		code = dassd_plain_walk(d, state, active, out, counts);
	if (code <= 0) return code;
	d->have_last = d->def.last_first != 0;
	d->last = out->data[out->count - 1];
	return HN_OK;
}

int32_t dassd_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	return pair_decide(self, pair, out, NULL, false);
}

int32_t dassd_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	return pair_decide(self, pair, out, counts, true);
}
