#include "run/maps.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "machine/cores.h"
#include "run/count_parallel.h"
#include "run/measure_group.h"
#include "run/result/journal.h"
#include "run/result/ratio.h"
#include "run/result/slow_core.h"
#include "run/result/times.h"
#include "support/stop.h"

_Static_assert((int)COUNT_FIELDS < (int)COSTS_MAX, "every count may have a cost");

// ---- what the groups' files say ----

int32_t maps_member(const Result *result, const char *label) {
	for (int32_t i = 0; i < result->group->algorithm_count; ++i)
		if (result->group->algorithms[i].reading == NULL && strcmp(member_label(result, i), label) == 0)
			return i;
	return -1;
}

static int32_t median_of(double *out, const Result *result, int32_t member) {
	MemberTimes times;
	int32_t status = times_init(&times, result, 0);
	if (status == HN_OK) times_take(&times, result, member, -1);
	*out = status == HN_OK && times.n > 0 ? stats_median(times.values, times.n, times.scratch) : (double)NAN;
	times_free(&times);
	return status;
}

// The ratio of a to b, with an interval that has the noise of the A/A twin in it as well.
static int32_t take_ratio(MapCell *cell, const Result *result, int32_t a, int32_t b) {
	Interval ratio, twin = { (double)NAN, (double)NAN, (double)NAN };
	int32_t status = result_ratio(result, a, b, result->group->algorithms[a].point, &ratio);
	for (int32_t i = 0; i < result->member_count && status == HN_OK; ++i)
		if (result->members[i].role == ROLE_AA && result->members[i].status == ROW_OK)
			status = result_ratio(result, i, 0, result->group->algorithms[0].point, &twin);
	cell->ratio = ratio.median;
	const bool known = !member_is_disturbed(result, a) && !member_is_disturbed(result, b);
	cell->lo = known ? ratio.lo / fmax(1, twin.hi) : (double)NAN;
	cell->hi = known ? ratio.hi / fmin(1, twin.lo) : (double)NAN;
	return status;
}

static int32_t take_times(MapCell *cell, const Result *result, const int32_t members[MAP_MEMBERS]) {
	int32_t status = HN_OK;
	for (int m = 0; m < MAP_MEMBERS && status == HN_OK; ++m)
		status = median_of(&cell->time[m], result, members[m]);
	cell->timed = status == HN_OK && cell->time[0] > 0 && cell->time[1] > 0;
	return cell->timed ? take_ratio(cell, result, members[0], members[1]) : status;
}

// What fails later than in the first session was counted before: so a cell that fails when it is timed stays
// usable, and which others are chosen does not change.
static int32_t take_cell(RunMap *of, const Result *result) {
	const int32_t members[MAP_MEMBERS] = { maps_member(result, of->plan->a),
		                                   maps_member(result, of->plan->b) };
	MapCell *cell = &of->map.cells[result->group->index];
	cell->timed = cell->failed = false;
	cell->usable = result->finished || result->rounds > 0;
	for (int m = 0; m < MAP_MEMBERS; ++m) {
		const Member *member = members[m] >= 0 ? &result->members[members[m]] : NULL;
		bool failed = member != NULL && member->status != ROW_OK;
		cell->failed = cell->failed || (failed && result->finished);
		cell->usable =
		    cell->usable && member != NULL && member->counted && (!failed || member->failed_in > 1);
	}
	if (cell->failed || !cell->usable || !result->finished || result->rounds == 0) return HN_OK;
	int32_t status = take_times(cell, result, members);
	cell->failed = !cell->timed;
	return status;
}

static void take_counts(RunMap *of, const Result *result) {
	int64_t at = (int64_t)result->group->index * COUNT_FIELDS;
	if (!of->map.cells[result->group->index].usable) return;
	for (int m = 0; m < MAP_MEMBERS; ++m) {
		int32_t member = maps_member(result, m == 0 ? of->plan->a : of->plan->b);
		for (int32_t k = 0; k < COUNT_FIELDS; ++k)
			of->counts[m][at + k] = (double)count_get(&result->members[member].counts, k);
	}
}

static int32_t take_result(void *context, const Result *result) {
	RunMaps *maps = context;
	int32_t status = HN_OK;
	for (int32_t i = 0; i < maps->count && status == HN_OK; ++i) {
		status = take_cell(&maps->of[i], result);
		if (status == HN_OK) take_counts(&maps->of[i], result);
	}
	return status;
}

// Keeps the counts that differ between cells, in place: the others have no cost of their own.
static void keep_varying(RunMap *of, int m) {
	double *counts = of->counts[m];
	int32_t fields[COUNT_FIELDS], terms = 0;
	for (int32_t k = 0; k < COUNT_FIELDS; ++k) {
		double lo = (double)INFINITY, hi = 0;
		for (int64_t i = 0; i < of->map.count; ++i) {
			if (!of->map.cells[i].usable) continue;
			lo = fmin(lo, counts[i * COUNT_FIELDS + k]), hi = fmax(hi, counts[i * COUNT_FIELDS + k]);
		}
		if (hi > lo) fields[terms++] = k;
	}
	for (int64_t i = 0; i < of->map.count; ++i)
		for (int32_t t = 0; t < terms; ++t) counts[i * terms + t] = counts[i * COUNT_FIELDS + fields[t]];
	of->map.terms[m] = terms;
	of->map.counts[m] = counts;
}

static uint64_t seed_of(const Run *run, const PlanMap *plan) {
	Text text = { 0 };
	text_addf(&text, "map %s %s", run->plan->seed, plan->name);
	HnHash hash = hn_hash_bytes(text.failed ? "" : text.data, (size_t)text.count);
	text_free(&text);
	uint64_t seed = 0;
	for (int i = 0; i < 8; ++i) seed = seed << 8 | hash.bytes[i];
	return seed;
}

static bool map_init(RunMap *out, const Run *run, const PlanMap *plan) {
	const int64_t n = run->plan->group_count;
	out->plan = plan;
	out->map = (Map){ .count = n, .seed = seed_of(run, plan), .audit = plan->audit, .share = plan->share };
	out->map.cells = mem_alloc_zero(mem_array_size(n, sizeof(MapCell)));
	out->map.order = mem_alloc(mem_array_size(n, sizeof(int64_t)));
	out->map.scratch = mem_alloc(mem_array_size(2 * n, sizeof(double)));
	bool ready = out->map.cells != NULL && out->map.order != NULL && out->map.scratch != NULL;
	for (int m = 0; m < MAP_MEMBERS; ++m) {
		out->counts[m] = mem_alloc_zero(mem_array_size(n * COUNT_FIELDS, sizeof(double)));
		ready = ready && out->counts[m] != NULL;
	}
	return ready;
}

int32_t maps_read(RunMaps *out, const Run *run) {
	*out = (RunMaps){ .count = run->plan->map_count, .groups = run->plan->group_count, .done = true };
	out->of = mem_alloc_zero(mem_array_size(out->count, sizeof *out->of));
	out->wanted = mem_alloc(mem_array_size(out->groups, sizeof *out->wanted));
	bool ready = out->of != NULL && out->wanted != NULL;
	for (int32_t i = 0; i < out->count && ready; ++i) ready = map_init(&out->of[i], run, &run->plan->maps[i]);
	int32_t status = ready ? run_each_result(run, take_result, out) : HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < out->count && status == HN_OK; ++i) {
		for (int m = 0; m < MAP_MEMBERS; ++m) keep_varying(&out->of[i], m);
		out->done = map_judge(&out->of[i].map, out->wanted) == 0 && out->done;
	}
	return status;
}

void maps_free(RunMaps *maps) {
	const int64_t n = maps->groups;
	for (int32_t i = 0; i < maps->count && maps->of != NULL; ++i) {
		RunMap *of = &maps->of[i];
		mem_free(of->map.cells, mem_array_size(n, sizeof(MapCell)));
		mem_free(of->map.order, mem_array_size(n, sizeof(int64_t)));
		mem_free(of->map.scratch, mem_array_size(2 * n, sizeof(double)));
		for (int m = 0; m < MAP_MEMBERS; ++m)
			mem_free(of->counts[m], mem_array_size(n * COUNT_FIELDS, sizeof(double)));
	}
	mem_free(maps->of, mem_array_size(maps->count, sizeof *maps->of));
	mem_free(maps->wanted, mem_array_size(n, sizeof *maps->wanted));
}

// ---- what is written of them ----

const char *maps_chosen_name(const MapCell *cell) {
	static const char *const s_names[] = { NULL, "fit", "unsure", "audit" };
	return s_names[cell->chosen];
}

const char *maps_failed_name(const MapCell *cell) {
	if (!cell->failed || (cell->usable && cell->chosen == MAP_NOT_CHOSEN)) return NULL;
	return cell->usable ? "timed" : "counted";
}

const char *maps_winner(const RunMap *map, const MapCell *cell) {
	return cell->verdict == MAP_A ? map->plan->a : cell->verdict == MAP_B ? map->plan->b : "open";
}

double maps_measured(const MapCell *cell, double value) {
	return cell->timed && cell->chosen != MAP_NOT_CHOSEN ? value : (double)NAN;
}

// ---- measuring ----

static int32_t count_all(Run *run, Progress *progress) {
	run->options.count_only = true;
	int32_t status = count_in_parallel(run, progress, cores_count());
	run->options.count_only = false;
	return status;
}

// Times a group that was counted.
static int32_t time_cell(Run *run, Progress *progress, RunMaps *maps, int64_t at, bool *goes_on) {
	const PlanGroup *group = &run->plan->groups[at];
	char groups[PATH_SIZE];
	GroupEnd end;
	Result *result = NULL;
	int32_t status = path_format(groups, "%s/groups", run->dir);
	if (status == HN_OK) status = journal_reopen(groups, group, run->keys[at]);
	if (status == HN_OK) status = measure_group(run, progress, &(GroupDef){ .group = group }, &end);
	if (status != HN_OK) return status;
	*goes_on = !end.stopped && !measure_is_over(run, &end);
	if (end.stopped) return HN_OK;
	status = journal_read(&result, groups, group, run->keys[at]);
	for (int32_t i = 0; i < maps->count && status == HN_OK; ++i) {
		MapCell *cell = &maps->of[i].map.cells[at];
		status = take_cell(&maps->of[i], result);
		cell->failed = !cell->timed;
	}
	result_destroy(result);
	return status;
}

int32_t measure_maps(Run *run, Progress *progress) {
	RunMaps maps = { 0 };
	int32_t status = count_all(run, progress);
	if (status == HN_OK && stop_signal() == 0) status = maps_read(&maps, run);
	bool goes_on = stop_signal() == 0, more = goes_on;
	while (more && status == HN_OK) {
		more = false;
		for (int32_t i = 0; i < maps.count && goes_on && status == HN_OK; ++i) {
			int64_t n = map_judge(&maps.of[i].map, maps.wanted);
			for (int64_t k = 0; k < n && goes_on && status == HN_OK; ++k) {
				status = time_cell(run, progress, &maps, maps.wanted[k], &goes_on);
				goes_on = goes_on && stop_signal() == 0;
				more = goes_on;
			}
		}
	}
	maps_free(&maps);
	return status;
}
