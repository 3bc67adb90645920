// `harness check plugin FILE`: does a plug-in keep the rules, and find the contacts?
#include "host/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "host/command_parts.h"
#include "host/plugin_process.h"
#include "host/reduction.h"
#include "plugin/find.h"
#include "plugin/load.h"
#include "plugin/soups.h"
#include "run/plan/plugins.h"
#include "run/run.h"

enum { SEEDS = 3, TRIAL_S = 5 };

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
	int32_t status = reduction_folder(folder, check->folder, &check->reduced);
	snprintf(name, sizeof name, "failure_%d", check->reduced);
	return status == HN_OK ? reduction_do(scene, trial, verdict, &(Reduction){ folder, name, check->maker })
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
	trial.timeout_s = REDUCTION_TRIAL_S;
	trial.kind = TRIAL_LEAKS;
	if (status == HN_OK) status = check_lasting(check, "created and destroyed again and again", last, &trial);
	trial.kind = TRIAL_AFRESH;
	if (status == HN_OK) status = check_lasting(check, "asked at new places, then there again", last, &trial);
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
	if (status == HN_OK) status = reduction_maker(check->maker, check->file, check->class_->name);
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
	split_name(options->files.at[1], given, &wanted);
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
