// Part of wide/pairs.inl: what floats leave open, the exact test of the triangles of two leaves.
#include "exact/flat.h"
#include "simd/doubles_most.h"

// Four triangles in the frame of a, with the bounds of their vertices. Bounds are stored twice as well.
typedef struct Placed {
	FlatFour of;
	double lo[3][2 * WIDE], hi[3][2 * WIDE];
} Placed;

INLINE void store_twice(double out[2 * WIDE], Doubles4 x) {
	doubles4_store(out, x);
	doubles4_store(out + WIDE, x);
}

// As pose_place.
INLINE void place_four(Doubles4 x[3], const HnPose *pose) {
	const double t[3] = { pose->t.x, pose->t.y, pose->t.z };
	Doubles4 out[3], least = doubles4_one(COORDINATE_MIN);
	for (int i = 0; i < 3; ++i) {
		const double *row = pose->r.m[i];
		out[i] =
		    doubles4_add(doubles4_mul(doubles4_one(row[0]), x[0]), doubles4_mul(doubles4_one(row[1]), x[1]));
		out[i] = doubles4_add(out[i], doubles4_mul(doubles4_one(row[2]), x[2]));
		out[i] = doubles4_add(out[i], doubles4_one(t[i]));
		out[i] = doubles4_select(doubles4_above(least, doubles4_abs(out[i])), doubles4_one(0), out[i]);
	}
	for (int i = 0; i < 3; ++i) x[i] = out[i];
}

// Places the triangles of the set `wanted`. The first one stands in the place of the others.
INLINE void placed_set(Placed *out, unsigned wanted, const MeshView *mesh, const int32_t ids[WIDE],
                       const HnPose *pose) {
	const int32_t *corners[WIDE];
	Doubles4 lo[3], hi[3];
	for (int i = 0; i < WIDE; ++i) {
		int at = wanted >> i & 1 ? i : __builtin_ctz(wanted);
		corners[i] = mesh->triangles + 3 * (int64_t)ids[at];
	}
	for (int k = 0; k < 3; ++k) {
		const double *v[WIDE];
		Doubles4 x[3];
		for (int i = 0; i < WIDE; ++i) v[i] = mesh->xyz + 3 * (int64_t)corners[i][k];
		for (int i = 0; i < 3; ++i) x[i] = doubles4_these(v[0][i], v[1][i], v[2][i], v[3][i]);
		if (pose != NULL) place_four(x, pose);
		for (int i = 0; i < 3; ++i) {
			store_twice(out->of.p[k][i], x[i]);
			lo[i] = k == 0 ? x[i] : doubles4_min(lo[i], x[i]);
			hi[i] = k == 0 ? x[i] : doubles4_max(hi[i], x[i]);
		}
	}
	for (int i = 0; i < 3; ++i) store_twice(out->lo[i], lo[i]), store_twice(out->hi[i], hi[i]);
}

// The lanes whose bounds do not overlap, and for each axis those whose six vertices all have the same
// coordinate.
typedef struct Bounded {
	unsigned apart, level[3];
} Bounded;

INLINE Bounded bounds_test(const Placed *a, const Placed *b) {
	Bounded out = { 0 };
	for (int group = 0; group < 4 * WIDE / DOUBLES; ++group)
		for (int i = 0; i < 3; ++i) {
			Doubles lo_a = doubles_repeated(a->lo[i]), lo_b = doubles_turned(b->lo[i], group);
			Doubles hi_a = doubles_repeated(a->hi[i]), hi_b = doubles_turned(b->hi[i], group);
			unsigned apart = doubles_above(lo_a, hi_b) | doubles_above(lo_b, hi_a);
			unsigned level = doubles_equal(lo_a, hi_b) & doubles_equal(lo_b, hi_a);
			out.apart |= apart << (DOUBLES * group), out.level[i] |= level << (DOUBLES * group);
		}
	return out;
}

// Lane l is the pair of triangle l mod 4 of a and (l + l / 4) mod 4 of b, which is stored at up to 7.
static bool lane_meets(const Placed *a, const Placed *b, int lane) {
	Triangle of_a, of_b;
	int i = lane & 3, j = i + lane / 4;
	for (int k = 0; k < 3; ++k) {
		of_a.p[k] = (HnVec3){ a->of.p[k][0][i], a->of.p[k][1][i], a->of.p[k][2][i] };
		of_b.p[k] = (HnVec3){ b->of.p[k][0][j], b->of.p[k][1][j], b->of.p[k][2][j] };
	}
	return tri_tri_meet(&of_a, &of_b);
}

static Triangle triangle_of(const MeshView *mesh, int32_t id) {
	const int32_t *corners = mesh->triangles + 3 * (int64_t)id;
	Triangle out;
	for (int k = 0; k < 3; ++k) out.p[k] = vec3_load(mesh->xyz + 3 * (int64_t)corners[k]);
	return out;
}

// -1: the bounds do not overlap. 1: the triangles are in one plane across an axis.
static int bounds_look(const Triangle *a, const Triangle *b) {
	bool apart = false, level = false;
	for (int i = 0; i < 3; ++i) {
		double a0 = vec3_get(a->p[0], i), a1 = vec3_get(a->p[1], i), a2 = vec3_get(a->p[2], i);
		double b0 = vec3_get(b->p[0], i), b1 = vec3_get(b->p[1], i), b2 = vec3_get(b->p[2], i);
		double lo_a = lesser(lesser(a0, a1), a2), hi_a = greater(greater(a0, a1), a2);
		double lo_b = lesser(lesser(b0, b1), b2), hi_b = greater(greater(b0, b1), b2);
		apart |= (lo_a > hi_b) | (lo_b > hi_a);
		level |= (lo_a == hi_b) & (lo_b == hi_a);
	}
	return apart ? -1 : level;
}

// One pair alone, as nearly all are that two curved surfaces leave open.
// Returns -1 if lanes should look: the triangles are in one plane.
static int one_meets(const WideQuery *q, int32_t id_a, int32_t id_b) {
	Triangle a = triangle_of(&q->mesh_a, id_a), b = triangle_of(&q->mesh_b, id_b);
	for (int k = 0; k < 3; ++k) b.p[k] = pose_place(&q->pose, b.p[k]);
	int look = bounds_look(&a, &b);
	return look == 1 ? -1 : look == 0 && tri_tri_meet(&a, &b);
}

// Decides exactly which of the given lanes' triangles meet, at least one lane. The ids are those of two
// leaves. Triangles whose bounds, computed from the placed vertices, do not overlap are apart without further
// tests. Those in one plane across an axis, as faces of boxes on each other, are looked at along that axis.
static __attribute__((noinline)) unsigned settle(const WideQuery *q, const int32_t ids_a[WIDE],
                                                 const int32_t ids_b[WIDE], unsigned lanes) {
	Placed a, b;
	unsigned wanted_a = 0, wanted_b = 0, meet = 0;
	if ((lanes & (lanes - 1)) == 0) {
		int lane = __builtin_ctz(lanes);
		int one = one_meets(q, ids_a[lane & 3], ids_b[(lane + lane / 4) & 3]);
		if (one >= 0) return (unsigned)one << lane;
	}
	for (int turn = 0; turn < WIDE; ++turn) {
		unsigned row = lanes >> (WIDE * turn) & 15;
		wanted_a |= row, wanted_b |= (row << turn | row >> (WIDE - turn)) & 15;
	}
	placed_set(&a, wanted_a, &q->mesh_a, ids_a, NULL);
	placed_set(&b, wanted_b, &q->mesh_b, ids_b, &q->pose);
	Bounded bounded = bounds_test(&a, &b);
	lanes &= ~bounded.apart;
	for (int axis = 0; axis < 3; ++axis) {
		unsigned level = lanes & bounded.level[axis];
		if (level == 0) continue;
		FlatAnswer answer = WIDE_FLAT(&a.of, &b.of, axis, level);
		meet |= answer.meet, lanes &= ~(answer.meet | answer.apart);
	}
	for (; lanes != 0; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		meet |= (unsigned)lane_meets(&a, &b, lane) << lane;
	}
	return meet;
}
