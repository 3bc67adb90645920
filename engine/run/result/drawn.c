#include "run/result/drawn.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "run/result/schedule.h"
#include "run/result/slow_core.h"
#include "stats/quiet.h"

_Static_assert((int)COUNT_FIELDS < (int)COSTS_MAX, "every count may have a cost");

enum { SCRATCH = 6 + QUIET_SUMS }; // doubles for each time: those of stats_quiet, and two

// What the estimates are made of, in memory that is freed together.
typedef struct Gathered {
	double *counts[POPULATION_MEMBERS], *times[POPULATION_MEMBERS], *sums, *shares,
	    *scratch; // sums: of the times of each instance, by member
	int64_t *begin, *instance;
	int64_t count, times_most, timed; // instances; room for times; those that both have
	Population from;
} Gathered;

static bool gathered_init(Gathered *g, const Result *result) {
	*g = (Gathered){ .count = result_instances(result), .times_most = result->instance_times.count + 1 };
	bool ready = true;
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		g->counts[m] = mem_alloc(mem_array_size(g->count * COUNT_FIELDS, sizeof(double)));
		g->times[m] = mem_alloc(mem_array_size(g->times_most, sizeof(double)));
		ready = ready && g->counts[m] != NULL && g->times[m] != NULL;
	}
	g->begin = mem_alloc(mem_array_size(g->times_most, sizeof(int64_t)));
	g->instance = mem_alloc(mem_array_size(g->times_most, sizeof(int64_t)));
	g->sums = mem_alloc_zero(mem_array_size(2 * g->count, sizeof(double)));
	g->shares = mem_alloc(mem_array_size(g->times_most, sizeof(double)));
	g->scratch = mem_alloc(mem_array_size(SCRATCH * g->times_most + QUIET_SUMS, sizeof(double)));
	return ready && g->sums != NULL && g->shares != NULL && g->begin != NULL && g->instance != NULL &&
	       g->scratch != NULL;
}

static void gathered_free(Gathered *g) {
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		mem_free(g->counts[m], mem_array_size(g->count * COUNT_FIELDS, sizeof(double)));
		mem_free(g->times[m], mem_array_size(g->times_most, sizeof(double)));
	}
	mem_free(g->begin, mem_array_size(g->times_most, sizeof(int64_t)));
	mem_free(g->instance, mem_array_size(g->times_most, sizeof(int64_t)));
	mem_free(g->sums, mem_array_size(2 * g->count, sizeof(double)));
	mem_free(g->shares, mem_array_size(g->times_most, sizeof(double)));
	mem_free(g->scratch, mem_array_size(SCRATCH * g->times_most + QUIET_SUMS, sizeof(double)));
}

static int32_t varying_counts(int32_t fields[COUNT_FIELDS], const Instance *all, int64_t count) {
	int32_t terms = 0;
	for (int32_t k = 0; k < COUNT_FIELDS; ++k) {
		bool varies = false;
		for (int64_t i = 1; i < count && !varies; ++i)
			varies = count_get(&all[i].counts, k) != count_get(&all[0].counts, k);
		if (varies) fields[terms++] = k;
	}
	return terms;
}

// Takes the counts of a member that differ between its instances: the others are in the cost of an instance.
static void take_counts(Gathered *g, const Result *result, int32_t member, int m) {
	const Instance *all = result->members[member].instances;
	int32_t fields[COUNT_FIELDS];
	const int32_t terms = varying_counts(fields, all, g->count);
	for (int64_t i = 0; i < g->count; ++i)
		for (int32_t t = 0; t < terms; ++t)
			g->counts[m][i * terms + t] = (double)count_get(&all[i].counts, fields[t]);
	g->from.terms[m] = terms;
	g->from.counts[m] = g->counts[m];
}

// Takes the times of a member, in the order of rounds, and where sessions begin. Returns their number.
static int64_t take_times(Gathered *g, const Result *result, int32_t member, int m) {
	int64_t n = 0, sessions = 0;
	int32_t session = 0;
	for (int64_t i = 0; i < result->instance_times.count; ++i) {
		const InstanceTime *time = &result->instance_times.data[i];
		if (time->member != member) continue;
		if (n == 0 || time->session != session) g->begin[sessions++] = n;
		session = time->session;
		g->instance[n] = time->instance;
		g->shares[n] = time->slow;
		g->times[m][n++] = time->ms;
	}
	g->begin[sessions] = n;
	g->from.blocks = sessions;
	g->from.times[m] = g->times[m];
	return n;
}

// Leaves out what a slow core took, which the instances tell that were asked on a quiet one: of each, how its
// time is to that which its counts predict.
static void quieten(Gathered *g, int m, int64_t n) {
	const int32_t terms = g->from.terms[m];
	double *factors = g->scratch, *ratios = factors + n, slow = 0;
	CostsFit fit;
	costs_begin(&fit, terms);
	for (int64_t i = 0; i < n; ++i) {
		costs_add(&fit, g->counts[m] + g->instance[i] * terms, g->times[m][i]);
		slow += g->shares[i];
	}
	if (slow == 0) return;
	const Costs costs = costs_solve(&fit);
	for (int64_t i = 0; i < n; ++i)
		ratios[i] = g->times[m][i] / costs_predict(&costs, g->counts[m] + g->instance[i] * terms, terms);
	const QuietTimes times = { { ratios, g->begin, g->from.blocks }, g->shares, 1 };
	stats_quiet(factors, &times, ratios + n); // factors of 1 where nothing tells: slow_core.h has asked that
	for (int64_t i = 0; i < n; ++i) g->times[m][i] *= factors[i];
}

// Takes what was counted and timed of a member. Returns the number of its times.
static int64_t take_member(Gathered *g, const Result *result, int32_t member, int m) {
	const int64_t n = take_times(g, result, member, m);
	take_counts(g, result, member, m);
	quieten(g, m, n);
	return n;
}

static void without_bounds(PopulationEstimate *of) {
	of->all = of->counted = of->plain_all = (Bounds){ (double)NAN, (double)NAN };
	of->drawn = (double)NAN;
}

// The sorted value below which a share of them lies.
static double percentile(const double *sorted, int64_t n, double share) {
	return sorted[(int64_t)(share * (double)(n - 1) + 0.5)];
}

// How the ratios of single instances spread. Each is of the sums of its times.
static void spread(Drawn *out, const Gathered *g) {
	double *a = g->sums, *b = g->sums + g->count, *ratios = g->scratch;
	int64_t n = 0;
	out->most = -1;
	for (int64_t i = 0; i < g->timed; ++i)
		a[g->instance[i]] += g->times[0][i], b[g->instance[i]] += g->times[1][i];
	for (int64_t i = 0; i < g->count; ++i) {
		if (a[i] == 0) continue;
		ratios[n] = a[i] / b[i];
		if (ratios[n] > out->most) out->most = ratios[n], out->most_at = i;
		n += 1;
	}
	sort_doubles(ratios, n);
	out->timed = n;
	out->low = percentile(ratios, n, 0.05);
	out->middle = percentile(ratios, n, 0.5);
	out->high = percentile(ratios, n, 0.95);
}

// Gathers what both members were timed on. A member that left earlier took part in the first rounds only.
static int32_t gather(Gathered *g, const Result *result, int32_t a, int32_t b) {
	int32_t status = gathered_init(g, result) ? HN_OK : HN_ERR_NO_MEMORY;
	if (status != HN_OK) return status;
	const int64_t of_a = take_member(g, result, a, 0), of_b = take_member(g, result, b, 1);
	g->timed = of_a < of_b ? of_a : of_b;
	while (g->from.blocks > 0 && g->begin[g->from.blocks - 1] >= g->timed) g->from.blocks -= 1;
	g->begin[g->from.blocks] = g->timed;
	g->from.count = g->count, g->from.begin = g->begin, g->from.instance = g->instance;
	g->from.whole = result->group->pieces, g->from.folds = result->group->folds;
	g->from.error = schedule_error(result->group);
	return HN_OK;
}

static int64_t round_size(const Result *result) {
	const int64_t block = result->block > 0 ? result->block : result->group->block;
	return block < result_instances(result) ? block : result_instances(result);
}

int32_t result_drawn(Drawn *out, const Result *result, int32_t a, int32_t b, double bound) {
	*out = (Drawn){ 0 };
	Gathered g;
	if (result->members[a].instances == NULL || result->members[b].instances == NULL) return HN_OK;
	int32_t status = gather(&g, result, a, b);
	if (status == HN_OK && g.timed > 0) {
		PopulationFit fitted;
		population_fit(&fitted, &g.from);
		out->times = g.timed, out->sessions = g.from.blocks, out->error = g.from.error, out->bound = bound;
		spread(out, &g);
		out->ratio = population_mean_ratio(&g.from, &fitted, g.scratch);
		out->total = population_sum_ratio(&g.from, &fitted, g.scratch);
		out->faster = population_share(&g.from, &fitted, bound, g.scratch);
		out->deviations = population_deviations(&g.from, &fitted, round_size(result), g.scratch);
		if (member_is_disturbed(result, a) || member_is_disturbed(result, b))
			without_bounds(&out->ratio), without_bounds(&out->total), without_bounds(&out->faster);
	}
	gathered_free(&g);
	return status;
}

int32_t result_compared(PopulationEstimate *out, const Result *result, int32_t a, int32_t b, double bound) {
	*out = (PopulationEstimate){ .value = (double)NAN };
	without_bounds(out);
	Gathered g;
	if (result->members[a].instances == NULL || result->members[b].instances == NULL) return HN_OK;
	int32_t status = gather(&g, result, a, b);
	if (status == HN_OK && g.timed > 0) {
		PopulationFit fitted;
		population_fit(&fitted, &g.from);
		*out = bound == 0 ? population_mean_ratio(&g.from, &fitted, g.scratch)
		                  : population_share(&g.from, &fitted, bound, g.scratch);
		if (member_is_disturbed(result, a) || member_is_disturbed(result, b)) without_bounds(out);
	}
	gathered_free(&g);
	return status;
}

int32_t result_costs(MemberCosts *out, const Result *result, int32_t member) {
	*out = (MemberCosts){ 0 };
	Gathered g;
	const Instance *all = result->members[member].instances;
	if (all == NULL) return HN_OK;
	int32_t status = gathered_init(&g, result) ? HN_OK : HN_ERR_NO_MEMORY;
	out->times = status == HN_OK ? take_member(&g, result, member, 0) : 0;
	if (out->times > 0) {
		g.from.count = g.count, g.from.begin = g.begin, g.from.instance = g.instance;
		g.from.folds = result->group->folds, g.from.error = schedule_error(result->group);
		out->terms = varying_counts(out->fields, all, g.count);
		out->of = population_costs(&g.from, 0);
		for (int32_t t = 0; member_is_disturbed(result, member) && t <= out->terms; ++t)
			out->of.lo[t] = out->of.hi[t] = (double)NAN;
		for (int32_t t = 0; t < out->terms; ++t)
			for (int64_t i = 0; i < g.count; ++i)
				out->mean[t] += (double)count_get(&all[i].counts, out->fields[t]) / (double)g.count;
	}
	gathered_free(&g);
	return status;
}

double costs_of_instance(const MemberCosts *costs, const Instance *instance) {
	double counts[COUNT_FIELDS];
	if (costs->times == 0) return (double)NAN;
	for (int32_t t = 0; t < costs->terms; ++t)
		counts[t] = (double)count_get(&instance->counts, costs->fields[t]);
	return costs_predict(&costs->of.at, counts, costs->terms);
}
