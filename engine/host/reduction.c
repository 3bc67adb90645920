#include "host/reduction.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "plugin/shrink.h"

enum { SHRINK_S = 30 };

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

int32_t reduction_maker(char out[PATH_SIZE], const char *file, const char *name) {
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

int32_t reduction_folder(char out[PATH_SIZE], const char *base, int32_t *number) {
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

int32_t reduction_do(const HnScene *scene, const PluginTrial *trial, const PluginVerdict *verdict,
                     const Reduction *to) {
	// an instance of a population begins anew, as a motion does
	const int32_t steps = verdict->step >= 0 ? trial->instance_steps : 0;
	PluginTrial alone = *trial;
	if (steps > 0) alone.instance_steps = 0;
	Failing failing = { .trial = &alone, .outcome = verdict->outcome, .last = *verdict };
	HnScene *least = NULL;
	ShrinkReport report = { 0 };
	int32_t status = shrink_scene(&least, &report,
	                              &(ShrinkDef){ .scene = scene,
	                                            .first_step = steps > 0 ? verdict->step / steps * steps : 0,
	                                            .step_count = steps,
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
