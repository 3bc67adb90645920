// Brute force with a planted fault, so that tests can check how a run handles it. Not in release builds.
#ifdef PLANTED

#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "detect/pairs.h"

extern const HnDetectClass detect_brute;

typedef struct PlantedParams {
	int32_t fault, where, step;
} PlantedParams;

// The last two report supersets, as algorithms that stop at volumes do; the second of them lacks a contact.
enum {
	FAULT_NONE,
	FAULT_CRASH,
	FAULT_LOOP,
	FAULT_HOG,
	FAULT_WRONG,
	FAULT_WRONG_TIMED,
	FAULT_ERROR,
	FAULT_SUPERSET,
	FAULT_SUPERSET_LACKS,
	FAULTS
};
enum { AT_BUILD, AT_STEP, AT_LATE };
// A pass by the timed kernels is the proof, at the end of counting. This one is of a calibration or a sample.
enum { LATE = 5 };

typedef struct Planted {
	PlantedParams params;
	int32_t passes;       // that came to the step by the timed kernels
	int32_t dropped_step; // the first step with a contact; -1: not seen yet
	HnDetectClass class_; // brute force
	Param params_of_brute[DETECT_PARAMS_MAX];
	void *brute;
	HnQuery query;
} Planted;

// Allocates all memory that the limit allows, but touches only one page of each block, so that the machine is
// not slowed down.
static int32_t hog(void) {
	enum { BLOCK = 1 << 26 };
	void **last = NULL;
	for (void **block; (block = mem_alloc(BLOCK)) != NULL; last = block) *block = (void *)last;
	while (last != NULL) {
		void **block = last;
		last = *block;
		mem_free((void *)block, BLOCK);
	}
	return HN_ERR_NO_MEMORY;
}

static int32_t strike(int32_t fault) {
	switch (fault) {
	case FAULT_CRASH:
		abort();
	case FAULT_LOOP:
		for (volatile int32_t turn = 0;; turn = !turn) {
		}
	case FAULT_HOG:
		return hog();
	case FAULT_ERROR:
		return error_set(HN_ERR_INVALID, "planted: this error was asked for");
	default:
		return HN_OK;
	}
}

static void planted_destroy(void *self) {
	Planted *planted = self;
	if (planted == NULL) return;
	planted->class_.destroy(planted->brute);
	mem_free(planted, sizeof *planted);
}

// The registry has brute force as well; but it has this class too, and is not known here.
static int32_t brute_make(Planted *planted, const HnScene *scene, HnQuery query) {
	HnDetectClass *brute = &planted->class_;
	*brute = detect_brute;
	pairs_resolve(brute, planted->params_of_brute);
	void *def = mem_alloc(brute->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	param_set_defaults(&brute->params, def);
	int32_t status = brute->create(&planted->brute, brute, scene, query, def);
	mem_free(def, brute->params.def_size);
	return status;
}

static int32_t planted_create(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                              const void *params) {
	(void)class;
	const PlantedParams *p = params;
	int32_t status = p->where == AT_BUILD ? strike(p->fault) : HN_OK;
	if (status != HN_OK) return status;
	Planted *planted = mem_alloc_zero(sizeof *planted);
	if (planted == NULL) return HN_ERR_NO_MEMORY;
	planted->params = *p;
	planted->dropped_step = -1;
	planted->query = query;
	status = brute_make(planted, scene, query);
	if (status == HN_OK)
		*out = planted;
	else
		planted_destroy(planted);
	return status;
}

static bool is_superset(int32_t fault) { return fault == FAULT_SUPERSET || fault == FAULT_SUPERSET_LACKS; }

// Adds a pair of the first two bodies that brute force did not report.
static int32_t add_foreign(HnContactBuffer *out) {
	HnContact foreign = { 0, 0, 1, 0 };
	for (int64_t i = 0; i < out->count; ++i) {
		const HnContact *c = &out->data[i];
		if (c->triangle_b == 0 && c->triangle_a >= foreign.triangle_a) foreign.triangle_a = c->triangle_a + 1;
	}
	return contact_buffer_add(out, foreign) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t planted_narrow(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	Planted *planted = self;
	int32_t fault = planted->params.fault;
	int32_t where = planted->params.where;
	planted->passes += step == planted->params.step && counts == NULL;
	if (step == planted->params.step && (where == AT_STEP || (where == AT_LATE && planted->passes >= LATE))) {
		int32_t status = strike(fault);
		if (status != HN_OK) return status;
	}
	int32_t status = detect_step(&planted->class_, planted->brute, step, out, counts);
	bool lacks = fault == FAULT_WRONG || fault == FAULT_SUPERSET_LACKS ||
	             (fault == FAULT_WRONG_TIMED && counts == NULL);
	if (status != HN_OK || (!lacks && !is_superset(fault))) return status;
	if (lacks && out->count > 0 && planted->dropped_step < 0) planted->dropped_step = step;
	bool drops = lacks && out->count > 0 && planted->dropped_step == step;
	if (drops && planted->query == HN_QUERY_FIRST) {
		out->count = 0;
		return HN_OK;
	}
	bool adds = is_superset(fault) && !(lacks && planted->query == HN_QUERY_FIRST);
	if (adds) status = add_foreign(out);
	if (drops) out->data[0] = out->data[--out->count];
	return status;
}

static size_t planted_bytes(const void *self) {
	(void)self;
	return 0;
}

static bool planted_conservative(const void *params) {
	return is_superset(((const PlantedParams *)params)->fault);
}

static const char *fault_name(int32_t index) {
	static const char *const s_names[] = { "none",        "crash", "loop",     "hog",           "wrong",
		                                   "wrong_timed", "error", "superset", "superset_lacks" };
	_Static_assert(sizeof s_names / sizeof s_names[0] == FAULTS, "a name for each fault");
	return index >= 0 && index < FAULTS ? s_names[index] : NULL;
}

static const char *where_name(int32_t index) {
	NAME_AT(index, [AT_BUILD] = "build", [AT_STEP] = "step", [AT_LATE] = "late");
}

static const Param s_params[] = {
	{ .name = "fault",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(PlantedParams, fault),
	  .choice = fault_name,
	  .about = "what goes wrong" },
	{ .name = "where",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(PlantedParams, where),
	  .fallback = AT_STEP,
	  .choice = where_name,
	  .about = "where crash, loop, hog and error strike; late: when it is timed" },
	{ .name = "step",
	  .type = PARAM_INT,
	  .offset = offsetof(PlantedParams, step),
	  .lo = 0,
	  .hi = 1000000,
	  .about = "the step at which they strike" },
};

extern const HnDetectClass detect_planted;
const HnDetectClass detect_planted = {
	.name = "planted",
	.about = "brute force with a fault planted",
	.source = "tests",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(PlantedParams) },
	.create = planted_create,
	.destroy = planted_destroy,
	.timed = { .narrow = planted_narrow },
	.counted = { .narrow = planted_narrow },
	.conservative = planted_conservative,
	.bytes = planted_bytes,
	.planted = true,
};

#else
typedef int planted_is_empty; // a C file needs a declaration
#endif
