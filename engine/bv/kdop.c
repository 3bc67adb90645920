// k-DOPs of any set of directions, in sizes of which the smallest that fits is taken.
#include "bv/kdop_template.h"

#include "base/error.h"

#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf4
#define BV_OP(op)  kdop4_##op
#define KDOP_SLABS 4
#include "bv/kdop.inl"

#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf8
#define BV_OP(op)  kdop8_##op
#define KDOP_SLABS 8
#include "bv/kdop.inl"

#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf16
#define BV_OP(op)  kdop16_##op
#define KDOP_SLABS 16
#include "bv/kdop.inl"

#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf32
#define BV_OP(op)  kdop32_##op
#define KDOP_SLABS 32
#include "bv/kdop.inl"

#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf64
#define BV_OP(op)  kdop_##op
#define KDOP_SLABS 64
#include "bv/kdop.inl"

static const BvClass *smallest(int32_t slabs) {
	const BvClass *bv = slabs <= 4    ? &kdop4_class
	                    : slabs <= 8  ? &kdop8_class
	                    : slabs <= 16 ? &kdop16_class
	                    : slabs <= 32 ? &kdop32_class
	                                  : &kdop_class;
	return bv_planted(bv);
}

static const BvClass *usual(int32_t k) {
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (bv_class(i)->directions == k) return bv_class(i);
	return NULL;
}

int32_t kdop_choose(const BvClass **class, Directions *directions, int32_t k, const double (*vectors)[3],
                    int32_t count) {
	*directions = (Directions){ 0 };
	if ((*class)->directions == 0) return HN_OK;
	if ((*class)->directions == BV_DIRECTIONS_GIVEN && count > 0) {
		int32_t status = directions_init(directions, vectors, count);
		if (status == HN_OK) *class = smallest(directions->count);
		return status;
	}
	if ((*class)->directions == BV_DIRECTIONS_GIVEN) {
		if (usual(k) == NULL)
			return error_set(HN_ERR_BAD_INPUT, "k is %d; there are sets of 6, 14, 18 and 26", (int)k);
		*class = usual(k);
	}
	directions_init_usual(directions, (*class)->directions);
	return HN_OK;
}
