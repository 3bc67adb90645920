// samples.csv, builds.csv, summary.csv, steps.csv and levels.csv, made from the group files alone.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sort.h"
#include "run/support/csv.h"
#include "run/result/ratio.h"
#include "run/run_state.h"
#include "run/result/times.h"

enum { DEF_SIZE_MAX = 16384 };

enum { TABLE_SUMMARY, TABLE_SAMPLES, TABLE_STEPS, TABLE_LEVELS, TABLE_BUILDS, TABLES };

// The lines of one member in one table.
typedef struct Piece {
	int32_t point, role;
	int64_t begin[TABLES], end[TABLES];
} Piece;

typedef struct Tables {
	const Run *run;
	bool *kinds; // by registry index: does the plan have it?
	bool per_step;
	uint32_t inspect;  // groups that some group of the plan wants, as bits
	uint32_t counters; // the same of these
	bool unsound;      // some algorithm may miss contacts
	Text text[TABLES]; // lines as the groups gave them
	ARRAY(Piece) pieces;
	int64_t header_end[TABLES];
} Tables;

static int32_t member_point(const Result *result, const Member *member) {
	int32_t algorithm = member->algorithm < 0 ? 0 : member->algorithm; // the check stands for its group
	return result->group->algorithms[algorithm].point;
}

static bool is_inspected(const Tables *t, const InspectColumn *column) {
	return (t->inspect & 1u << column->group) != 0;
}

static void summary_header(Tables *t) {
	static const char *const s_before[] = { "scenario", "point", "role", "algorithm", "kind" };
	static const char *const s_after[] = { "query",    "status",    "detail",     "censored",   "quick",
		                                   "n",        "step_ms",   "step_ms_lo", "step_ms_hi", "step_ms_min",
		                                   "build_ms", "update_ms", "broad_ms",   "narrow_ms" };
	static const char *const s_last[] = { "steps",          "triangles", "live_bytes",  "peak_bytes",
		                                  "ratio_to_first", "ratio_lo",  "ratio_hi",    "first_contact",
		                                  "extra_pairs",    "early",     "build_ms_lo", "build_ms_hi",
		                                  "rebuild_ms" };
	Text *csv = &t->text[TABLE_SUMMARY];
	for (size_t i = 0; i < sizeof s_before / sizeof s_before[0]; ++i) csv_text(csv, s_before[i]);
	for (int32_t i = 0; i < t->run->plan->column_count; ++i) csv_text(csv, t->run->plan->columns[i]);
	for (int32_t k = 0; k < hn_detect_count(); ++k) {
		const HnDetectClass *class = hn_detect_at(k);
		for (int32_t i = 0; t->kinds[k] && i < class->params.count; ++i) {
			char name[2 * PARAM_NAME_SIZE];
			snprintf(name, sizeof name, "%s_%s", class->name, class->params.params[i].name);
			csv_text(csv, name);
		}
	}
	for (size_t i = 0; i < sizeof s_after / sizeof s_after[0]; ++i) csv_text(csv, s_after[i]);
	for (int32_t i = 0; i <= COUNT_INDEX_contacts; ++i) csv_text(csv, hn_count_name(i));
	csv_text(csv, "hash");
	csv_text(csv, "tree_bytes");
	for (int32_t i = COUNT_INDEX_contacts + 1; i < COUNT_FIELDS; ++i) csv_text(csv, hn_count_name(i));
	for (size_t i = 0; i < sizeof s_last / sizeof s_last[0]; ++i) csv_text(csv, s_last[i]);
	for (int32_t i = 0; i < INSPECT_FIELDS; ++i)
		if (is_inspected(t, inspect_field(i))) csv_text(csv, inspect_field(i)->name);
	if (t->unsound) csv_text(csv, "missed_pairs"), csv_text(csv, "extent_fails");
	counters_header(csv, t->counters);
	csv_end_line(csv);
}

static void levels_header(Tables *t) {
	static const char *const s_levels[] = { "scenario", "point", "role", "algorithm", "level" };
	Text *csv = &t->text[TABLE_LEVELS];
	for (size_t i = 0; i < sizeof s_levels / sizeof s_levels[0]; ++i) csv_text(csv, s_levels[i]);
	for (int32_t i = 0; i < INSPECT_LEVELS; ++i)
		if (is_inspected(t, inspect_level(i))) csv_text(csv, inspect_level(i)->name);
	csv_end_line(csv);
}

static void headers(Tables *t) {
	static const char *const s_samples[] = { "scenario", "point",     "role",     "algorithm", "sitting",
		                                     "round",    "turn",      "repeats",  "step_ms",   "update_ms",
		                                     "broad_ms", "narrow_ms", "contacts", "rebuild_ms" };
	static const char *const s_steps[] = { "scenario", "point",   "role",         "algorithm",
		                                   "step",     "step_ms", "step_ms_lo",   "step_ms_hi",
		                                   "contacts", "passes",  "clock_cost_ns" };
	static const char *const s_builds[] = { "scenario", "point", "role",    "algorithm",
		                                    "sitting",  "round", "build_ms" };
	summary_header(t);
	levels_header(t);
	for (size_t i = 0; i < sizeof s_builds / sizeof s_builds[0]; ++i)
		csv_text(&t->text[TABLE_BUILDS], s_builds[i]);
	csv_end_line(&t->text[TABLE_BUILDS]);
	for (size_t i = 0; i < sizeof s_samples / sizeof s_samples[0]; ++i)
		csv_text(&t->text[TABLE_SAMPLES], s_samples[i]);
	csv_end_line(&t->text[TABLE_SAMPLES]);
	for (size_t i = 0; i < sizeof s_steps / sizeof s_steps[0]; ++i)
		csv_text(&t->text[TABLE_STEPS], s_steps[i]);
	csv_end_line(&t->text[TABLE_STEPS]);
}

static void row_begin(const Tables *t, Text *csv, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	csv_text(csv, t->run->plan->scenario);
	csv_int(csv, member_point(result, m));
	csv_text(csv, role_name((int32_t)m->role));
	csv_text(csv, member_label(result, member));
}

static int32_t add_params(Tables *t, const Result *result, int32_t member) {
	const HnDetectClass *own = member_class(result, member);
	_Alignas(max_align_t) char def[DEF_SIZE_MAX];
	bool idle[DETECT_PARAMS_MAX];
	for (int32_t k = 0; k < hn_detect_count(); ++k) {
		const HnDetectClass *class = hn_detect_at(k);
		if (!t->kinds[k]) continue;
		CHECK(class->params.def_size <= sizeof def);
		bool is_own = class == own;
		int32_t status =
		    is_own ? param_parse(&class->params, def, class->name, member_params(result, member)) : HN_OK;
		if (status == HN_OK && is_own) status = detect_idle(idle, class, member_params(result, member));
		if (status != HN_OK) return status;
		for (int32_t i = 0; i < class->params.count; ++i) {
			char value[PARAM_TEXT_SIZE];
			if (is_own) param_get(&class->params.params[i], def, value);
			csv_text(&t->text[TABLE_SUMMARY], is_own && !idle[i] ? value : NULL);
		}
	}
	return HN_OK;
}

// What the samples of one member say; everything NaN where there are none.
typedef struct Times {
	int64_t n;
	Interval step;
	Interval build, ratio; // to the group's first
	double least, part[STEP_PARTS];
} Times;

static bool has_times(const Result *result, const Member *member) {
	return result->finished && member->status == ROW_OK && member->role != ROLE_CHECK;
}

static int32_t times_of(Times *out, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	bool present[STEP_PARTS];
	const double none = (double)NAN;
	*out = (Times){ .step = { none, none, none },
		            .least = none,
		            .part = { none, none, none, none },
		            .build = { none, none, none },
		            .ratio = { none, none, none } };
	MemberTimes times;
	int32_t status = times_init(&times, result, m->builds.count);
	if (status == HN_OK) status = member_parts(present, result, member);
	if (status == HN_OK) {
		times_take(&times, result, member, -1);
		out->n = times.n;
	}
	if (out->n > 0 && has_times(result, m)) {
		Sittings of = times_sittings(&times);
		out->step = stats_sittings_median(&of, times.scratch);
		out->least = times.scratch[0]; // they are sorted there
		for (int32_t p = 0; p < STEP_PARTS; ++p) {
			if (!present[p]) continue;
			times_take(&times, result, member, p);
			out->part[p] = stats_median(times.values, times.n, times.scratch);
		}
		if (m->builds.count > 0) {
			times_take_builds(&times, m);
			of = times_sittings(&times);
			out->build = stats_sittings_median(&of, times.scratch);
		}
		if (has_times(result, &result->members[0]))
			status = result_ratio(result, member, member_point(result, m), &out->ratio);
	}
	times_free(&times);
	return status;
}

static void add_count(Text *csv, const Member *m, int32_t index) {
	if (m->counted)
		csv_int(csv, count_get(&m->counts, index));
	else
		csv_missing(csv);
}

static void add_bytes(Text *csv, const Member *m, int64_t bytes) {
	if (m->measured)
		csv_int(csv, bytes);
	else
		csv_missing(csv);
}

// of something that there is
static void csv_count(Text *csv, int64_t count) {
	if (count > 0)
		csv_int(csv, count);
	else
		csv_missing(csv);
}

static bool is_unsound(const Result *result, const Member *m) {
	return m->algorithm >= 0 && result->group->algorithms[m->algorithm].unsound;
}

// What no reader of its numbers may miss.
static const char *unsound_text(char *text, size_t size, const Member *m) {
	int used = snprintf(text, size, "UNSOUND: ");
	if (!m->contained)
		snprintf(text + used, size - (size_t)used, "may miss contacts, UNCHECKED");
	else
		snprintf(text + used, size - (size_t)used, "misses %lld of %lld contacts%s",
		         (long long)m->beside.missed, (long long)m->beside.exact, m->unchecked ? ", UNCHECKED" : "");
	return text;
}

static void add_status(Tables *t, const Result *result, const Member *m) {
	Text *csv = &t->text[TABLE_SUMMARY];
	RowStatus status = member_row_status(result, m);
	csv_text(csv, hn_query_name((int32_t)result->group->query));
	csv_text(csv, row_status_name((int32_t)status));
	if (status == ROW_SKIPPED && m->status == ROW_OK) {
		char detail[80];
		snprintf(detail, sizeof detail, "stopped before its end, after %d of %d rounds", result->rounds,
		         result->group->runs);
		csv_text(csv, detail);
	} else {
		bool nowhere = result->group->query == HN_QUERY_APPROACH && !isfinite(m->first_contact);
		char unsound[120];
		csv_text(csv, status != ROW_OK        ? m->detail
		              : is_unsound(result, m) ? unsound_text(unsound, sizeof unsound, m)
		              : m->unchecked          ? "UNCHECKED"
		              : nowhere               ? "no contact on the line"
		                                      : NULL);
	}
	csv_int(csv, m->censored);
	csv_int(csv, t->run->plan->quick);
}

// Where all exact members of a group find the first contact; NaN: nowhere, or there are none.
static double exact_contact(const Result *result) {
	for (int32_t i = 0; i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (m->status == ROW_OK && m->counted && !member_conservative(result, i) &&
		    !member_unsound(result, i))
			return m->first_contact;
	}
	return (double)NAN;
}

static void add_unsound(Text *csv, const Result *result, const Member *m) {
	bool unsound = is_unsound(result, m) && m->status == ROW_OK;
	if (unsound && m->contained)
		csv_int(csv, m->beside.missed);
	else
		csv_missing(csv);
	csv_number(csv, unsound && m->measured ? m->extent_fails : (double)NAN);
}

static int32_t summary_row(Tables *t, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	Text *csv = &t->text[TABLE_SUMMARY];
	Times times;
	int32_t status = times_of(&times, result, member);
	if (status != HN_OK) return status;
	row_begin(t, csv, result, member);
	csv_text(csv, member_kind(result, member));
	for (int32_t i = 0; i < t->run->plan->column_count; ++i) csv_text(csv, result->group->params[i].text);
	status = add_params(t, result, member);
	if (status != HN_OK) return status;
	add_status(t, result, m);
	if (m->role == ROLE_CHECK)
		csv_missing(csv);
	else
		csv_int(csv, times.n);
	const double numbers[] = { times.step.median,      times.step.lo,
		                       times.step.hi,          times.least,
		                       times.build.median,     times.part[PART_UPDATE],
		                       times.part[PART_BROAD], times.part[PART_NARROW] };
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) csv_number(csv, numbers[i]);
	for (int32_t i = 0; i <= COUNT_INDEX_contacts; ++i) add_count(csv, m, i);
	char hex[HN_HASH_HEX_SIZE] = "";
	// the hash of what need not be the same is not shown
	bool hashed = result->group->query != HN_QUERY_APPROACH && !member_conservative(result, member) &&
	              !member_unsound(result, member);
	if (m->counted && hashed) hn_hash_to_hex(&m->hash, hex);
	csv_text(csv, hex);
	add_bytes(csv, m, m->tree_bytes);
	for (int32_t i = COUNT_INDEX_contacts + 1; i < COUNT_FIELDS; ++i) add_count(csv, m, i);
	bool line = result->group->query == HN_QUERY_APPROACH;
	csv_count(csv, line ? m->questions : result->step_count);
	if (result->step_count > 0 && result->group->query != HN_QUERY_BOXES)
		csv_int(csv, result->triangle_count);
	else
		csv_missing(csv);
	add_bytes(csv, m, m->live_bytes);
	add_bytes(csv, m, m->peak_bytes);
	csv_number(csv, times.ratio.median);
	csv_number(csv, times.ratio.lo);
	csv_number(csv, times.ratio.hi);
	csv_number(csv, line && m->counted ? m->first_contact : (double)NAN);
	if (m->contained)
		csv_int(csv, m->beside.extra);
	else
		csv_missing(csv);
	csv_number(csv, line && m->counted ? exact_contact(result) - m->first_contact : (double)NAN);
	csv_number(csv, times.build.lo);
	csv_number(csv, times.build.hi);
	csv_number(csv, times.part[PART_REBUILD]);
	for (int32_t i = 0; i < INSPECT_FIELDS; ++i)
		if (is_inspected(t, inspect_field(i))) csv_number(csv, m->inspection.value[i]);
	if (t->unsound) add_unsound(csv, result, m);
	counters_cells(csv, t->counters, m->tallied && m->status == ROW_OK ? &m->tally : NULL);
	csv_end_line(csv);
	return HN_OK;
}

static void add_part(Text *csv, const Result *result, const Sample *s, StepPart part,
                     const bool present[STEP_PARTS]) {
	csv_number(csv, present[part] ? sample_step_ms(result, s, (int32_t)part) : (double)NAN);
}

static int32_t sample_rows(Tables *t, const Result *result, int32_t member) {
	Text *csv = &t->text[TABLE_SAMPLES];
	static const StepPart s_columns[] = { PART_UPDATE, PART_BROAD, PART_NARROW };
	bool present[STEP_PARTS];
	int32_t status = member_parts(present, result, member);
	for (int64_t i = 0; status == HN_OK && i < result->samples.count; ++i) {
		const Sample *s = &result->samples.data[i];
		if (s->member != member) continue;
		row_begin(t, csv, result, member);
		csv_int(csv, s->sitting);
		if (s->round > 0)
			csv_int(csv, s->round);
		else
			csv_missing(csv); // of a round that broke off
		csv_int(csv, s->turn);
		csv_int(csv, s->repeats);
		csv_number(csv, sample_step_ms(result, s, -1));
		for (int32_t p = 0; p < 3; ++p) add_part(csv, result, s, s_columns[p], present);
		csv_int(csv, s->contacts);
		add_part(csv, result, s, PART_REBUILD, present);
		csv_end_line(csv);
	}
	return status;
}

static void step_rows(Tables *t, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	Text *csv = &t->text[TABLE_STEPS];
	for (int32_t i = 0; m->steps != NULL && m->status == ROW_OK && i < result->step_count; ++i) {
		row_begin(t, csv, result, member);
		csv_int(csv, i + 1);
		csv_number(csv, m->steps[i].median_ms);
		csv_number(csv, m->steps[i].lo_ms);
		csv_number(csv, m->steps[i].hi_ms);
		csv_int(csv, m->step_contacts[i]);
		csv_int(csv, m->step_passes);
		csv_number(csv, m->step_clock_ns);
		csv_end_line(csv);
	}
}

static void build_rows(Tables *t, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	Text *csv = &t->text[TABLE_BUILDS];
	for (int64_t i = 0; m->status == ROW_OK && i < m->builds.count; ++i) {
		row_begin(t, csv, result, member);
		csv_int(csv, m->builds.data[i].sitting);
		csv_int(csv, m->builds.data[i].round);
		csv_number(csv, m->builds.data[i].ms);
		csv_end_line(csv);
	}
}

static void level_rows(Tables *t, const Result *result, int32_t member) {
	const Inspection *found = &result->members[member].inspection;
	Text *csv = &t->text[TABLE_LEVELS];
	for (int64_t k = 0; k < found->levels.count; ++k) {
		row_begin(t, csv, result, member);
		csv_int(csv, k);
		for (int32_t i = 0; i < INSPECT_LEVELS; ++i)
			if (is_inspected(t, inspect_level(i))) csv_number(csv, found->levels.data[k].value[i]);
		csv_end_line(csv);
	}
}

static int32_t add_result(void *context, const Result *result) {
	Tables *t = context;
	int32_t status = HN_OK;
	for (int32_t i = 0; status == HN_OK && i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (!member_has_row(m)) continue;
		Piece piece = { .point = member_point(result, m), .role = (int32_t)m->role };
		for (int k = 0; k < TABLES; ++k) piece.begin[k] = t->text[k].count;
		status = summary_row(t, result, i);
		if (status == HN_OK) status = sample_rows(t, result, i);
		step_rows(t, result, i);
		level_rows(t, result, i);
		build_rows(t, result, i);
		for (int k = 0; k < TABLES; ++k) piece.end[k] = t->text[k].count;
		if (status == HN_OK && !ARRAY_PUSH(&t->pieces, piece)) status = HN_ERR_NO_MEMORY;
	}
	return status;
}

// The order of rows: by point, then the twin and the check of the group that begins with the point.
static int32_t order_pieces(const Tables *t, int32_t **order) {
	int64_t n = t->pieces.count;
	size_t keys_size = mem_array_size(n, sizeof(double)), order_size = mem_array_size(n, sizeof(int32_t));
	double *keys = mem_alloc(keys_size), *key_scratch = mem_alloc(keys_size);
	int32_t *scratch = mem_alloc(order_size);
	*order = mem_alloc(order_size);
	bool ready = keys && key_scratch && scratch && *order;
	for (int64_t i = 0; ready && i < n; ++i) {
		keys[i] = 4.0 * t->pieces.data[i].point + t->pieces.data[i].role;
		(*order)[i] = (int32_t)i;
	}
	if (ready) sort_doubles_indexed(keys, *order, n, key_scratch, scratch);
	mem_free(keys, keys_size);
	mem_free(key_scratch, keys_size);
	mem_free(scratch, order_size);
	return ready ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t write_table(const Tables *t, int32_t table, const int32_t *order) {
	static const char *const s_names[TABLES] = { "summary.csv", "samples.csv", "steps.csv", "levels.csv",
		                                         "builds.csv" };
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/%s", t->run->dir, s_names[table]);
	if (status == HN_OK) status = text_check(&t->text[table]);
	if (status != HN_OK) return status;
	Text sorted = { 0 };
	const char *lines = t->text[table].data;
	text_add_bytes(&sorted, lines, t->header_end[table]);
	for (int64_t i = 0; i < t->pieces.count; ++i) {
		const Piece *piece = &t->pieces.data[order[i]];
		text_add_bytes(&sorted, lines + piece->begin[table], piece->end[table] - piece->begin[table]);
	}
	status = file_write_text(path, &sorted);
	text_free(&sorted);
	return status;
}

static int32_t write_tables(const Tables *t) {
	int32_t *order = NULL;
	int32_t status = order_pieces(t, &order);
	for (int32_t k = TABLES - 1; status == HN_OK && k >= 0; --k)
		if ((k != TABLE_STEPS || t->per_step) && (k != TABLE_LEVELS || t->inspect != 0))
			status = write_table(t, k, order);
	mem_free(order, mem_array_size(t->pieces.count, sizeof *order));
	return status;
}

static void find_kinds(Tables *t) {
	for (int32_t g = 0; g < t->run->plan->group_count; ++g) {
		const PlanGroup *group = &t->run->plan->groups[g];
		t->per_step = t->per_step || group->per_step;
		t->inspect |= group->inspect;
		t->counters |= group->counters;
		for (int32_t a = 0; a < group->algorithm_count; ++a) t->unsound |= group->algorithms[a].unsound;
		for (int32_t a = 0; a < group->algorithm_count; ++a)
			for (int32_t k = 0; k < hn_detect_count(); ++k)
				if (hn_detect_at(k) == group->algorithms[a].class_) t->kinds[k] = true;
	}
}

int32_t results_write(const Run *run) {
	size_t kinds_size = (size_t)hn_detect_count() * sizeof(bool);
	Tables t = { .run = run, .kinds = mem_alloc_zero(kinds_size) };
	if (t.kinds == NULL) return HN_ERR_NO_MEMORY;
	find_kinds(&t);
	headers(&t);
	for (int k = 0; k < TABLES; ++k) t.header_end[k] = t.text[k].count;
	int32_t status = run_each_result(run, add_result, &t);
	if (status == HN_OK) status = write_tables(&t);
	mem_free(t.kinds, kinds_size);
	for (int k = 0; k < TABLES; ++k) text_free(&t.text[k]);
	ARRAY_FREE(&t.pieces);
	return status;
}
