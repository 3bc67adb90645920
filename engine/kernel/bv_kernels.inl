// Template: everything stamped for one volume, and its class. Included at the end of the volume's file.
// In: BV (type) and BV_OP(op): fit, merge, overlaps, encloses, contains, volume as bv/bv.h describes them,
// fit_triangle (of three points of 3 doubles each, for the loops), and BV_NAME, BV_ABOUT (texts).
#if !defined(BV) || !defined(BV_OP) || !defined(BV_NAME) || !defined(BV_ABOUT)
#error "bv_kernels.inl needs BV, BV_OP, BV_NAME and BV_ABOUT"
#endif

#define NODE BV_OP(node)
typedef struct NODE {
	BV v;
	int32_t link, count; // as TopoNode
} NODE;

#include "kernel/tree_refit.inl"

#define KERNEL(part) BV_OP(part##_timed)
#define COUNT(x)     ((void)0)
#include "kernel/tree_pairs.inl"

#define KERNEL(part) BV_OP(part##_counted)
#define COUNT(x)     (x)
#include "kernel/tree_pairs.inl"

static void BV_OP(class_fit)(void *out, const Vec3 *points, int32_t count, double scale) {
	BV_OP(fit)(out, points, count, scale);
}
static void BV_OP(class_merge)(void *out, const void *a, const void *b) { BV_OP(merge)(out, a, b); }
static bool BV_OP(class_overlaps)(const void *a, const void *b) { return BV_OP(overlaps)(a, b); }
static bool BV_OP(class_encloses)(const void *a, const void *b) { return BV_OP(encloses)(a, b); }
static bool BV_OP(class_contains)(const void *v, Vec3 point, double scale) {
	return BV_OP(contains)(v, point, scale);
}
static double BV_OP(class_volume)(const void *v) { return (double)BV_OP(volume)(v); }

extern const BvClass BV_OP(class);
const BvClass BV_OP(class) = {
	.name = BV_NAME,
	.about = BV_ABOUT,
	.size = sizeof(BV),
	.node_size = sizeof(NODE),
	.link_offset = offsetof(NODE, link),
	.fit = BV_OP(class_fit),
	.merge = BV_OP(class_merge),
	.overlaps = BV_OP(class_overlaps),
	.encloses = BV_OP(class_encloses),
	.contains = BV_OP(class_contains),
	.volume = BV_OP(class_volume),
	.link = BV_OP(link),
	.refit = BV_OP(refit),
	.pairs_timed = BV_OP(pairs_timed),
	.pairs_counted = BV_OP(pairs_counted),
};

#undef NODE
#undef BV
#undef BV_OP
#undef BV_NAME
#undef BV_ABOUT
