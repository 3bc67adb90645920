// Detectors: an algorithm with its parameters, made for a scene.
#include "base/array.h"
#include "base/error.h"
#include "detect/detect.h"
#include "detect/params.h"
#include "exact/orient.h"

static int32_t suits(const HnDetectClass *class, const HnScene *scene, HnQuery query) {
	if (query != HN_QUERY_ALL && query != HN_QUERY_FIRST && query != HN_QUERY_BOXES)
		return error_set(HN_ERR_BAD_INPUT, "a detector answers the queries all, first and boxes");
	if (class->objects != (query == HN_QUERY_BOXES))
		return error_set(HN_ERR_BAD_INPUT,
		                 class->objects ? "%s is a broad phase: it answers the query boxes alone"
		                                : "the query boxes is for broad phases; %s is none",
		                 class->name);
	if (!class->objects && scene->objects.count > 0)
		return error_set(HN_ERR_BAD_INPUT, "%s looks for contacts of bodies; the scene has only objects",
		                 class->name);
	if (class->objects && scene->objects.count == 0)
		return error_set(HN_ERR_BAD_INPUT, "%s looks for pairs of objects; the scene has only bodies",
		                 class->name);
	return HN_OK;
}

static int32_t scene_made(const HnScene *scene) {
	bool bodies = scene->body_count > 0 && scene->meshes != NULL && scene->bodies != NULL;
	bool objects = scene->objects.count > 0 && scene->objects.volumes != NULL;
	if (scene->step_count > 0 && (bodies || objects)) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "a scene that was not created");
}

static const char *class_name(int32_t index) {
	return index < hn_detect_count() ? hn_detect_at(index)->name : NULL;
}

int32_t hn_detector_create(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                           const char *params) {
	if (out == NULL) return error_if_null(out, "out");
	*out = (HnDetector){ 0 };
	int32_t status = error_if_null(name, "the name of an algorithm");
	if (status == HN_OK) status = error_if_null(scene, "the scene of a detector");
	if (status != HN_OK) return status;
	const HnDetectClass *class = hn_detect_find(name);
	if (class == NULL) {
		const char *near = param_nearest(name, class_name);
		return error_set(HN_ERR_NOT_FOUND, "unknown algorithm '%s'%s%s%s", name,
		                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	status = scene_made(scene);
	if (status == HN_OK) status = suits(class, scene, query);
	if (status != HN_OK) return status;
	void *def = NULL, *self = NULL;
	status = detect_params_make(&def, class, params);
	if (status != HN_OK) return status;
	status = class->create(&self, class, scene, query, def);
	mem_free(def, class->params.def_size);
	if (status != HN_OK) return status;
	*out = (HnDetector){ .class_ = class, .scene = scene, .query = query, .self = self };
	return HN_OK;
}

void hn_detector_destroy(HnDetector *detector) {
	if (detector == NULL) return;
	if (detector->class_ != NULL) detector->class_->destroy(detector->self);
	*detector = (HnDetector){ 0 };
}

int32_t detector_step_counted(HnDetector *detector, int32_t step, HnContactBuffer *out, Counts *counts) {
	const ExactStats before = exact_stats;
	int32_t status = detect_step(detector->class_, detector->self, step, out, counts);
	if (status != HN_OK) return status;
	counts->contacts += out->count;
	counts->np_near += exact_stats.tri_tri_near - before.tri_tri_near;
	counts->np_exact += exact_stats.tri_tri_exact - before.tri_tri_exact;
	return HN_OK;
}

void hn_detector_begin(HnDetector *detector) {
	if (detector != NULL && detector->class_ != NULL && detector->class_->begin != NULL)
		detector->class_->begin(detector->self);
}

int32_t hn_detector_step(HnDetector *detector, int32_t step, HnContactBuffer *out, int64_t *sums) {
	int32_t status = error_if_null(detector, "a detector");
	if (status == HN_OK) status = error_if_null(out, "a buffer of contacts");
	if (status == HN_OK) status = array_check(out->data, out->count, out->capacity, "a buffer of contacts");
	if (status != HN_OK) return status;
	if (detector->class_ == NULL || detector->scene == NULL || detector->self == NULL)
		return error_set(HN_ERR_BAD_INPUT, "a detector that was not created");
	if (step < 0 || step >= detector->scene->step_count)
		return error_set(HN_ERR_BAD_INPUT, "step %d; the scene has the steps 0 .. %d", step,
		                 detector->scene->step_count - 1);
	if (sums == NULL) return detect_step(detector->class_, detector->self, step, out, NULL);
	Counts counts = { 0 };
	status = detector_step_counted(detector, step, out, &counts);
	for (int32_t i = 0; i < COUNT_FIELDS; ++i) sums[i] += count_get(&counts, i);
	return status;
}

size_t hn_detector_bytes(const HnDetector *detector) {
	return detector == NULL || detector->class_ == NULL ? 0 : detector->class_->bytes(detector->self);
}
