#include "bv/obb_slabs.h"

#include <math.h>

typedef struct Slab {
	double lo[3], hi[3];
} Slab;

typedef struct Slabs {
	int axis;
	int32_t count;
	double lo, factor;           // (x - lo) * factor: the number of the slab, nearly
	double begin[SLABS_MAX + 1]; // the last is no slab's
	Slab slab[SLABS_MAX];
} Slabs;

static void slab_clear(Slab *slab) {
	for (int k = 0; k < 3; ++k) slab->lo[k] = (double)INFINITY, slab->hi[k] = -(double)INFINITY;
}

static inline void slab_add(Slab *slab, const double *p) {
	for (int k = 0; k < 3; ++k) {
		slab->lo[k] = p[k] < slab->lo[k] ? p[k] : slab->lo[k];
		slab->hi[k] = p[k] > slab->hi[k] ? p[k] : slab->hi[k];
	}
}

static int longest_axis(const Slab *box) {
	int axis = 0;
	for (int k = 1; k < 3; ++k)
		if (box->hi[k] - box->lo[k] > box->hi[axis] - box->lo[axis]) axis = k;
	return axis;
}

static void slabs_cut(Slabs *out, const BvSlabs *def, const Slab *box) {
	out->axis = def->axis == SLABS_ALONG_X ? 0 : longest_axis(box);
	out->count = def->count > 0 ? def->count : 1;
	out->lo = box->lo[out->axis];
	double extent = box->hi[out->axis] - out->lo;
	out->factor = extent > 0 ? out->count / extent : 0;
	for (int32_t i = 0; i <= out->count; ++i) out->begin[i] = out->lo + extent * i / out->count;
	for (int32_t i = 0; i < out->count; ++i) slab_clear(&out->slab[i]);
}

static inline Slab *slab_of(Slabs *slabs, double x) {
	int32_t i = (int32_t)((x - slabs->lo) * slabs->factor);
	if (i > slabs->count - 1) i = slabs->count - 1;
	while (i > 0 && x < slabs->begin[i]) --i;
	while (i + 1 < slabs->count && x >= slabs->begin[i + 1]) ++i;
	return &slabs->slab[i];
}

// skip: an axis that does not count; 3: none.
static inline bool is_extreme(const Slab *slab, const double *p, int skip) {
	bool extreme = false;
	for (int k = 0; k < 3; ++k) extreme |= (k != skip) & ((p[k] == slab->lo[k]) | (p[k] == slab->hi[k]));
	return extreme;
}

bool obb_slabs_choose(FitRoom *room, const BvSlabs *def) {
	const double *xyz = doubles_of(room->points.data);
	int64_t n = room->points.count;
	Slabs slabs;
	Slab box;
	room->chosen.count = 0;
	if (!ARRAY_RESERVE(&room->chosen, n)) return fit_room_fail(room, HN_ERR_NO_MEMORY);
	slab_clear(&box);
	for (int64_t i = 0; i < n; ++i) slab_add(&box, xyz + 3 * i);
	slabs_cut(&slabs, def, &box);
	int skip = def->extremes == EXTREMES_XYZ ? 3 : slabs.axis;
	for (int64_t i = 0; i < n; ++i) slab_add(slab_of(&slabs, xyz[3 * i + slabs.axis]), xyz + 3 * i);
	for (int64_t i = 0; i < n; ++i)
		if (is_extreme(slab_of(&slabs, xyz[3 * i + slabs.axis]), xyz + 3 * i, skip))
			room->chosen.data[room->chosen.count++] = room->points.data[i];
	return fit_room_distinct(room, &room->chosen);
}
