// DASSD without blocks, as the paper has it: the moving body is placed as a whole, all triangles are compared
// with the overlap, and each triangle that passes is tested against those that its own cells list.
#include <string.h>

#include "base/error.h"
#include "detect/dassd.h"
#include "exact/two_step.h"

// Update
// -----------------------------------------------------------------------------------------------------

int32_t dassd_plain_overlap(Dassd *d, Overlap *o, const BodyPair *pair, const HnPose *pose, bool *meet,
                            Counts *counts) {
	const MeshPlain *mesh = dassd_plain(d, pair->b);
	int64_t triangles = (int64_t)mesh->triangle_count + dassd_plain(d, pair->a)->triangle_count;
	if (!ARRAY_RESERVE(&d->room, d->room.count + 3 * (int64_t)mesh->vertex_count) ||
	    !ARRAY_RESERVE(&d->passing, d->passing.count + triangles))
		return HN_ERR_NO_MEMORY;
	double *room = d->room.data + d->room.count;
	plain_place(mesh, pose, room);
	PlainBody moving = plain_placed(mesh, room);
	*meet = plain_clip_box(&moving, o->lo, o->hi);
	if (counts != NULL) {
		counts->nu += 1;
		counts->vertices_projected += mesh->vertex_count;
		counts->nb += *meet ? mesh->triangle_count : 0;
	}
	if (!*meet) return HN_OK;
	overlap_move(d, o, pair, pose);
	int32_t *passing = d->passing.data + d->passing.count;
	o->moving_count = plain_touching(&moving, o->lo, o->hi, d->codes.data, passing);
	*meet = o->moving_count > 0;
	return HN_OK;
}

void dassd_plain_keep(Dassd *d, const BodyPair *pair, const Overlap *o) {
	d->room.count += 3 * (int64_t)dassd_plain(d, pair->b)->vertex_count;
	d->passing.count += o->moving_count + o->still_count;
}

// Chooses the holder and cuts the box of its cells. The still body's triangles that touch the box are written
// behind the moving body's.
static void holder_choose(Dassd *d, DassdState *pair, Overlap *o, const ActivePair *active, Counts *counts) {
	const DassdDef *def = &d->def;
	PlainBody still = plain_at_rest(dassd_plain(d, pair->key.a));
	Cells *cells = &pair->cells;
	overlap_place_cells(d, pair, o, def->keep && o->trend && def->holder != HOLDER_MOVING);
	int32_t *ids = d->passing.data + active->passing + o->moving_count;
	o->still_count = plain_touching(&still, cells->lo, cells->hi, d->codes.data, ids);
	pair->moving_held = overlap_holder_is_moving(def, o);
	if (counts != NULL) counts->nb += still.mesh->triangle_count;
}

int32_t dassd_plain_cells(Dassd *d, DassdState *pair, Overlap *o, ActivePair *active, Counts *counts) {
	active->passing_count = (int32_t)o->moving_count;
	if (overlap_keeps_cells(d, pair, o)) return HN_OK;
	holder_choose(d, pair, o, active, counts);
	const int32_t *moving = d->passing.data + active->passing, *still = moving + o->moving_count;
	bool listed;
	if (pair->moving_held) {
		PlainBody body = plain_placed(dassd_plain(d, pair->key.b), d->room.data + active->room);
		listed = cells_list_plain(&pair->cells, &body, moving, (int32_t)o->moving_count);
		active->passing += o->moving_count;
		active->passing_count = (int32_t)o->still_count;
	} else {
		PlainBody body = plain_at_rest(dassd_plain(d, pair->key.a));
		listed = cells_list_plain(&pair->cells, &body, still, (int32_t)o->still_count);
	}
	if (!listed) return HN_ERR_NO_MEMORY;
	CellsDef def = overlap_cells_def(&d->def, o, (double)active->passing_count);
	int32_t code = cells_fill(&pair->cells, &def);
	if (counts != NULL && code == HN_OK) dassd_count_cells(&pair->cells, counts);
	return code;
}

// Narrow
// -----------------------------------------------------------------------------------------------------

typedef struct PlainWalk {
	const Dassd *d;
	const DassdState *pair;
	Cells *cells;
	PlainBody held, passing;
	HnContactBuffer *out;
	Counts *counts; // may be NULL
} PlainWalk;

// A triangle that passes through the cells.
typedef struct Passing {
	int32_t id;
	Triangle t;
	TriPlane plane;
} Passing;

static const ListedTriangle *plain_listed(const PlainWalk *w, int32_t index) {
	Listed *listed = &w->cells->listed.data[index];
	ListedTriangle *out = &w->cells->triangles.data[index];
	if (listed->placed) return out;
	listed->placed = 1;
	out->t = plain_triangle(&w->held, listed->triangle);
	out->plane = tri_plane(&out->t);
	return out;
}

static HnContact plain_contact(const PlainWalk *w, int32_t index, const Passing *p) {
	int32_t one = w->cells->listed.data[index].triangle, other = p->id;
	bool swapped = w->pair->moving_held;
	return (HnContact){ w->pair->key.a, swapped ? other : one, w->pair->key.b, swapped ? one : other };
}

// Keeps those of `near` whose boxes meet the box.
static int32_t boxes_sift(const PlainWalk *w, const UnitBox *box, int32_t *near, int32_t count) {
	int32_t kept = 0;
	for (int32_t k = 0; k < count; ++k) {
		int32_t index = near[k];
		near[kept] = index;
		kept += unit_boxes_meet(box, &w->cells->listed.data[index].box);
	}
	return kept;
}

// Removes the last contact, which was tested already.
static int32_t last_remove(const PlainWalk *w, const Passing *p, int32_t *near, int32_t count) {
	int32_t kept = 0;
	for (int32_t k = 0; k < count; ++k) {
		HnContact contact = plain_contact(w, near[k], p);
		near[kept] = near[k];
		kept += !contact_equal(&contact, &w->d->last);
	}
	return kept;
}

// The first of the two steps: removes the pairs in which all corners of one triangle are certainly on one
// side of the other's plane.
static int32_t planes_sift(const PlainWalk *w, const Passing *p, int32_t *near, int32_t count) {
	int32_t left = 0, kept = 0;
	for (int32_t k = 0; k < count; ++k) {
		int32_t index = near[k];
		near[left] = index;
		left += !tri_plane_separates(&plain_listed(w, index)->plane, &p->t);
	}
	for (int32_t k = 0; k < left; ++k) {
		int32_t index = near[k];
		near[kept] = index;
		kept += !tri_plane_separates(&p->plane, &w->cells->triangles.data[index].t);
	}
	return kept;
}

// Tests a triangle against those of `near`. Returns 1 if this ends the step (`first`).
static int32_t pairs_test(const PlainWalk *w, const Passing *p, int32_t *near, int32_t count) {
	bool two_step = w->d->def.two_step;
	if (two_step) count = planes_sift(w, p, near, count);
	if (two_step && w->counts != NULL) w->counts->np_near += count;
	for (int32_t k = 0; k < count; ++k) {
		const ListedTriangle *own = plain_listed(w, near[k]);
		int32_t answer = two_step ? two_step_test(&own->t, &own->plane, &p->t) : TWO_STEP_UNSURE;
		if (answer == TWO_STEP_UNSURE)
			answer = w->pair->moving_held ? tri_tri_meet(&p->t, &own->t) : tri_tri_meet(&own->t, &p->t);
		if (!answer) continue;
		if (!contact_buffer_add(w->out, plain_contact(w, near[k], p))) return HN_ERR_NO_MEMORY;
		if (w->d->context->first) return 1;
	}
	return 0;
}

static int32_t triangle_walk(const PlainWalk *w, int32_t id, const UnitBox *overlap) {
	UnitBox whole = unit_box_of_plain(w->cells, &w->passing, id), box = unit_box_cut(&whole, overlap);
	CellRange range = cells_range(w->cells, &box);
	if (w->counts != NULL) w->counts->listed += cells_entries(w->cells, &range);
	int32_t count = cells_gather(w->cells, &range), *near = w->cells->gathered.data;
	if (count == 0) return 0;
	Passing p = { .id = id };
	if (w->d->def.box_test) {
		if (w->counts != NULL) w->counts->triangle_boxes += count;
		count = boxes_sift(w, &box, near, count);
	}
	if (w->d->last_parted) count = last_remove(w, &p, near, count);
	if (w->counts != NULL) w->counts->np += count;
	if (count == 0) return 0;
	p.t = plain_triangle(&w->passing, id);
	p.plane = tri_plane(&p.t);
	return pairs_test(w, &p, near, count);
}

int32_t dassd_plain_walk(Dassd *d, DassdState *pair, const ActivePair *active, HnContactBuffer *out,
                         Counts *counts) {
	PlainBody still = plain_at_rest(dassd_plain(d, pair->key.a));
	PlainBody moving = plain_placed(dassd_plain(d, pair->key.b), d->room.data + active->room);
	bool swapped = pair->moving_held;
	PlainWalk w = { d, pair, &pair->cells, swapped ? moving : still, swapped ? still : moving, out, counts };
	UnitBox overlap = cells_unit_box(&pair->cells, active->lo, active->hi);
	const int32_t *passing = d->passing.data + active->passing;
	for (int32_t i = 0; i < active->passing_count; ++i) {
		int32_t code = triangle_walk(&w, passing[i], &overlap);
		if (code != 0) return code;
	}
	return 0;
}
