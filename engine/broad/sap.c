// Sweep and prune. axes=1 sorts the boxes along one axis and compares each with those that begin before it
// ends; axes=3 keeps the bounds along all three axes and the pairs from step to step. This work is based on:
// D. Baraff. Dynamic Simulation of Non-Penetrating Rigid Bodies. PhD thesis, Cornell 1992
// J. D. Cohen, M. C. Lin, D. Manocha, M. Ponamgi. I-COLLIDE. I3D 1995
#include "broad/sap.h"

#include "base/error.h"
#include "base/names.h"

typedef struct SapParams {
	int32_t axes, axis;
	double swaps;
} SapParams;

typedef struct Sap {
	const BroadObjects *objects;
	SapParams params;
	Sweep sweep;          // one axis
	Endpoints *endpoints; // three
} Sap;

static bool sap_keeps(const Sap *sap) { return sap->params.axes == 1; } // the index of "3"

static void sap_destroy(void *self) {
	Sap *sap = self;
	if (sap == NULL) return;
	sweep_free(&sap->sweep);
	endpoints_destroy(sap->endpoints);
	mem_free(sap, sizeof *sap);
}

static int32_t sap_create(void **out, const BroadObjects *objects, const void *params) {
	Sap *sap = mem_alloc_zero(sizeof *sap);
	if (sap == NULL) return HN_ERR_NO_MEMORY;
	sap->objects = objects;
	sap->params = *(const SapParams *)params;
	int32_t status = HN_OK;
	if (sap_keeps(sap)) status = endpoints_create(&sap->endpoints, objects, sap->params.swaps);
	if (status == HN_OK)
		*out = sap;
	else
		sap_destroy(sap);
	return status;
}

static int32_t sap_update(void *self) {
	Sap *sap = self;
	return sap_keeps(sap) ? endpoints_update(sap->endpoints) : HN_OK;
}

static void sap_forget(void *self) {
	Sap *sap = self;
	if (sap_keeps(sap)) endpoints_forget(sap->endpoints);
}

static int32_t sap_build(void *self) {
	Sap *sap = self;
	return sap_keeps(sap) ? HN_OK : sweep_build(&sap->sweep, sap->objects, (SweepAxis)sap->params.axis);
}

static int32_t sap_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	const Sap *sap = self;
	return sap_keeps(sap) ? endpoints_query(sap->endpoints, out) : sweep_query_timed(&sap->sweep, out);
}

// The loops of the query count nothing. With one axis the number of tests follows from the sorted rows; with
// three axes the tests were counted in the update, where pairs begin.
static int32_t sap_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	const Sap *sap = self;
	counts->tests += sap_keeps(sap) ? endpoints_tests(sap->endpoints) : sweep_tests(&sap->sweep);
	return sap_timed(self, out, NULL);
}

static size_t sap_bytes(const void *self) {
	const Sap *sap = self;
	return sap_keeps(sap) ? endpoints_bytes(sap->endpoints) : sweep_bytes(&sap->sweep);
}

static const char *axes_name(int32_t index) { NAME_AT(index, "1", "3"); }

static const Param s_params[] = {
	{ .name = "axes",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(SapParams, axes),
	  .choice = axes_name,
	  .about = "1: one axis, sorted each step; 3: three axes, kept sorted, with their pairs" },
	{ .name = "axis",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(SapParams, axis),
	  .choice = sweep_axis_name,
	  .about = "with one axis: which one; variance = the axis along which the centres vary most" },
	{ .name = "swaps",
	  .type = PARAM_REAL,
	  .offset = offsetof(SapParams, swaps),
	  .fallback = 16,
	  .hi = 1e9,
	  .about = "with three axes: maximum number of swaps for each object in a step; beyond it everything is "
	           "sorted again" },
};

extern const BroadClass broad_sap;
const BroadClass broad_sap = {
	.name = "sap",
	.about = "sweep and prune: boxes sorted along an axis, or along three that are kept",
	.source = "Baraff 1992, Cohen et al. 1995",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(SapParams) },
	.create = sap_create,
	.destroy = sap_destroy,
	.update = sap_update,
	.forget = sap_forget,
	.build = sap_build,
	.timed = sap_timed,
	.counted = sap_counted,
	.bytes = sap_bytes,
};
