// The axis-aligned bounding box: 24 bytes, and six comparisons a test. Under rotation it must be refitted. It
// is tight apart from float's outward rounding, about 1.5 units in the last place.
#include "bv/aabb.h"

#include "base/error.h"
#include "bv/bv.h"

static void aabb_solid(Solid *out, const Aabb *box, const BvSpace *space) {
	(void)space;
	solid_box(out, box->lo, box->hi);
}

#define BV                        Aabb
#define BV_OP(op)                 aabb_##op
#define BV_NAME                   "aabb"
#define BV_ABOUT                  "axis-aligned box: min and max along x, y and z"
#define BV_FOLLOW                 AabbMotion
#define BV_TURN                   AabbTurn
#define BV_HULL_POINTS_MAX(space) 0
#include "kernel/bv_kernels.inl"
