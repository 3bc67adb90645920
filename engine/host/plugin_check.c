#include "host/plugin_check.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "host/plugin_process.h"
#include "plugin/find.h"
#include "plugin/load.h"
#include "plugin/shrink.h"
#include "plugin/soups.h"
#include "plugin/trial.h"
#include "run/plan/plan.h"
#include "run/plan/plugins.h"
#include "run/run.h"

enum { SEEDS = 3, TRIAL_S = 5, LONG_TRIAL_S = 60, SHRINK_S = 30 };

static int complain(int code) {
	fprintf(stderr, "harness: %s\n", hn_error_text());
	return code;
}

// Reducing
// ------------------------------------------------------------------------------------------------------

typedef struct Failing {
	const PluginTrial *trial;
	TrialOutcome outcome;
	PluginVerdict last; // of the last scene that failed
} Failing;

// A scene fails if it does so in the same way: a wrong answer is not replaced by a crash.
static bool fails_alike(void *context, const HnScene *scene) {
	Failing *failing = context;
	PluginVerdict verdict;
	if (plugin_trial(&verdict, failing->trial, scene) != HN_OK || verdict.outcome != failing->outcome)
		return false;
	failing->last = verdict;
	return true;
}

typedef struct Reduction {
	const char *folder, *name;
	const char *maker; // how a scenario makes the algorithm, up to its parameters
} Reduction;

// h.plugin("FILE:NAME", {: the path is a string of Lua, whatever characters it has.
static int32_t plugin_maker(char out[PATH_SIZE], const char *file, const char *name) {
	Text quoted = { 0 };
	for (const char *at = file; *at != '\0'; ++at) {
		bool plain = *at != '"' && *at != '\\' && *at != '\n' && *at != '\r';
		if (plain)
			text_add_bytes(&quoted, at, 1);
		else
			text_addf(&quoted, "\\%03d", *at);
	}
	int32_t status = text_check(&quoted);
	if (status == HN_OK) status = path_format(out, "h.plugin(\"%s:%s\", {", quoted.data, name);
	text_free(&quoted);
	return status;
}

// The first of <base>_1, <base>_2, ... from *number that is not there: what another check or run left is
// kept.
static int32_t new_folder(char out[PATH_SIZE], const char *base, int32_t *number) {
	int32_t status = path_format(out, "%s_%d", base, *number);
	while (status == HN_OK && file_exists(out)) status = path_format(out, "%s_%d", base, ++*number);
	return status;
}

static int32_t write_reduced(const HnScene *scene, const PluginTrial *trial, const Reduction *to) {
	Text calls = { 0 };
	int32_t status = shrink_call(&calls, to->maker, trial->params);
	text_add(&calls, trial->query == HN_QUERY_BOXES ? ", h.broad.pairs" : ", h.brute");
	if (status == HN_OK) status = text_check(&calls);
	if (status == HN_OK)
		status = shrink_write(scene, to->folder, to->name, calls.data, hn_query_name((int32_t)trial->query));
	text_free(&calls);
	return status;
}

// Reduces a scene that fails, writes it, and says where it is.
static int32_t reduce(const HnScene *scene, const PluginTrial *trial, const PluginVerdict *verdict,
                      const Reduction *to) {
	Failing failing = { .trial = trial, .outcome = verdict->outcome, .last = *verdict };
	HnScene *least = NULL;
	ShrinkReport report = { 0 };
	int32_t status = shrink_scene(&least, &report,
	                              &(ShrinkDef){ .scene = scene,
	                                            .fails = fails_alike,
	                                            .context = &failing,
	                                            .deadline_ns = clock_ns() + (int64_t)SHRINK_S * 1000000000 });
	if (status == HN_OK) status = write_reduced(least, trial, to);
	if (status == HN_OK)
		printf("     reduced to %d %s, %d triangles, %d steps%s: %s/%s.lua\n     there: %s\n", report.bodies,
		       scene->objects.count > 0 ? "objects" : "bodies", report.triangles, report.steps,
		       report.minimal ? "" : " (the time was over)", to->folder, to->name, failing.last.text);
	hn_scene_close(least);
	return status;
}

// check
// ------------------------------------------------------------------------------------------------------

typedef struct Check {
	const HnDetectClass *class_;
	const char *order, *file;
	int32_t failed, inexact; // checks that failed, were inexact as it is declared
	int32_t reduced;         // the number of the last folder
	char folder[PATH_SIZE];  // without the number
	char maker[PATH_SIZE];
} Check;

static void tell(Check *check, const char *what, const PluginTrial *trial, const PluginVerdict *verdict) {
	static const char *const s_words[] = { "ok  ", "FAIL", "FAIL", "skip" };
	bool fails = verdict->outcome == TRIAL_WRONG || verdict->outcome == TRIAL_BROKEN;
	bool inexact = verdict->outcome == TRIAL_RIGHT && trial->kind == TRIAL_ANSWERS &&
	               (verdict->missed != 0 || verdict->extra != 0);
	printf("%s %s, %s%s%s", s_words[verdict->outcome], what, hn_query_name((int32_t)trial->query),
	       verdict->text[0] != '\0' ? ": " : "", verdict->text);
	if (inexact)
		printf(": declared inexact: %lld of %lld %s missing, %lld too many", (long long)verdict->missed,
		       (long long)verdict->contacts, trial->query == HN_QUERY_FIRST ? "first contacts" : "contacts",
		       (long long)verdict->extra);
	putchar('\n');
	check->failed += fails;
	check->inexact += inexact;
}

// The values that all checks use.
static int32_t tell_defaults(const HnDetectClass *class) {
	char value[PARAM_TEXT_SIZE];
	int32_t status = HN_OK, count = class->plugin->plugin.param_count;
	for (int32_t i = 0; status == HN_OK && i < count; ++i) {
		status = hn_detect_param_default(class, i, value, sizeof value);
		if (status == HN_OK)
			printf("%s%s=%s", i == 0 ? "     with its defaults: " : " ", hn_detect_param_name(class, i),
			       value);
	}
	if (count > 0) putchar('\n');
	return status;
}

// One failure of each scene is enough to look at.
static int32_t reduce_soup(Check *check, const HnScene *scene, const PluginTrial *trial,
                           const PluginVerdict *verdict) {
	char name[64], folder[PATH_SIZE];
	check->reduced += 1;
	int32_t status = new_folder(folder, check->folder, &check->reduced);
	snprintf(name, sizeof name, "failure_%d", check->reduced);
	return status == HN_OK ? reduce(scene, trial, verdict, &(Reduction){ folder, name, check->maker })
	                       : status;
}

static int32_t check_soup(Check *check, int32_t index, const PluginTrial *trial) {
	PluginVerdict verdict = { .outcome = TRIAL_RIGHT }, all = { 0 };
	HnScene *scene = NULL;
	int32_t status = HN_OK;
	for (uint64_t seed = 1; status == HN_OK && seed <= SEEDS; ++seed) {
		hn_scene_close(scene);
		status = soup_make(&scene, index, seed);
		if (status == HN_OK) status = plugin_trial(&verdict, trial, scene);
		all.missed += verdict.missed, all.extra += verdict.extra, all.contacts += verdict.contacts;
		if (verdict.outcome != TRIAL_RIGHT) break;
	}
	verdict.missed = all.missed, verdict.extra = all.extra, verdict.contacts = all.contacts;
	if (status == HN_OK) tell(check, soup_at(index).name, trial, &verdict);
	bool fails = verdict.outcome == TRIAL_WRONG || verdict.outcome == TRIAL_BROKEN;
	if (status == HN_OK && fails) status = reduce_soup(check, scene, trial, &verdict);
	hn_scene_close(scene);
	return status;
}

static int32_t check_lasting(Check *check, const char *what, int32_t index, const PluginTrial *trial) {
	PluginVerdict verdict;
	HnScene *scene = NULL;
	int32_t status = soup_make(&scene, index, 1);
	if (status == HN_OK) status = plugin_trial(&verdict, trial, scene);
	if (status == HN_OK) tell(check, what, trial, &verdict);
	hn_scene_close(scene);
	return status;
}

static int32_t check_query(Check *check, HnQuery query) {
	bool boxes = query == HN_QUERY_BOXES;
	PluginTrial trial = { .order = check->order,
		                  .params = "",
		                  .query = query,
		                  .timeout_s = TRIAL_S,
		                  .memory_limit = plugin_process_memory() };
	int32_t status = HN_OK, last = 0;
	for (int32_t i = 0; status == HN_OK && soup_at(i).name != NULL; ++i) {
		if (soup_at(i).boxes != boxes) continue;
		status = check_soup(check, i, &trial);
		last = i;
	}
	trial.timeout_s = LONG_TRIAL_S;
	trial.kind = TRIAL_LEAKS;
	if (status == HN_OK) status = check_lasting(check, "created and destroyed again and again", last, &trial);
	trial.kind = TRIAL_MEMORY;
	if (status == HN_OK) status = check_lasting(check, "little memory", last, &trial);
	return status;
}

// "file:algorithm" means one of several.
static void split_name(const char *given, char file[PATH_SIZE], const char **wanted) {
	snprintf(file, PATH_SIZE, "%s", given);
	char *colon = strrchr(file, ':');
	*wanted = NULL;
	if (colon == NULL || strchr(colon, '/') != NULL) return;
	*colon = '\0';
	*wanted = given + (colon + 1 - file);
}

static int32_t check_algorithm(Check *check, const char *text) {
	Text order = { 0 };
	int32_t status = plugins_add(&check->class_, text);
	if (status == HN_OK) status = plugin_order_name(&order, check->class_);
	if (status == HN_OK) status = plugin_maker(check->maker, check->file, check->class_->name);
	if (status == HN_OK) status = path_format(check->folder, "check_%s", check->class_->name);
	if (status == HN_OK) {
		check->order = order.data;
		printf("%s: %s\n", check->class_->name, check->class_->about);
		status = tell_defaults(check->class_);
	}
	if (status == HN_OK) {
		if (check->class_->objects) {
			status = check_query(check, HN_QUERY_BOXES);
		} else {
			status = check_query(check, HN_QUERY_ALL);
			if (status == HN_OK) status = check_query(check, HN_QUERY_FIRST);
		}
	}
	text_free(&order);
	return status;
}

// The first name of a description is the algorithm's own; those of its parameters and counters follow.
static bool is_wanted(const char *text, const char *wanted) {
	static const char key[] = "\"name\":\"";
	if (wanted == NULL) return true;
	const char *name = strstr(text, key);
	if (name == NULL) return false;
	name += sizeof key - 1;
	size_t length = strlen(wanted);
	return strncmp(name, wanted, length) == 0 && name[length] == '"';
}

int command_check(const Options *options) {
	char given[PATH_SIZE], file[PATH_SIZE];
	const char *wanted;
	Text text = { 0 };
	Check check = { .file = file };
	split_name(options->files[1], given, &wanted);
	if (plugin_find(file, given) != HN_OK) return complain(EXIT_USAGE);
	int32_t status = plugin_process_describe(&text, file), checked = 0;
	char *rest = text.data;
	for (char *line; status == HN_OK && (line = strsep(&rest, "\n")) != NULL && line[0] != '\0';)
		if (is_wanted(line, wanted)) {
			status = check_algorithm(&check, line);
			checked += 1;
		}
	if (status == HN_OK && checked == 0)
		status = error_set(HN_ERR_NOT_FOUND, "%s: has no algorithm '%s'", file, wanted);
	text_free(&text);
	if (status != HN_OK) return complain(EXIT_SCENARIO);
	if (check.inexact > 0)
		printf("%d checks found answers that are inexact, as is declared\n", check.inexact);
	printf(check.failed == 0 ? "all is well\n" : "%d checks failed\n", check.failed);
	return check.failed == 0 ? EXIT_OK_ALL : EXIT_POINTS_FAILED;
}

// shrink
// ------------------------------------------------------------------------------------------------------

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
	if (class->plugin != NULL) return plugin_maker(out, class->plugin->file, class->name);
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
		status = file_exists(base) ? new_folder(folder, base, &number) : path_format(folder, "%s", base);
	if (status == HN_OK) status = maker_of(maker, a->class_);
	if (status == HN_OK) status = plugin_order_name(&order, a->class_);
	if (status == HN_OK) status = hn_scene_open(&scene, path);
	PluginTrial trial = { .order = order.data,
		                  .params = a->params,
		                  .query = group->query == HN_QUERY_APPROACH ? HN_QUERY_FIRST : group->query,
		                  .strict = true,
		                  .timeout_s = LONG_TRIAL_S,
		                  .memory_limit = plugin_process_memory() };
	if (status == HN_OK) status = plugin_trial(&verdict, &trial, scene);
	if (status == HN_OK && verdict.outcome != TRIAL_WRONG && verdict.outcome != TRIAL_BROKEN)
		status = error_set(HN_ERR_NOT_FOUND, "point %d: its answers are right here%s%s", a->point,
		                   verdict.text[0] != '\0' ? ": " : "", verdict.text);
	if (status == HN_OK) {
		printf("%s: %s\n", a->label, verdict.text);
		status = reduce(scene, &trial, &verdict, &(Reduction){ folder, "shrunk", maker });
	}
	text_free(&order);
	hn_scene_close(scene);
	return status;
}

int command_shrink(const Options *options) {
	char path[PATH_SIZE];
	Plan *plan = NULL;
	const PlanGroup *group = NULL;
	int32_t status = path_format(path, "%s/plan.json", options->files[0]);
	if (status == HN_OK) status = plan_read(&plan, path);
	if (status != HN_OK) return complain(EXIT_USAGE);
	const PlanAlgorithm *a = find_point(plan, options->point, &group);
	if (a == NULL)
		status = error_set(HN_ERR_NOT_FOUND, "%s: has no point %lld", options->files[0],
		                   (long long)options->point);
	else
		status = shrink_point(options->files[0], group, a);
	plan_destroy(plan);
	return status == HN_OK ? EXIT_OK_ALL : complain(a == NULL ? EXIT_USAGE : EXIT_SCENARIO);
}
