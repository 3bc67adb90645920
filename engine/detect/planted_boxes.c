// All pairs of objects except one: a broad phase with a fault, so that tests can check how a run handles it.
// Not in release builds.
#ifdef PLANTED

#include "base/error.h"
#include "base/mem.h"
#include "detect/boxes.h"

typedef struct PlantedBoxes {
	HnDetectClass class_; // all pairs
	void *pairs;
} PlantedBoxes;

static void planted_boxes_destroy(void *self) {
	PlantedBoxes *planted = self;
	if (planted == NULL) return;
	planted->class_.destroy(planted->pairs);
	mem_free(planted, sizeof *planted);
}

static int32_t planted_boxes_create(void **out, const HnDetectClass *class, const HnScene *scene,
                                    HnQuery query, const void *params) {
	(void)class;
	PlantedBoxes *planted = mem_alloc_zero(sizeof *planted);
	if (planted == NULL) return HN_ERR_NO_MEMORY;
	planted->class_ = boxes_class(0);
	int32_t status = planted->class_.create(&planted->pairs, &planted->class_, scene, query, params);
	if (status == HN_OK)
		*out = planted;
	else
		planted_boxes_destroy(planted);
	return status;
}

static int32_t planted_boxes_place(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	PlantedBoxes *planted = self;
	return planted->class_.timed.place(planted->pairs, step, out, counts);
}

static int32_t planted_boxes_rebuild(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	PlantedBoxes *planted = self;
	return planted->class_.timed.rebuild(planted->pairs, step, out, counts);
}

static int32_t planted_boxes_broad(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	PlantedBoxes *planted = self;
	return planted->class_.timed.broad(planted->pairs, step, out, counts);
}

static int64_t planted_boxes_found(const void *self, HnContact *out) {
	const PlantedBoxes *planted = self;
	int64_t count = planted->class_.found(planted->pairs, out);
	return out != NULL && count > 0 ? count - 1 : count; // the caller reserves room for all pairs
}

static size_t planted_boxes_bytes(const void *self) {
	(void)self;
	return 0;
}

#define PHASES                                                                                               \
	{ .place = planted_boxes_place, .rebuild = planted_boxes_rebuild, .broad = planted_boxes_broad }

extern const HnDetectClass detect_planted_boxes;
const HnDetectClass detect_planted_boxes = {
	.name = "planted_boxes",
	.about = "all pairs of objects but one of each step",
	.source = "tests",
	.params = { NULL, 0, 0 },
	.create = planted_boxes_create,
	.destroy = planted_boxes_destroy,
	.timed = PHASES,
	.counted = PHASES,
	.found = planted_boxes_found,
	.bytes = planted_boxes_bytes,
	.planted = true,
	.objects = true,
};

#else
typedef int planted_boxes_is_empty; // a C file needs a declaration
#endif
