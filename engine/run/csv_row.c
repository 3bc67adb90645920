// Rows of the result files: a cell for each line of columns.def.
#include "run/csv_row.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "plugin/counters.h"
#include "plugin/external.h"
#include "run/result/slow_core.h"
#include "run/result/times.h"
#include "base/csv.h"

static bool has_times(const Result *result, const Member *member) {
	return result->finished && member->status == ROW_OK && member->role != ROLE_CHECK;
}

static Interval without_bounds(Interval interval) {
	return (Interval){ interval.median, (double)NAN, (double)NAN };
}

static int32_t times_of(Row *row) {
	const Result *result = row->result;
	const Member *m = row->m;
	int32_t member = row->member;
	Times *out = &row->times;
	const double none = (double)NAN;
	*out = (Times){ .step = { none, none, none },
		            .least = none,
		            .part = { none, none, none, none },
		            .build = { none, none, none },
		            .ratio = { none, none, none } };
	MemberTimes times;
	int32_t status = times_init(&times, result, m->builds.count);
	if (status == HN_OK) status = member_parts(row->present, result, member);
	if (status == HN_OK) {
		times_take_all(&times, result, member, -1);
		out->n = times.n;
		times_take(&times, result, member, -1);
	}
	if (out->n > 0 && has_times(result, m)) {
		Sessions of = times_sessions(&times);
		out->step = stats_sessions_median(&of, times.scratch);
		out->least = times_least(result, member);
		for (int32_t p = 0; p < STEP_PARTS; ++p) {
			if (!row->present[p]) continue;
			times_take(&times, result, member, p);
			out->part[p] = stats_median(times.values, times.n, times.scratch);
		}
		if (m->builds.count > 0) {
			times_take_builds(&times, m);
			of = times_sessions(&times);
			out->build = stats_sessions_median(&of, times.scratch);
		}
		if (has_times(result, &result->members[0]))
			status = result_ratio(result, member, 0, row->point, &out->ratio);
		// builds are not samples, so they keep their intervals
		if (member_is_disturbed(result, member))
			out->step = without_bounds(out->step), out->ratio = without_bounds(out->ratio);
	}
	times_free(&times);
	return status;
}

static int32_t param_class(int32_t index) { return index / DETECT_PARAMS_MAX; }
static const Param *param_at(int32_t index) {
	return &hn_detect_at(param_class(index))->params.params[index % DETECT_PARAMS_MAX];
}

static int32_t read_params(Row *row) {
	const ParamTable *table = &row->own->params;
	const char *text = member_params(row->result, row->member);
	CHECK(table->def_size <= sizeof row->def);
	int32_t status = param_parse(table, row->def, row->own->name, text);
	return status == HN_OK ? detect_idle(row->idle, row->own, text) : status;
}

int32_t row_init(Row *out, const Run *run, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	out->run = run, out->result = result, out->m = m, out->member = member;
	out->own = member_class(result, member);
	out->point = row_algorithm(result, m)->point;
	int32_t status = times_of(out);
	if (status == HN_OK) status = stated_find(&out->stated, result, member);
	if (status == HN_OK) status = result_costs(&out->costs, result, member);
	return status == HN_OK ? read_params(out) : status;
}

// ---- values: columns.def describes them ----

static const char *bool_text(const char *text) { return strcmp(text, "true") == 0 ? "1" : "0"; }

static const char *row_param(Row *row, int32_t index) {
	int32_t own = index % DETECT_PARAMS_MAX;
	if (row->own != hn_detect_at(param_class(index)) || row->idle[own]) return NULL;
	const Param *param = &row->own->params.params[own];
	param_get(param, row->def, row->text);
	return param->type == PARAM_BOOL ? bool_text(row->text) : row->text;
}

static const char *row_swept(const Row *row, int32_t index) {
	const PlanParam *param = &row->result->group->params[index];
	return param->is_bool ? bool_text(param->text) : param->text;
}

static int64_t row_count(const Row *row, int32_t index) {
	bool has = row->m->counted && plugin_has_count(row->own, hn_count_name(index));
	return has ? count_get(&row->m->counts, index) : -1;
}

// A counter of a plug-in's own.
static int64_t row_own(const Row *row, int32_t index) {
	bool own = row->own == hn_detect_at(param_class(index));
	return own && row->m->counted ? row->m->own[index % DETECT_PARAMS_MAX] : -1;
}

static const char *row_semantics(Row *row) {
	_Static_assert(SEMANTICS_SIZE <= sizeof row->text, "it is made there");
	semantics_of(row->text, row->result, row->member);
	return row->text;
}

// By pairs of bodies, not of triangles.
static bool row_pairs_bodies(const Row *row) {
	const External *external = plugin_external(row->own);
	return external != NULL && external->grain == EXTERNAL_BODIES;
}

static int64_t row_bytes(const Row *row, int64_t bytes) { return row->m->measured ? bytes : -1; }

// Those of a plug-in are unknown where it does not tell them.
static int64_t row_structure(const Row *row) {
	const int64_t bytes = row->m->tree_bytes;
	return bytes == 0 && member_foreign(row->result, row->member) ? -1 : row_bytes(row, bytes);
}

static bool row_unsound(const Row *row) {
	return row->m->status == ROW_OK && member_unsound(row->result, row->member);
}

static bool row_judged(const Row *row) { return member_judged(row->result, row->member); }

// A plug-in that found the contacts and nothing else: its answer counts like the engine's own.
static bool judged_exact(const Row *row) {
	const Member *m = row->m;
	return row_judged(row) && m->contained && m->beside.missed == 0 && m->beside.extra == 0;
}

// -1: not counted
static int64_t row_missed(const Row *row) {
	return (row_unsound(row) || row_judged(row)) && row->m->contained ? row->m->beside.missed : -1;
}

static const char *unsound_detail(Row *row) {
	const Member *m = row->m;
	const char *unchecked = m->unchecked ? ", UNCHECKED" : "";
	const char *what = row_pairs_bodies(row) ? "pairs of bodies" : "contacts";
	if (!m->contained) return "UNSOUND: may miss contacts, UNCHECKED";
	if (row_judged(row) && m->beside.missed == 0 && m->beside.extra > 0) {
		snprintf(row->text, sizeof row->text, "UNSOUND: reports %lld %s too many, misses none of %lld%s",
		         (long long)m->beside.extra, what, (long long)m->beside.exact, unchecked);
		return row->text;
	}
	char extra[64] = "";
	if (row_judged(row) && m->beside.extra > 0)
		snprintf(extra, sizeof extra, ", reports %lld others", (long long)m->beside.extra);
	snprintf(row->text, sizeof row->text, "UNSOUND: misses %lld of %lld %s%s%s", (long long)m->beside.missed,
	         (long long)m->beside.exact, what, extra, unchecked);
	return row->text;
}

static bool is_approach(const Row *row) { return row->result->group->query == HN_QUERY_APPROACH; }

static const char *row_detail(Row *row) {
	const Member *m = row->m;
	RowStatus status = member_row_status(row->result, m);
	if (status == ROW_SKIPPED && m->status == ROW_OK && row->run->plan->counts)
		return "stopped before its end";
	if (status == ROW_SKIPPED && m->status == ROW_OK) {
		snprintf(row->text, sizeof row->text, "stopped before its end, after %d of %d rounds",
		         row->result->rounds, row->result->group->runs);
		return row->text;
	}
	if (status != ROW_OK) return m->detail;
	if (row_unsound(row) && !judged_exact(row)) return unsound_detail(row);
	if (m->unchecked) return "UNCHECKED";
	if (m->grown > 0) {
		snprintf(row->text, sizeof row->text, "its memory grows by %lld bytes with each new step",
		         (long long)m->grown);
		return row->text;
	}
	return is_approach(row) && !isfinite(m->first_contact) ? "no contact on the line" : NULL;
}

// A hash is not shown if it need not be the same for all members.
static const char *row_hash(Row *row) {
	bool differs = member_conservative(row->result, row->member) || member_unsound(row->result, row->member);
	if (!row->m->counted || is_approach(row) || (differs && !judged_exact(row))) return NULL;
	if (row_pairs_bodies(row)) return NULL;
	hn_hash_to_hex(&row->m->hash, row->text);
	return row->text;
}

static int64_t row_steps(const Row *row) {
	int64_t steps = is_approach(row) ? row->m->questions : row->result->step_count;
	return steps > 0 ? steps : -1;
}

static int64_t row_triangles(const Row *row) {
	bool there = row->result->step_count > 0 && row->result->group->query != HN_QUERY_BOXES;
	return there ? row->result->triangle_count : -1;
}

static double row_first_contact(const Row *row) {
	return is_approach(row) && row->m->counted ? row->m->first_contact : (double)NAN;
}

// The place where all exact members of a group find the first contact. NaN: they find none, or there is no
// such member.
static double row_exact_contact(const Row *row) {
	const Result *result = row->result;
	for (int32_t i = 0; i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (m->status == ROW_OK && m->counted && !member_conservative(result, i) &&
		    !member_unsound(result, i) && !member_judged(result, i))
			return m->first_contact;
	}
	return (double)NAN;
}

// A check takes no samples.
static int64_t row_retaken(const Row *row) {
	return member_is_timed(row->result, row->member) ? row->result->retaken : -1;
}

static double row_counter(const Row *row, int32_t index) {
	return row->m->has_counters && row->m->status == ROW_OK ? row->m->counter_values.value[index]
	                                                        : (double)NAN;
}

static double row_instance_ms(const Row *row) {
	const Instance *one = &row->m->instances[row->at];
	return one->timed > 0 ? one->ms / one->timed / row->result->group->instance_steps : (double)NAN;
}

static double row_predicted_ms(const Row *row) {
	return costs_of_instance(&row->costs, &row->m->instances[row->at]) / row->result->group->instance_steps;
}

static double row_pose(const Row *row, int32_t value) {
	return row->result->poses != NULL ? row->result->poses[row->at].at[value] : (double)NAN;
}

static const char *row_cost_of(const Row *row) {
	return row->at == 0 ? "instance" : hn_count_name(row->costs.fields[row->at - 1]);
}

static int64_t row_instance_count(const Row *row, int32_t index) {
	bool has = plugin_has_count(row->own, hn_count_name(index));
	return has ? count_get(&row->m->instances[row->at].counts, index) : -1;
}

static const char *row_instance_hash(Row *row) {
	if (row_hash(row) == NULL) return NULL;
	hn_hash_to_hex(&row->m->instances[row->at].hash, row->text);
	return row->text;
}

static const MapCell *row_cell(const Row *row) { return &row->map->map.cells[row->result->group->index]; }

static int64_t row_over_count(const Row *row, int32_t index) {
	const Member *m = &row->result->members[maps_member(row->result, row->map->plan->b)];
	return m->counted ? count_get(&m->counts, index) : -1;
}

static double row_part(const Row *row, StepPart part) {
	return row->present[part] ? sample_step_ms(row->result, row->sample, (int32_t)part) : (double)NAN;
}

// ---- columns.def: a function for each cell, and the table of all columns ----

static void cell_TEXT(Text *csv, const char *value) { csv_text(csv, value); }
static void cell_HASH(Text *csv, const char *value) { csv_text(csv, value); }
static void cell_BOOL(Text *csv, bool value) { csv_int(csv, value); }
static void cell_REAL(Text *csv, double value) { csv_number(csv, value); }
static void cell_INT(Text *csv, int64_t value) {
	if (value < 0)
		csv_missing(csv);
	else
		csv_int(csv, value);
}

// NAN is a float: a column may say it as it is.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#define COLUMN(file, name, needs, type, unit, scope, kind, title, about, value)                              \
	static void file##_##name(Text *csv, Row *row, int32_t index) {                                          \
		(void)index;                                                                                         \
		cell_##type(csv, value);                                                                             \
	}
#include "run/columns.def"
#pragma GCC diagnostic pop

#define NEED_ALWAYS         NEEDS_NOTHING, 0
#define NEED_UNSOUND        NEEDS_UNSOUND, 0
#define NEED_READINGS       NEEDS_READINGS, 0
#define NEED_SWEPT          NEEDS_SWEPT, 0
#define NEED_PARAMS         NEEDS_PARAMS, 0
#define NEED_OWN            NEEDS_OWN, 0
#define NEED_OUTSIDE        NEEDS_OUTSIDE, 0
#define NEED_EXTERNAL       NEEDS_EXTERNAL, 0
#define NEED_INSPECT(group) NEEDS_INSPECT, INSPECT_##group
#define NEED_COUNT(counter) NEEDS_COUNTER, COUNTER_INDEX_##counter

static const struct {
	Column column;
	void (*cell)(Text *csv, Row *row, int32_t index);
} s_columns[] = {
#define COLUMN(file, name, needs, type, unit, scope, kind, title, about, value)                              \
	{ { CSV_##file, #name, unit, title, about, TYPE_##type, SCOPE_##scope, KIND_##kind, NEED_##needs },      \
	  file##_##name },
#include "run/columns.def"
};
enum { COLUMNS = sizeof s_columns / sizeof s_columns[0] };

const Column *column_at(int32_t index) {
	return index >= 0 && index < COLUMNS ? &s_columns[index].column : NULL;
}

const char *csv_file_name(int32_t file) {
	NAME_AT(file, "summary.csv", "samples.csv", "steps.csv", "levels.csv", "builds.csv", "instances.csv",
	        "drawn.csv", "costs.csv", "maps.csv");
}
const char *column_type_name(int32_t type) { NAME_AT(type, "text", "hash", "bool", "int", "real"); }
const char *column_scope_name(int32_t scope) {
	NAME_AT(scope, "point", "per step", "sum of all steps", "per build", "per sample", "per level",
	        "per instance");
}
const char *column_kind_name(int32_t kind) { NAME_AT(kind, "named", "counted", "measured"); }

// ---- the columns of a run ----

static bool add_slot(Slots *slots, int32_t entry, int32_t index) {
	return ARRAY_PUSH(&slots->list[s_columns[entry].column.file], ((Slot){ entry, index }));
}

static bool is_planned(const Plan *plan, const HnDetectClass *class) {
	for (int32_t g = 0; g < plan->group_count; ++g)
		for (int32_t a = 0; a < plan->groups[g].algorithm_count; ++a)
			if (plan->groups[g].algorithms[a].class_ == class) return true;
	return false;
}

static bool add_params(Slots *slots, int32_t entry, const Plan *plan) {
	bool added = true;
	for (int32_t k = 0; k < hn_detect_count(); ++k) {
		const HnDetectClass *class = hn_detect_at(k);
		for (int32_t i = 0; i < class->params.count && added && is_planned(plan, class); ++i)
			added = add_slot(slots, entry, k * DETECT_PARAMS_MAX + i);
	}
	return added;
}

static bool add_own(Slots *slots, int32_t entry, const Plan *plan) {
	bool added = true;
	for (int32_t k = 0; k < hn_detect_count(); ++k) {
		const HnDetectClass *class = hn_detect_at(k);
		if (class->plugin == NULL || !is_planned(plan, class)) continue;
		const HnPlugin *plugin = &class->plugin->plugin;
		for (int32_t i = 0; i < plugin->counter_count && added; ++i)
			if (plugin_counter_is_own(&plugin->counters[i]))
				added = add_slot(slots, entry, k * DETECT_PARAMS_MAX + i);
	}
	return added;
}

static bool add_entry(Slots *slots, int32_t entry, const Plan *plan) {
	const Column *column = &s_columns[entry].column;
	bool added = true;
	switch (column->need) {
	case NEEDS_UNSOUND:
		return !slots->unsound || add_slot(slots, entry, 0);
	case NEEDS_READINGS:
		return !slots->readings || add_slot(slots, entry, 0);
	case NEEDS_INSPECT:
		return (slots->inspect & 1u << column->bit) == 0 || add_slot(slots, entry, 0);
	case NEEDS_COUNTER:
		return (slots->counters & 1u << column->bit) == 0 || add_slot(slots, entry, 0);
	case NEEDS_SWEPT:
		for (int32_t i = 0; i < plan->column_count && added; ++i) added = add_slot(slots, entry, i);
		return added;
	case NEEDS_PARAMS:
		return add_params(slots, entry, plan);
	case NEEDS_OWN:
		return add_own(slots, entry, plan);
	case NEEDS_OUTSIDE:
		return !slots->outside || add_slot(slots, entry, 0);
	case NEEDS_EXTERNAL:
		return !slots->external || add_slot(slots, entry, 0);
	default:
		return add_slot(slots, entry, 0);
	}
}

int32_t slots_make(Slots *out, const Run *run) {
	const Plan *plan = run->plan;
	*out = (Slots){ 0 };
	for (int32_t g = 0; g < plan->group_count; ++g) {
		const PlanGroup *group = &plan->groups[g];
		out->per_step = out->per_step || group->per_step;
		out->instances = out->instances || group->block > 0;
		out->inspect |= group->inspect;
		out->counters |= group->counters;
		for (int32_t a = 0; a < group->algorithm_count; ++a) {
			out->unsound |= group->algorithms[a].unsound || group->algorithms[a].judged;
			out->readings |= group->algorithms[a].reading != NULL;
			out->outside |= group->algorithms[a].judged;
			out->external |= group->algorithms[a].external;
		}
	}
	for (int32_t i = 0; i < COLUMNS; ++i)
		if (!add_entry(out, i, plan)) return HN_ERR_NO_MEMORY;
	return HN_OK;
}

void slots_free(Slots *slots) {
	for (int32_t file = 0; file < CSV_FILES; ++file) ARRAY_FREE(&slots->list[file]);
}

// Whether the file has a column of its own with this name.
static bool file_has_column(CsvFile file, const char *name) {
	for (int32_t i = 0; i < COLUMNS; ++i) {
		const Column *column = &s_columns[i].column;
		bool several =
		    column->need == NEEDS_SWEPT || column->need == NEEDS_PARAMS || column->need == NEEDS_OWN;
		if (column->file == file && !several && strcmp(column->name, name) == 0) return true;
	}
	return false;
}

// A swept parameter called as a column of the file gets a prefix there: "round" is "swept.round" in
// samples.csv. No parameter's name has a point.
static void swept_header(CsvFile file, const char *name, Text *csv) {
	Text header = { 0 };
	text_addf(&header, "%s%s", file_has_column(file, name) ? "swept." : "", name);
	if (text_check(&header) == HN_OK)
		csv_text(csv, header.data);
	else
		csv->failed = true;
	text_free(&header);
}

static void slot_header(const Run *run, Slot slot, Text *csv) {
	const Column *column = &s_columns[slot.entry].column;
	char name[2 * PARAM_NAME_SIZE];
	const HnDetectClass *class = hn_detect_at(param_class(slot.index));
	switch (column->need) {
	case NEEDS_SWEPT:
		swept_header(column->file, run->plan->columns[slot.index], csv);
		return;
	case NEEDS_PARAMS:
		snprintf(name, sizeof name, "%s_%s", class->name, param_at(slot.index)->name);
		csv_text(csv, name);
		return;
	case NEEDS_OWN:
		snprintf(name, sizeof name, "%s_%s", class->name,
		         class->plugin->plugin.counters[slot.index % DETECT_PARAMS_MAX].name);
		csv_text(csv, name);
		return;
	default:
		csv_text(csv, column->name);
	}
}

void slots_header(const Slots *slots, const Run *run, CsvFile file, Text *csv) {
	for (int64_t i = 0; i < slots->list[file].count; ++i) slot_header(run, slots->list[file].data[i], csv);
	csv_end_line(csv);
}

void row_write(const Slots *slots, CsvFile file, Row *row, Text *csv) {
	for (int64_t i = 0; i < slots->list[file].count; ++i) {
		Slot slot = slots->list[file].data[i];
		s_columns[slot.entry].cell(csv, row, slot.index);
	}
	csv_end_line(csv);
}
