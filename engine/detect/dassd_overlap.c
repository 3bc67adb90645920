// DASSD: what the overlap of two boxes says about cells.
#include "detect/dassd.h"

void overlap_move(const Dassd *d, Overlap *o, const BodyPair *pair, const HnPose *now) {
	if (d->step_before < 0) return;
	const MeshBox *box = dassd_box(d, pair->b);
	HnPose before = scene_relative(d->context->scene, pair->a, pair->b, d->step_before);
	HnVec3 center = { 0.5 * (box->lo[0] + box->hi[0]), 0.5 * (box->lo[1] + box->hi[1]),
		              0.5 * (box->lo[2] + box->hi[2]) };
	vec3_store(o->move, vec3_sub(pose_place(now, center), pose_place(&before, center)));
	o->trend = true;
	for (int axis = 0; axis < 3; ++axis)
		o->trend &= d->def.ahead * fabs(o->move[axis]) <= o->hi[axis] - o->lo[axis];
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

// Cells that are to be kept reach from the overlap to where it will be `ahead` steps later, limited to the
// still body's box.
static void cells_place_ahead(Cells *cells, const Overlap *o, const MeshBox *still, double ahead) {
	double from[3], to[3];
	for (int axis = 0; axis < 3; ++axis) {
		from[axis] = o->lo[axis];
		to[axis] = o->hi[axis];
		double low = from[axis] + ahead * o->move[axis], high = to[axis] + ahead * o->move[axis];
		if (low < from[axis]) from[axis] = low > still->lo[axis] ? low : still->lo[axis];
		if (high > to[axis]) to[axis] = high < still->hi[axis] ? high : still->hi[axis];
	}
	cells_place(cells, from, to);
}

static bool cells_contain(const Cells *cells, const Overlap *o) {
	bool in = cells->made;
	for (int axis = 0; axis < 3; ++axis)
		in = in && o->lo[axis] >= cells->lo[axis] && o->hi[axis] <= cells->hi[axis];
	return in;
}

bool overlap_keeps_cells(const Dassd *d, const DassdState *pair, const Overlap *o) {
	return d->def.keep && !pair->moving_held && cells_contain(&pair->cells, o) &&
	       !scene_deforms(d->context->scene, pair->key.a);
}

bool overlap_holder_is_moving(const DassdDef *def, const Overlap *o) {
	if (def->holder != HOLDER_AUTO) return def->holder == HOLDER_MOVING;
	return !(def->keep && o->trend) && o->moving_count < o->still_count;
}

void overlap_place_cells(const Dassd *d, DassdState *pair, const Overlap *o, bool ahead) {
	if (ahead)
		cells_place_ahead(&pair->cells, o, dassd_box(d, pair->key.a), d->def.ahead);
	else
		cells_place(&pair->cells, o->lo, o->hi);
}

CellsDef overlap_cells_def(const DassdDef *def, const Overlap *o, double others) {
	return (CellsDef){ .target = def->target,
		               .others = others,
		               .spread = def->spread,
		               .by_cell = def->blocks && !def->box_test,
		               .split_axis = def->direction ? largest_axis(o->move) : -1 };
}
