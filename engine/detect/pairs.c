#include "detect/pairs.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "broad/bodies.h"
#include "detect/pair_class.h"
#include "scene/shared_poses.h"
#include "tree/body_roots.h"

static size_t s_kept_most;

size_t detect_kept_most(void) { return s_kept_most > 0 ? s_kept_most : (size_t)512 << 20; }
void detect_keep_most(size_t bytes) { s_kept_most = bytes; }

struct PairDriver {
	const PairClass *class_;
	void *self;
	PairContext context;
	bool lazy, has_broad, waits;
	BodyBroad broad;
	BodyRoots roots;
	int64_t pairs_of_all, root_tests;
};

// Parameters
// ------------------------------------------------------------------------------------------------------

// The driver's parameters stand after the algorithm's own.
typedef struct DriverParams {
	ParamNames roots;
	ParamPart broad;
} DriverParams;

static const Param s_params[] = {
	{ .name = "roots",
	  .type = PARAM_NAMES,
	  .offset = offsetof(DriverParams, roots),
	  .choice = bv_name,
	  .about = "volumes about whole bodies that must all meet, in this order, before a pair is decided" },
	{ .name = "broad",
	  .type = PARAM_PART,
	  .offset = offsetof(DriverParams, broad),
	  .more = &(const ParamMore){ .part = broad_part },
	  .about = "broad phase over boxes about the bodies: only pairs whose boxes meet are decided" },
};
enum { DRIVER_PARAMS = sizeof s_params / sizeof s_params[0] };

// Returns the offset of a driver's parameter: among the algorithm's own parameters if it is there, else where
// it is added.
static size_t param_place(Param *params, int32_t *count, const Param *param, size_t base) {
	for (int32_t i = 0; i < *count; ++i)
		if (strcmp(params[i].name, param->name) == 0) return params[i].offset;
	CHECK(*count < DETECT_PARAMS_MAX);
	params[*count] = *param;
	params[*count].offset += base;
	return params[(*count)++].offset;
}

static const ParamNames *roots_of(const HnDetectClass *class, const void *params) {
	return (const void *)((const char *)params + class->roots_at);
}
static const ParamPart *broad_of(const HnDetectClass *class, const void *params) {
	return (const void *)((const char *)params + class->broad_at);
}

int32_t pairs_check(const HnDetectClass *class, const void *params) {
	return root_names_check(roots_of(class, params));
}

bool pairs_fronted(const HnDetectClass *class, const void *params) {
	return broad_of(class, params)->kind > 0;
}

bool pairs_all(const HnDetectClass *class, const void *params) {
	return !pairs_fronted(class, params) && roots_of(class, params)->count == 0;
}

// Pairs of bodies
// ------------------------------------------------------------------------------------------------------

// Two fixed bodies are no pair; a broad phase does not report such pairs.
static bool all_next(const PairDriver *d, BodyPair *pair) {
	const HnScene *scene = d->context.scene;
	int32_t bodies = scene->body_count;
	do {
		if (!d->class_->by_higher) {
			if (++pair->b >= bodies) pair->b = ++pair->a + 1;
		} else if (++pair->a >= pair->b) {
			pair->a = 0, pair->b += 1;
		}
	} while (pair->b < bodies && scene_both_fixed(scene, pair->a, pair->b));
	return pair->b < bodies;
}

bool pair_driver_next(const PairDriver *d, BodyPair *pair) {
	pair->index += 1;
	if (!d->has_broad) return all_next(d, pair);
	const HnBroadPairs *met = &d->broad.pairs;
	if (pair->index >= met->count) return false;
	pair->a = met->data[pair->index].a, pair->b = met->data[pair->index].b;
	return true;
}

BodyPair pair_driver_first(const PairDriver *d, int32_t step) {
	return (
	    BodyPair){ .a = d->class_->by_higher ? -1 : 0, .b = d->class_->by_higher, .step = step, .index = -1 };
}

static int64_t count_all(const HnScene *scene) {
	int64_t bodies = scene->body_count, fixed = 0;
	for (int32_t b = 0; b < bodies; ++b) fixed += scene->bodies[b].fixed;
	return bodies * (bodies - 1) / 2 - fixed * (fixed - 1) / 2;
}

int64_t pair_driver_count(const PairDriver *d) {
	return d->has_broad ? d->broad.pairs.count : d->pairs_of_all;
}

static size_t frames_size(const HnScene *scene) { return mem_array_size(scene->body_count, sizeof(int32_t)); }

// Creation
// ------------------------------------------------------------------------------------------------------

static void pairs_destroy(void *self) {
	PairDriver *d = self;
	if (d == NULL) return;
	PairContext *context = &d->context;
	d->class_->destroy(d->self);
	body_broad_free(&d->broad);
	pair_states_free(&context->states);
	body_roots_free(&d->roots);
	if (context->frames != NULL) mem_free(context->frames, frames_size(context->scene));
	if (context->body_meshes.scene != NULL) body_meshes_free(&context->body_meshes);
	mem_free(d, sizeof *d);
}

static void pairs_begin(void *self) {
	PairDriver *d = self;
	PairContext *context = &d->context;
	body_meshes_rest(&context->body_meshes);
	for (int32_t b = 0; context->body_meshes.bodies != NULL && b < context->scene->body_count; ++b)
		if (scene_deforms(context->scene, b) && d->class_->rest != NULL) d->class_->rest(d->self, b);
	if (d->has_broad) body_broad_begin(&d->broad);
	body_roots_begin(&d->roots);
	pair_states_forget(&context->states);
	if (d->class_->begin != NULL) d->class_->begin(d->self);
}

void pair_driver_begin(PairDriver *driver) { pairs_begin(driver); }

// Two bodies form one pair, so there is nothing to choose and no broad phase.
static int32_t broad_create_of(PairDriver *d, const ParamPart *broad) {
	d->has_broad = broad->kind > 0 && d->context.scene->body_count > 2;
	if (!d->has_broad) return HN_OK;
	return body_broad_create(&d->broad, hn_broad_name(broad->kind - 1), broad->params,
	                         &d->context.body_meshes);
}

static int32_t context_create(PairDriver *d, const HnDetectClass *class, const void *params) {
	PairContext *context = &d->context;
	int32_t status = body_meshes_init(&context->body_meshes, context->scene);
	context->frames = status == HN_OK ? mem_alloc(frames_size(context->scene)) : NULL;
	if (status == HN_OK)
		status =
		    context->frames != NULL ? shared_poses_find(context->frames, context->scene) : HN_ERR_NO_MEMORY;
	if (status == HN_OK)
		status = body_roots_create(&d->roots, &context->body_meshes, roots_of(class, params),
		                           &(RootParams){ class->set, params }, d->class_->roots == NULL);
	if (d->roots.list.count > 0) context->roots = &d->roots;
	if (status == HN_OK) status = broad_create_of(d, broad_of(class, params));
	context->many = d->has_broad || d->pairs_of_all > PAIRS_FEW;
	return status;
}

static int32_t bodies_prepare(PairDriver *d, const void *params) {
	const PairClass *class = d->class_;
	int32_t status = class->create(&d->self, &d->context, params);
	for (int32_t b = 0; status == HN_OK && class->prepare != NULL && b < d->context.scene->body_count; ++b)
		status = class->prepare(d->self, b);
	return status == HN_OK && class->ready != NULL ? class->ready(d->self) : status;
}

static int32_t pairs_create(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                            const void *params) {
	PairDriver *d = mem_alloc_zero(sizeof *d);
	if (d == NULL) return HN_ERR_NO_MEMORY;
	d->class_ = class->pairs;
	d->lazy = class->lazy != NULL && class->lazy(params);
	d->pairs_of_all = count_all(scene);
	d->context.class_ = class;
	d->context.scene = scene;
	d->context.first = query == HN_QUERY_FIRST;
	d->context.kept_most = detect_kept_most();
	d->context.states = (PairStates){ .class_ = d->class_->state, .pairs_most = d->pairs_of_all };
	int32_t status = context_create(d, class, params);
	if (status == HN_OK) status = bodies_prepare(d, params);
	if (status == HN_OK) pairs_begin(d);
	if (status == HN_OK)
		*out = d;
	else
		pairs_destroy(d);
	return status;
}

static size_t pairs_bytes(const void *self) {
	const PairDriver *d = self;
	return d->class_->bytes(d->self) + pair_states_bytes(&d->context.states) + body_roots_bytes(&d->roots) +
	       body_broad_bytes(&d->broad);
}

// Steps
// ------------------------------------------------------------------------------------------------------

// The broad phase runs before the update: pairs of bodies whose boxes are apart are not even moved.
static int32_t pairs_broad(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	PairDriver *d = self;
	BroadCounts found = { 0 };
	if (!d->has_broad) return HN_OK;
	body_meshes_step(&d->context.body_meshes, step);
	int32_t status = body_broad_step(&d->broad, step, counts != NULL ? &found : NULL);
	if (counts == NULL) return status;
	counts->broad_tests += found.tests + found.node_tests;
	counts->broad_pairs += found.pairs;
	counts->broad_repeats += found.repeats;
	return status;
}

// If there are few pairs and their structures move roots, the roots are moved with the structures. If there
// are more, roots that turn with their bodies are moved when the pairs are tested, unless every node is moved
// anyway.
static bool tests_roots_apart(const PairDriver *d) {
	const BodyRoots *roots = &d->roots;
	if (roots->list.count == 0) return false;
	if (d->class_->roots == NULL) return true;
	return pair_driver_count(d) > PAIRS_FEW && roots->turns && d->class_->waits_for_roots(d->self);
}

static int32_t step_begin(PairDriver *d, int32_t step, bool counted) {
	const PairClass *class = d->class_;
	d->context.counted = counted;
	d->context.step = step;
	if (!d->has_broad) body_meshes_step(&d->context.body_meshes, step);
	body_roots_step(&d->roots);
	d->root_tests = 0;
	d->context.roots_apart = tests_roots_apart(d);
	d->waits = class->waits != NULL && class->waits(d->self);
	return class->step != NULL ? class->step(d->self) : HN_OK;
}

// Updates the bodies that deform.
static int32_t bodies_follow(PairDriver *d, Counts *counts) {
	const PairClass *class = d->class_;
	BodyRoots *roots = &d->roots;
	int32_t status = HN_OK;
	for (int32_t b = 0; d->context.body_meshes.bodies != NULL && b < d->context.scene->body_count; ++b) {
		if (!scene_deforms(d->context.scene, b)) continue;
		if (class->follow != NULL) status = class->follow(d->self, b, counts);
		if (status == HN_OK && roots->list.count > 0) status = body_roots_follow(roots, b);
		if (status != HN_OK) return status;
		if (counts != NULL && roots->list.count > 0 && body_roots_rest(roots, b)->nodes[0] != NULL)
			counts->nu += roots->list.count;
	}
	return HN_OK;
}

// Updates as many pairs as there is memory for. The others are updated when they are decided, as are all
// pairs whose roots are tested first.
static int32_t step_update(PairDriver *d, int32_t step, Counts *counts) {
	BodyPair pair = pair_driver_first(d, step);
	int32_t status = bodies_follow(d, counts);
	bool kept = d->class_->update != NULL && !d->lazy && !d->context.roots_apart;
	while (status == HN_OK && kept && pair_driver_next(d, &pair))
		status = d->class_->update(d->self, &pair, &kept, counts);
	return status;
}

static int32_t pairs_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	PairDriver *d = self;
	if (d->lazy) return HN_OK;
	int32_t status = step_begin(d, step, counts != NULL);
	return status != HN_OK || d->waits ? status : step_update(d, step, counts);
}

// Sets *meet to whether the roots of a pair overlap. This is one test for each pair of bodies, so the call is
// in no inner loop.
static int32_t roots_test(PairDriver *d, const BodyPair *pair, bool *meet) {
	BodyRoots *roots = &d->roots;
	const MovedRoots *moved = NULL;
	int32_t status = HN_OK;
	if (d->context.roots_apart)
		moved = body_roots_move(roots, d->context.frames[pair->a], pair->b, pair->step);
	else
		status = d->class_->roots(d->self, pair, &moved);
	if (status == HN_OK)
		*meet = roots_meet(&roots->list, body_roots_rest(roots, pair->a), moved, &d->root_tests);
	return status;
}

int32_t pair_driver_decide(PairDriver *d, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	bool meet = true;
	int32_t status = d->roots.list.count > 0 ? roots_test(d, pair, &meet) : HN_OK;
	if (status != HN_OK || !meet) return status;
	return counts != NULL ? d->class_->counted(d->self, pair, out, counts)
	                      : d->class_->timed(d->self, pair, out);
}

static void counts_add(PairDriver *d, Counts *counts) {
	const BodyRoots *roots = &d->roots;
	counts->nb += d->root_tests;
	counts->root_tests += d->root_tests;
	counts->nu += roots->moved * roots->list.count;
	if (d->class_->counts != NULL) d->class_->counts(d->self, counts);
}

// An algorithm without an update phase begins its step here.
static int32_t narrow_begin(PairDriver *d, int32_t step, HnContactBuffer *out, Counts *counts) {
	const PairClass *class = d->class_;
	int32_t status = HN_OK;
	bool begins = d->lazy || class->update == NULL;
	if (begins) status = step_begin(d, step, counts != NULL);
	if (status == HN_OK && d->waits) status = class->early(d->self, step, out, counts);
	if (status != HN_OK || (d->waits && out->count > 0)) return status;
	return begins || d->waits ? step_update(d, step, counts) : HN_OK;
}

static int32_t pairs_narrow(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	PairDriver *d = self;
	BodyPair pair = pair_driver_first(d, step);
	int32_t status = narrow_begin(d, step, out, counts);
	while (status == HN_OK && !(d->context.first && out->count > 0) && pair_driver_next(d, &pair))
		status = pair_driver_decide(d, &pair, out, counts);
	if (status == HN_OK && counts != NULL) counts_add(d, counts);
	return status;
}

int32_t pair_driver_step(PairDriver *d, int32_t step) {
	int32_t status = pairs_broad(d, step, NULL, NULL);
	if (status != HN_OK) return status;
	status = step_begin(d, step, false);
	return status == HN_OK ? bodies_follow(d, NULL) : status;
}

// The class
// ------------------------------------------------------------------------------------------------------

static int32_t pairs_sticks_out(void *self, double *out) {
	const PairDriver *d = self;
	return d->class_->sticks_out(d->self, out);
}

static void pairs_own_counts(const void *self, int64_t *out) {
	const PairDriver *d = self;
	d->class_->own_counts(d->self, out);
}

static int32_t pairs_inspect(void *self, uint32_t groups, Inspection *out) {
	PairDriver *d = self;
	return d->class_->inspect(d->self, d, groups, out);
}

void pairs_resolve(HnDetectClass *class, Param params[DETECT_PARAMS_MAX]) {
	const size_t align = _Alignof(max_align_t);
	size_t base = (class->params.def_size + align - 1) / align * align;
	int32_t count = class->params.count;
	CHECK(count <= DETECT_PARAMS_MAX);
	for (int32_t i = 0; i < count; ++i) params[i] = class->params.params[i];
	class->roots_at = param_place(params, &count, &s_params[0], base);
	class->broad_at = param_place(params, &count, &s_params[1], base);
	if (count > class->params.count) class->params.def_size = base + sizeof(DriverParams);
	class->params.params = params;
	class->params.count = count;
	DetectPhase update = class->pairs->update != NULL ? pairs_update : NULL;
	DetectPhases phases = { .broad = pairs_broad, .update = update, .narrow = pairs_narrow };
	class->create = pairs_create;
	class->destroy = pairs_destroy;
	class->begin = pairs_begin;
	class->timed = class->counted = phases;
	class->bytes = pairs_bytes;
	if (class->pairs->own_counts != NULL) class->own_counts = pairs_own_counts;
	if (class->pairs->sticks_out != NULL) class->sticks_out = pairs_sticks_out;
	if (class->pairs->inspect != NULL) class->inspect = pairs_inspect;
}
