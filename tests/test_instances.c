// Populations whose instances have several steps: nothing that an algorithm counts in an instance depends on
// the instances before it, whichever algorithm, parameters and instruction set. Each is held against a scene
// that has the steps of that instance alone.
#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cheap.h"
#include "covering.h"
#include "made.h"
#include "pairs.h"
#include "registry.h"
#include "run/worker/answers.h"
#include "run/worker/pass.h"
#include "simd/simd.h"

Suite *instances_suite(void);

#ifdef SANITIZED // an order slower
enum { SLICE = 127 };
#else
enum { SLICE = 71 };
#endif
enum { INSTANCES = 6, STEPS = 4 };

static int s_nowhere; // what a worker replies while it counts

static WorkerState worker_of(HnScene *scene, int32_t instance_steps, const char *kind, const char *params,
                             HnQuery query) {
	WorkerState state = { .reply_fd = s_nowhere,
		                  .process = getpid(),
		                  .kind = kind,
		                  .params = params,
		                  .query = query,
		                  .scene = scene,
		                  .instance_steps = instance_steps };
	cheap_assert_msg(worker_make_detector(&state, &state.detector) == HN_OK, "%s", hn_error_text());
	return state;
}

static void worker_free(WorkerState *state) {
	hn_detector_destroy(&state->detector);
	hn_contact_buffer_free(&state->contacts);
}

// The counts of all together, and those of each instance, to be freed with `size`.
static Counts counted(WorkerState *state, void **answers, size_t *size) {
	Reply reply = { 0 };
	cheap_assert_msg(answers_count(state, &(Order){ .type = ORDER_COUNT }, &reply, answers, size) == HN_OK,
	                 "%s", hn_error_text());
	return reply.counts;
}

typedef struct Varied {
	Counts each[INSTANCES];
	int32_t next; // within the instance
} Varied;

static int32_t step_varied(WorkerState *state, int32_t step, void *context) {
	Varied *varied = context;
	cheap_assert_int_eq(step % STEPS, varied->next);
	varied->next = (varied->next + 1) % STEPS;
	return detector_step_counted(&state->detector, step, &state->contacts, &varied->each[step / STEPS]);
}

static HnMesh *mesh_of(const HnSceneMesh *from) {
	HnMesh *mesh = mesh_new(from->vertex_count, from->triangle_count);
	memcpy(mesh->xyz, from->xyz, (size_t)from->vertex_count * 3 * sizeof *mesh->xyz);
	memcpy(mesh->triangles, from->triangles, (size_t)from->triangle_count * 3 * sizeof *mesh->triangles);
	return mesh;
}

// A scene of the steps of one instance. It has the scale of all: the least volumes of the pair "tips" are
// floats below the normal ones, whose rounding depends on it.
static HnScene *scene_alone(const HnScene *scene, int32_t instance) {
	enum { BODIES = 4 };
	HnSceneDefBody bodies[BODIES];
	HnMesh *meshes[BODIES];
	cheap_assert(scene->body_count <= BODIES);
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const bool moves = scene->bodies[b].pose_count > 1;
		meshes[b] = mesh_of(scene_mesh(scene, b));
		bodies[b] = (HnSceneDefBody){ .mesh = meshes[b],
			                          .poses = scene_pose(scene, b, instance * STEPS),
			                          .pose_count = moves ? STEPS : 1,
			                          .fixed = scene->bodies[b].fixed };
	}
	HnScene *out =
	    scene_made(&(HnSceneDef){ .bodies = bodies, .body_count = scene->body_count, .step_count = STEPS });
	for (int32_t b = 0; b < scene->body_count; ++b) hn_mesh_destroy(meshes[b]);
	cheap_assert_int_eq(scene->scale_exponent > out->scale_exponent, false);
	out->scale_exponent = scene->scale_exponent;
	return out;
}

static void same_counts(const Counts *a, const Counts *b, const char *what, const char *kind,
                        const char *params, int32_t instance) {
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		cheap_assert_msg(count_get(a, i) == count_get(b, i), "%s %s: %s of instance %d %s: %lld, not %lld",
		                 kind, params, hn_count_name(i), instance + 1, what, (long long)count_get(a, i),
		                 (long long)count_get(b, i));
}

// Counts all instances, passes over them in other orders, and counts them again.
static void check_instances(HnScene *scene, HnScene *const alone[INSTANCES], const char *kind,
                            const char *params, HnQuery query) {
	WorkerState state = worker_of(scene, STEPS, kind, params, query);
	Counts sum = { 0 };
	void *once = NULL, *again = NULL;
	size_t size = 0;
	const Counts all = counted(&state, &once, &size);
	const StepAnswer *answers = once;
	const Counts *each = (const Counts *)(const void *)(answers + scene->step_count);
	for (int32_t pass = 0; pass < 3; ++pass) {
		Varied varied = { .next = 0 };
		cheap_assert_int_eq(pass_run_varied(&state, step_varied, &varied), HN_OK);
		cheap_assert_int_eq(state.pass.questions, INSTANCES * STEPS);
		for (int32_t i = 0; i < INSTANCES; ++i)
			same_counts(&varied.each[i], &each[i], "in another order", kind, params, i);
	}
	counted(&state, &again, &size);
	cheap_assert_msg(memcmp(once, again, size) == 0, "%s %s: other counts after other orders", kind, params);
	for (int32_t i = 0; i < INSTANCES; ++i) {
		WorkerState own = worker_of(alone[i], 0, kind, params, query);
		void *own_answers = NULL;
		size_t own_size = 0;
		const Counts counts = counted(&own, &own_answers, &own_size);
		same_counts(&each[i], &counts, "among others", kind, params, i);
		cheap_assert(memcmp(own_answers, answers + (size_t)i * STEPS, STEPS * sizeof *answers) == 0);
		for (int32_t k = 0; k < COUNT_FIELDS; ++k) ((int64_t *)&sum)[k] += count_get(&counts, k);
		mem_free(own_answers, own_size);
		worker_free(&own);
	}
	same_counts(&all, &sum, "and all others", kind, params, 0);
	mem_free(once, size);
	mem_free(again, size);
	worker_free(&state);
}

static void check_pair(const Factors *factors, const Covering *covering, int32_t index) {
	PairScene pair;
	HnScene *alone[INSTANCES];
	pair_create(&pair, index, INSTANCES * STEPS);
	for (int32_t i = 0; i < INSTANCES; ++i) alone[i] = scene_alone(pair.scene, i);
	for (int32_t r = index % SLICE; r < covering->count; r += SLICE) {
		char text[ROW_TEXT_SIZE];
		row_text(factors, &covering->rows[r], text);
		simd_choose_up_to((SimdSet)(r % SIMD_SETS));
		check_instances(pair.scene, alone, factors->class_->name, text,
		                row_query(factors, &covering->rows[r]));
	}
	for (int32_t i = 0; i < INSTANCES; ++i) hn_scene_close(alone[i]);
	pair_free(&pair);
}

START_TEST(instances_do_not_depend_on_others) {
	Factors factors;
	Covering covering;
	s_nowhere = open("/dev/null", O_WRONLY);
	factors_create(&factors, hn_detect_at(_i));
	covering_create(&covering, &factors);
	for (int32_t i = 0; i < pair_count(); ++i) check_pair(&factors, &covering, i);
	covering_free(&covering);
	factors_free(&factors);
	close(s_nowhere);
}

Suite *instances_suite(void) {
	Suite *suite = suite_create("instances");
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		if (!class->planted && !class->objects)
			registry_add_case(suite, class->name, instances_do_not_depend_on_others, i);
	}
	return suite;
}
