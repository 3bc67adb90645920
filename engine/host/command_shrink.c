// `harness shrink RUN --point N`: a mismatch of a run with the fewest triangles and steps, as a scenario.
#include "host/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "host/command_parts.h"
#include "host/plugin_process.h"
#include "host/reduction.h"
#include "plugin/load.h"
#include "run/plan/plan.h"
#include "run/plan/plugins.h"
#include "run/run.h"

static const PlanAlgorithm *find_point(const Plan *plan, int64_t point, const PlanGroup **group) {
	for (int32_t g = 0; g < plan->group_count; ++g)
		for (int32_t a = 0; a < plan->groups[g].algorithm_count; ++a)
			if (plan->groups[g].algorithms[a].point == point) {
				*group = &plan->groups[g];
				return &plan->groups[g].algorithms[a];
			}
	return NULL;
}

static int32_t maker_of(char out[PATH_SIZE], const HnDetectClass *class) {
	if (plugin_external(class) != NULL)
		return error_set(HN_ERR_BAD_INPUT, "%s: results of another program cannot be asked again",
		                 class->name);
	if (class->plugin != NULL) return reduction_maker(out, class->plugin->file, class->name);
	return path_format(out, class->objects ? "h.broad.%s {" : "h.%s {", class->name);
}

static int32_t shrink_point(const char *run, const PlanGroup *group, const PlanAlgorithm *a) {
	char path[PATH_SIZE], base[PATH_SIZE], folder[PATH_SIZE], maker[PATH_SIZE];
	int32_t number = 2; // of the folder, where there is one already
	Text order = { 0 };
	HnScene *scene = NULL;
	PluginVerdict verdict = { 0 };
	int32_t status = path_format(path, "%s/%s", run, group->scene);
	if (status == HN_OK) status = path_format(base, "shrink_%d", a->point);
	if (status == HN_OK)
		status =
		    file_exists(base) ? reduction_folder(folder, base, &number) : path_format(folder, "%s", base);
	if (status == HN_OK) status = maker_of(maker, a->class_);
	if (status == HN_OK) status = plugin_order_name(&order, a->class_);
	if (status == HN_OK) status = hn_scene_open(&scene, path);
	PluginTrial trial = { .order = order.data,
		                  .params = a->params,
		                  .query = group->query == HN_QUERY_APPROACH ? HN_QUERY_FIRST : group->query,
		                  .instance_steps = group->instance_steps,
		                  .strict = true,
		                  .timeout_s = REDUCTION_TRIAL_S,
		                  .memory_limit = plugin_process_memory() };
	if (status == HN_OK) status = plugin_trial(&verdict, &trial, scene);
	if (status == HN_OK && verdict.outcome != TRIAL_WRONG && verdict.outcome != TRIAL_BROKEN)
		status = error_set(HN_ERR_NOT_FOUND, "point %d: its answers are right here%s%s", a->point,
		                   verdict.text[0] != '\0' ? ": " : "", verdict.text);
	if (status == HN_OK) {
		printf("%s: %s\n", a->label, verdict.text);
		status = reduction_do(scene, &trial, &verdict, &(Reduction){ folder, "shrunk", maker });
	}
	text_free(&order);
	hn_scene_close(scene);
	return status;
}

int command_shrink(const Options *options) {
	char path[PATH_SIZE];
	Plan *plan = NULL;
	const PlanGroup *group = NULL;
	int32_t status = path_format(path, "%s/plan.json", options->files.at[0]);
	if (status == HN_OK) status = plan_read(&plan, path);
	if (status != HN_OK) return complain(EXIT_USAGE);
	const PlanAlgorithm *a = find_point(plan, options->point, &group);
	if (a == NULL)
		status = error_set(HN_ERR_NOT_FOUND, "%s: has no point %lld", options->files.at[0],
		                   (long long)options->point);
	else
		status = shrink_point(options->files.at[0], group, a);
	plan_destroy(plan);
	return status == HN_OK ? EXIT_OK_ALL : complain(a == NULL ? EXIT_USAGE : EXIT_SCENARIO);
}
