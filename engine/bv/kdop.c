// k-DOPs of any set of directions. They come in several sizes; the smallest that fits is used.
#include "bv/kdop_template.h"

static const Param s_params[] = {
	{ .name = "k",
	  .type = PARAM_INT,
	  .offset = offsetof(KdopDef, k),
	  .fallback = 14,
	  .lo = 6,
	  .hi = 26,
	  .more = &(const ParamMore){ .strict = true },
	  .about = "number of directions, if none are given: 6, 14, 18 or 26, as in fdh6 and so on" },
	{ .name = "directions",
	  .type = PARAM_VECTORS,
	  .offset = offsetof(KdopDef, directions),
	  .more = &(const ParamMore){ .instead = "k", .strict = true },
	  .about = "one vector for each slab; none: the set that k names" },
};

#define BV_DEF     KdopDef
#define BV_PARAMS  s_params
#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf4
#define BV_OP(op)  kdop4_##op
#define KDOP_SLABS 4
#include "bv/kdop.inl"

#define BV_DEF     KdopDef
#define BV_PARAMS  s_params
#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf8
#define BV_OP(op)  kdop8_##op
#define KDOP_SLABS 8
#include "bv/kdop.inl"

#define BV_DEF     KdopDef
#define BV_PARAMS  s_params
#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf16
#define BV_OP(op)  kdop16_##op
#define KDOP_SLABS 16
#include "bv/kdop.inl"

#define BV_DEF     KdopDef
#define BV_PARAMS  s_params
#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf32
#define BV_OP(op)  kdop32_##op
#define KDOP_SLABS 32
#include "bv/kdop.inl"

#define BV_DEF     KdopDef
#define BV_PARAMS  s_params
#define BV_NAME    "kdop"
#define BV_ABOUT   "k-DOP of any directions: those of k, or a set of one's own"
#define BV         KDopOf64
#define BV_OP(op)  kdop_##op
#define KDOP_SLABS 64
#include "bv/kdop.inl"

const BvClass *kdop_smallest(int32_t slabs) {
	const BvClass *bv = slabs <= 4    ? &kdop4_class
	                    : slabs <= 8  ? &kdop8_class
	                    : slabs <= 16 ? &kdop16_class
	                    : slabs <= 32 ? &kdop32_class
	                                  : &kdop_class;
	return bv_planted(bv);
}
