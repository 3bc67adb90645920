// What floats leave open: the exact test of the triangles of two leaves.
#include "exact/flat.h"
#include "tree/wide_pairs.h"

// A triangle in the frame of a, with the bounds of its vertices.
typedef struct Boxed {
	Triangle triangle;
	double lo[3], hi[3];
} Boxed;

typedef struct BoxedLeaf {
	Boxed of[WIDE];
	unsigned known; // bits: those that are set
} BoxedLeaf;

static void boxed_set(Boxed *out, const WideMesh *mesh, int32_t id, const HnPose *pose) {
	const int32_t *corners = mesh->triangles + 3 * (int64_t)id;
	for (int k = 0; k < 3; ++k) {
		HnVec3 p = vec3_load(mesh->xyz + 3 * (int64_t)corners[k]);
		out->triangle.p[k] = p = pose != NULL ? pose_place(pose, p) : p;
		const double x[3] = { p.x, p.y, p.z };
		for (int i = 0; i < 3; ++i) {
			out->lo[i] = k == 0 ? x[i] : lesser(out->lo[i], x[i]);
			out->hi[i] = k == 0 ? x[i] : greater(out->hi[i], x[i]);
		}
	}
}

static void leaf_set(BoxedLeaf *out, unsigned wanted, const WideMesh *mesh, const int32_t ids[WIDE],
                     const HnPose *pose) {
	out->known = wanted;
	for (unsigned left = wanted; left != 0; left &= left - 1) {
		int i = __builtin_ctz(left);
		boxed_set(&out->of[i], mesh, ids[i], pose);
	}
}

static bool boxes_apart(const Boxed *a, const Boxed *b) {
	bool apart = false;
	for (int i = 0; i < 3; ++i) apart |= (a->lo[i] > b->hi[i]) | (b->lo[i] > a->hi[i]);
	return apart;
}

// Lane l is the pair of triangle l mod 4 of a and lane_b(l) of b.
static inline int lane_a(int lane) { return lane & 3; }
static inline int lane_b(int lane) { return (lane + lane / 4) & 3; }

// Whether all known triangles have the coordinate `at` on an axis, at all of their vertices.
static bool leaf_is_level(const BoxedLeaf *leaf, int axis, double at) {
	bool level = true;
	for (unsigned left = leaf->known; left != 0; left &= left - 1) {
		const Boxed *boxed = &leaf->of[__builtin_ctz(left)];
		level &= (boxed->lo[axis] == at) & (boxed->hi[axis] == at);
	}
	return level;
}

// The axis on which all vertices of both leaves have the same coordinate, or -1.
static int level_axis(const BoxedLeaf *a, const BoxedLeaf *b) {
	for (int axis = 0; axis < 3; ++axis) {
		double at = a->of[__builtin_ctz(a->known)].lo[axis];
		if (leaf_is_level(a, axis, at) && leaf_is_level(b, axis, at)) return axis;
	}
	return -1;
}

// Where no triangle is known, the first known one stands in its place.
static void four_set(FlatFour *out, const BoxedLeaf *leaf, int x, int y) {
	for (int i = 0; i < WIDE; ++i) {
		const Boxed *boxed = &leaf->of[leaf->known >> i & 1 ? i : __builtin_ctz(leaf->known)];
		for (int k = 0; k < 3; ++k) {
			out->p[k][0][i] = vec3_get(boxed->triangle.p[k], x);
			out->p[k][1][i] = vec3_get(boxed->triangle.p[k], y);
		}
	}
}

// Faces that lie on each other, of boxes for instance. Decides lanes by the projection along the axis as far
// as floating point can. Returns the lanes that meet, and takes those that are decided off `lanes`.
static unsigned level_meet(const BoxedLeaf *a, const BoxedLeaf *b, int axis, unsigned *lanes) {
	int x = (axis + 1) % 3, y = (axis + 2) % 3;
	FlatFour four;
	FlatAnswer rows[WIDE] = { 0 };
	FlatKernel kernel = flat_four(simd_set());
	unsigned meet = 0;
	four_set(&four, a, x, y);
	for (unsigned left = b->known; left != 0; left &= left - 1) {
		int j = __builtin_ctz(left);
		double one[3][2];
		for (int k = 0; k < 3; ++k) {
			one[k][0] = vec3_get(b->of[j].triangle.p[k], x);
			one[k][1] = vec3_get(b->of[j].triangle.p[k], y);
		}
		rows[j] = kernel(&four, one);
	}
	for (unsigned left = *lanes; left != 0; left &= left - 1) {
		int lane = __builtin_ctz(left), i = lane_a(lane), j = lane_b(lane);
		meet |= (rows[j].meet >> i & 1) << lane;
		*lanes &= ~(((rows[j].meet | rows[j].apart) >> i & 1) << lane);
	}
	return meet;
}

unsigned wide_settle(const WideQuery *q, const int32_t ids_a[WIDE], const int32_t ids_b[WIDE],
                     unsigned lanes) {
	BoxedLeaf a, b;
	unsigned wanted_a = 0, wanted_b = 0, meet = 0;
	for (int turn = 0; turn < WIDE; ++turn) {
		unsigned row = lanes >> (WIDE * turn) & 15;
		wanted_a |= row, wanted_b |= (row << turn | row >> (WIDE - turn)) & 15;
	}
	leaf_set(&a, wanted_a, &q->mesh_a, ids_a, NULL);
	leaf_set(&b, wanted_b, &q->mesh_b, ids_b, &q->pose);
	int axis = level_axis(&a, &b);
	if (axis >= 0) meet = level_meet(&a, &b, axis, &lanes);
	for (; lanes != 0; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		const Boxed *of_a = &a.of[lane_a(lane)], *of_b = &b.of[lane_b(lane)];
		if (!boxes_apart(of_a, of_b))
			meet |= (unsigned)tri_tri_meet(&of_a->triangle, &of_b->triangle) << lane;
	}
	return meet;
}
