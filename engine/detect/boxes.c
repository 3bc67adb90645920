// Creation places the objects of the first step in the broad phase, and a pass continues from there, as one
// that begins elsewhere does from its own first step. The changes from step to step are found beforehand, so
// only the broad phase's own work is timed.
#include "detect/boxes.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "broad/broad.h"

typedef ARRAY(BroadRun) IdRuns;

// The changes of a step relative to the step that was asked before it: runs[ends[step - 1]] to
// runs[ends[step] - 1].
typedef struct ObjectChanges {
	IdRuns runs;
	int64_t *ends; // one for each step; NULL: not known yet
} ObjectChanges;

// Of a motion in one direction.
typedef struct MotionChanges {
	ObjectChanges placed, removed;
	int32_t direction; // 1: the step before is the one that was asked before; -1: the step after
} MotionChanges;

typedef struct Boxes {
	const HnScene *scene;
	Broad broad;
	BroadKept kept; // pairs of the last query that the broad phase holds; the others are in `pairs`
	HnBroadPairs pairs;
	int32_t step;             // the step whose objects are placed; -1: none
	bool untouched;           // nothing happened since the objects of the first step were placed
	MotionChanges motions[2]; // forwards; backwards, which is found when a pass begins so
} Boxes;

static size_t ends_size(const HnScene *scene) { return mem_array_size(scene->step_count, sizeof(int64_t)); }

static void changes_free(const HnScene *scene, ObjectChanges *changes) {
	ARRAY_FREE(&changes->runs);
	if (changes->ends != NULL) mem_free(changes->ends, ends_size(scene));
}

static void boxes_destroy(void *self) {
	Boxes *boxes = self;
	if (boxes == NULL) return;
	broad_destroy(&boxes->broad);
	hn_broad_pairs_free(&boxes->pairs);
	for (int i = 0; i < 2; ++i) {
		changes_free(boxes->scene, &boxes->motions[i].placed);
		changes_free(boxes->scene, &boxes->motions[i].removed);
	}
	mem_free(boxes, sizeof *boxes);
}

// Changes
// ------------------------------------------------------------------------------------------------------

static const unsigned char *volume_at(const HnSceneObjects *objects, int32_t step, int32_t id) {
	return (const unsigned char *)objects->volumes +
	       ((size_t)step * (size_t)objects->count + (size_t)id) * (size_t)objects->size;
}

static bool is_there(const HnSceneObjects *objects, int32_t step, int32_t id) {
	return objects->present == NULL || objects->present[(int64_t)step * objects->count + id] != 0;
}

static bool run_add(IdRuns *runs, int64_t begin, int32_t id) {
	BroadRun *last = runs->count > begin ? &runs->data[runs->count - 1] : NULL;
	if (last != NULL && last->first + last->count == id) return last->count += 1, true;
	BroadRun run = { id, 1 };
	// NOLINTNEXTLINE(clang-analyzer-core.NullDereference): no array has a capacity without data
	return ARRAY_PUSH(runs, run);
}

static int32_t step_changes(MotionChanges *motion, const HnScene *scene, int32_t step) {
	const HnSceneObjects *objects = &scene->objects;
	const int32_t last = step - motion->direction;
	int64_t placed = motion->placed.runs.count, removed = motion->removed.runs.count;
	for (int32_t id = 0; last >= 0 && last < scene->step_count && id < objects->count; ++id) {
		bool was = is_there(objects, last, id), is = is_there(objects, step, id), added = true;
		if (is && (!was || memcmp(volume_at(objects, step, id), volume_at(objects, last, id),
		                          (size_t)objects->size) != 0))
			added = run_add(&motion->placed.runs, placed, id);
		else if (was && !is)
			added = run_add(&motion->removed.runs, removed, id);
		if (!added) return HN_ERR_NO_MEMORY;
	}
	motion->placed.ends[step] = motion->placed.runs.count;
	motion->removed.ends[step] = motion->removed.runs.count;
	return HN_OK;
}

static MotionChanges *motion_of(Boxes *boxes, int32_t direction) { return &boxes->motions[direction < 0]; }

static int32_t find_changes(Boxes *boxes, int32_t direction) {
	MotionChanges *motion = motion_of(boxes, direction);
	ObjectChanges *placed = &motion->placed, *removed = &motion->removed;
	if (removed->ends != NULL) return HN_OK;
	int32_t status = HN_OK;
	motion->direction = direction;
	placed->runs.count = removed->runs.count = 0;
	if (placed->ends == NULL) placed->ends = mem_alloc(ends_size(boxes->scene));
	removed->ends = mem_alloc(ends_size(boxes->scene));
	if (placed->ends == NULL || removed->ends == NULL) status = HN_ERR_NO_MEMORY;
	for (int32_t step = 0; status == HN_OK && step < boxes->scene->step_count; ++step)
		status = step_changes(motion, boxes->scene, step);
	if (status == HN_OK || removed->ends == NULL) return status;
	mem_free(removed->ends, ends_size(boxes->scene));
	removed->ends = NULL; // marks the changes as unknown
	return status;
}

static int64_t changes_begin(const ObjectChanges *changes, int32_t step) {
	return step > 0 ? changes->ends[step - 1] : 0;
}

static int32_t place_run(Boxes *boxes, int32_t step, BroadRun run) {
	return broad_place(&boxes->broad, run.first, run.count,
	                   volume_at(&boxes->scene->objects, step, run.first));
}

static int32_t apply_changes(Boxes *boxes, const MotionChanges *motion, int32_t step) {
	const ObjectChanges *removed = &motion->removed, *placed = &motion->placed;
	int32_t status = HN_OK;
	for (int64_t i = changes_begin(removed, step); i < removed->ends[step]; ++i) {
		BroadRun run = removed->runs.data[i];
		for (int32_t k = 0; status == HN_OK && k < run.count; ++k)
			status = broad_remove(&boxes->broad, run.first + k);
	}
	int64_t begin = changes_begin(placed, step), end = placed->ends[step];
	if (status == HN_OK && end > begin)
		status = broad_place_runs(&boxes->broad, placed->runs.data + begin, end - begin,
		                          volume_at(&boxes->scene->objects, step, 0));
	return status;
}

// Places all objects of a step in a broad phase that has none.
static int32_t place_all(Boxes *boxes, int32_t step) {
	const HnSceneObjects *objects = &boxes->scene->objects;
	int32_t status = HN_OK;
	broad_forget(&boxes->broad);
	for (int32_t end, id = 0; status == HN_OK && id < objects->count; id = end + 1) {
		for (end = id; end < objects->count && is_there(objects, step, end);) end += 1;
		if (end > id) status = place_run(boxes, step, (BroadRun){ id, end - id });
	}
	return status;
}

// Phases
// ------------------------------------------------------------------------------------------------------

static int32_t start(Boxes *boxes, int32_t step) {
	boxes->kept = (BroadKept){ 0 };
	int32_t status = place_all(boxes, step);
	if (status == HN_OK) status = broad_update(&boxes->broad);
	boxes->step = status == HN_OK ? step : -1;
	boxes->untouched = status == HN_OK;
	return status;
}

static int32_t boxes_create(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                            const void *params) {
	(void)query;
	Boxes *boxes = mem_alloc_zero(sizeof *boxes);
	if (boxes == NULL) return HN_ERR_NO_MEMORY;
	boxes->scene = scene;
	const HnSceneObjects *objects = &scene->objects;
	int32_t status = broad_create_class(&boxes->broad, broad_find(class->name), objects->volume, params);
	boxes->broad.fixed = objects->fixed;
	if (status == HN_OK && (size_t)objects->size != boxes->broad.objects.volume->size)
		status = error_set(HN_ERR_BAD_INPUT, "a scene of objects of %d bytes; a volume %s has %zu",
		                   objects->size, objects->volume, boxes->broad.objects.volume->size);
	if (status == HN_OK) status = start(boxes, 0);
	if (status == HN_OK)
		*out = boxes;
	else
		boxes_destroy(boxes);
	return status;
}

// An error here occurs again in the first step, which reports it.
static void boxes_begin_at(void *self, int32_t step, int32_t direction) {
	Boxes *boxes = self;
	bool begun = boxes->untouched && boxes->step == step;
	if (find_changes(boxes, direction) == HN_OK && !begun) start(boxes, step);
}

static void boxes_begin(void *self) { boxes_begin_at(self, 0, 1); }

// The changes from the step that was asked last. Those backwards are known only if a pass began so.
static int32_t place_step(Boxes *boxes, int32_t step, int32_t last) {
	const int32_t direction = last < 0 || step == last + 1 ? 1 : -1;
	const MotionChanges *motion = motion_of(boxes, direction);
	bool follows = last >= 0 && step == last + direction && motion->removed.ends != NULL;
	return follows ? apply_changes(boxes, motion, step) : place_all(boxes, step);
}

static int32_t boxes_place(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	Boxes *boxes = self;
	(void)out, (void)counts;
	int32_t status = find_changes(boxes, 1), last = boxes->step;
	boxes->untouched = false;
	boxes->step = -1;
	boxes->kept = (BroadKept){ 0 };
	if (status == HN_OK && step != last) status = place_step(boxes, step, last);
	if (status == HN_OK) status = broad_update(&boxes->broad);
	if (status == HN_OK) boxes->step = step;
	return status;
}

static int32_t boxes_rebuild(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	Boxes *boxes = self;
	(void)out, (void)counts;
	int32_t status = broad_build(&boxes->broad);
	boxes->step = status == HN_OK ? step : -1;
	return status;
}

static int32_t boxes_query(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	Boxes *boxes = self;
	BroadCounts found = { 0 };
	(void)step, (void)out;
	int32_t status =
	    broad_query_apart(&boxes->broad, &boxes->kept, &boxes->pairs, counts != NULL ? &found : NULL);
	if (status != HN_OK || counts == NULL) return status;
	counts->broad_tests += found.tests + found.node_tests;
	counts->broad_pairs += found.pairs;
	counts->broad_repeats += found.repeats;
	counts->nb += found.volume_tests;
	return HN_OK;
}

static void contacts_put(HnContact *out, const HnBroadPair *pairs, int64_t count) {
	for (int64_t i = 0; i < count; ++i) out[i] = (HnContact){ .body_a = pairs[i].a, .body_b = pairs[i].b };
}

static int64_t boxes_found(const void *self, HnContact *out) {
	const Boxes *boxes = self;
	BroadKept kept = boxes->kept;
	if (out != NULL) {
		contacts_put(out, kept.data, kept.count);
		contacts_put(out + kept.count, boxes->pairs.data, boxes->pairs.count);
	}
	return kept.count + boxes->pairs.count;
}

static size_t boxes_bytes(const void *self) { return broad_bytes(&((const Boxes *)self)->broad); }

static bool boxes_coherent(const void *params, HnQuery query) {
	(void)params, (void)query;
	return true;
}

HnDetectClass boxes_class(int32_t index) {
	const BroadClass *class = broad_at(index);
	const DetectPhases phases = { .place = boxes_place, .rebuild = boxes_rebuild, .broad = boxes_query };
	return (HnDetectClass){
		.name = class->name,
		.about = class->about,
		.source = class->source,
		.params = class->params,
		.create = boxes_create,
		.destroy = boxes_destroy,
		.begin = boxes_begin,
		.begin_at = boxes_begin_at,
		.coherent = boxes_coherent,
		.timed = phases,
		.counted = phases,
		.found = boxes_found,
		.bytes = boxes_bytes,
		.objects = true,
	};
}
