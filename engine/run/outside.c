#include "run/outside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "plugin/external.h"
#include "run/result/ratio.h"

// Stated times
// ------------------------------------------------------------------------------------------------------

static const ExternalTimes *times_of(const Result *result, int32_t member) {
	const External *external = plugin_external(member_class(result, member));
	return external != NULL && external->times.count > 0 ? &external->times : NULL;
}

static double pass_step_ms(const Result *result, const ExternalTimes *times, int64_t pass) {
	return times->ms[pass] / (double)result->step_count;
}

// The group's first member whose times are of the same run; -1: none.
static int32_t first_of_run(const Result *result, const char *run) {
	for (int32_t i = 0; i < result->member_count; ++i) {
		const ExternalTimes *times = times_of(result, i);
		bool ok = result->members[i].status == ROW_OK;
		if (ok && times != NULL && times->run != NULL && strcmp(times->run, run) == 0) return i;
	}
	return -1;
}

// The times of the passes that both have.
static int64_t pair_passes(const Result *result, const ExternalTimes *a, const ExternalTimes *b, double *own,
                           double *first) {
	int64_t n = 0, k = 0;
	for (int64_t i = 0; i < a->count; ++i) {
		while (k < b->count && b->pass[k] < a->pass[i]) ++k;
		if (k == b->count || b->pass[k] != a->pass[i]) continue;
		own[n] = pass_step_ms(result, a, i);
		first[n++] = pass_step_ms(result, b, k);
	}
	return n;
}

static int32_t find_ratio(Interval *out, const Result *result, int32_t member, int32_t base) {
	const ExternalTimes *a = times_of(result, member), *b = times_of(result, base);
	size_t size = mem_array_size(6 * a->count + RATIO_RESAMPLES, sizeof(double));
	size_t places = mem_array_size(a->count + 1, sizeof(int64_t));
	double *values = mem_alloc(size);
	int64_t *begin = mem_alloc(places);
	bool room = values != NULL && begin != NULL;
	int64_t n = room ? pair_passes(result, a, b, values, values + a->count) : 0;
	if (n > 0) *out = ratio_of(values, values + a->count, NULL, n, 1, begin, values + 2 * a->count);
	mem_free(values, size);
	mem_free(begin, places);
	return room ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t find_median(Interval *out, const Result *result, const ExternalTimes *times) {
	size_t size = mem_array_size(2 * times->count, sizeof(double));
	double *values = mem_alloc(size);
	if (values == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < times->count; ++i) values[i] = pass_step_ms(result, times, i);
	*out = stats_median_interval(values, times->count, values + times->count);
	mem_free(values, size);
	return HN_OK;
}

int32_t stated_find(Stated *out, const Result *result, int32_t member) {
	const double none = (double)NAN;
	*out = (Stated){ .n = -1, .step = { none, none, none }, .ratio = { none, none, none } };
	const ExternalTimes *times = times_of(result, member);
	if (times == NULL || !result->finished || result->members[member].status != ROW_OK) return HN_OK;
	out->n = times->count;
	out->run = times->run;
	int32_t status = find_median(&out->step, result, times);
	int32_t base = times->run != NULL ? first_of_run(result, times->run) : -1;
	return status == HN_OK && base >= 0 ? find_ratio(&out->ratio, result, member, base) : status;
}

// Semantics
// ------------------------------------------------------------------------------------------------------

static const char *question_of(HnQuery query) {
	static const char *const s_texts[] = { [HN_QUERY_ALL] = "all contacts",
		                                   [HN_QUERY_FIRST] = "the first contact",
		                                   [HN_QUERY_APPROACH] = "the way to the first contact",
		                                   [HN_QUERY_BOXES] = "all pairs of boxes" };
	return s_texts[query];
}

// What the engine's algorithms answer.
static const char *own_semantics(const Result *result, int32_t member) {
	if (member_unsound(result, member)) return "inexact: surfaces, and may miss contacts";
	if (member_conservative(result, member)) return "candidates: surfaces, a superset of the contacts";
	if (result->group->query == HN_QUERY_BOXES) return "exact: touching counts, float";
	return "exact: surfaces, touching counts, double";
}

void semantics_of(char out[SEMANTICS_SIZE], const Result *result, int32_t member) {
	static const char *const s_answers[] = {
		[HN_PLUGIN_EXACT] = "exact", [HN_PLUGIN_INEXACT] = "inexact", [HN_PLUGIN_CANDIDATES] = "candidates"
	};
	const HnDetectClass *class = member_class(result, member);
	const External *external = plugin_external(class);
	const char *question = question_of(result->group->query);
	if (class->plugin == NULL) {
		snprintf(out, SEMANTICS_SIZE, "%s, %s", question, own_semantics(result, member));
		return;
	}
	const HnPlugin *plugin = &class->plugin->plugin;
	snprintf(out, SEMANTICS_SIZE, "%s%s, %s: %s", question,
	         external != NULL && external->grain == EXTERNAL_BODIES ? " as pairs of bodies" : "",
	         s_answers[plugin->answers], plugin->semantics != NULL ? plugin->semantics : "it states no more");
}
