// columns.def against what it stands for: the headers of the result files, and the counts, inspections and
// counters that are declared elsewhere.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "detect/detect.h"
#include "run/csv_row.h"
#include "machine/counters.h"
#include "suite.h"

// These stay, in their order: results and scripts of others read them. A column that is added may stand
// anywhere.
static const char *const s_headers[CSV_FILES] = {
	[CSV_SUMMARY] = "scenario,point,role,algorithm,kind,SWEPT,PARAMS,query,status,detail,censored,quick,n,"
	                "step_ms,step_ms_lo,step_ms_hi,step_ms_min,build_ms,update_ms,broad_ms,narrow_ms,nb,"
	                "root_tests,np,nu,broad_tests,contacts,hash,tree_bytes,vertices_projected,prejudged_y,"
	                "prejudged_n,prejudged_u,axes,np_exact,broad_pairs,broad_repeats,triangle_boxes,steps,"
	                "triangles,live_bytes,"
	                "peak_bytes,ratio_to_first,ratio_lo,ratio_hi,first_contact,extra_pairs,early,build_ms_lo,"
	                "build_ms_hi,rebuild_ms",
	[CSV_SAMPLES] = "scenario,point,role,algorithm,session,round,turn,repeats,step_ms,update_ms,broad_ms,"
	                "narrow_ms,contacts,rebuild_ms",
	[CSV_STEPS] = "scenario,point,role,algorithm,step,step_ms,step_ms_lo,step_ms_hi,contacts,passes,"
	              "clock_cost_ns",
	[CSV_LEVELS] = "scenario,point,role,algorithm,level",
	[CSV_BUILDS] = "scenario,point,role,algorithm,session,round,build_ms",
	[CSV_INSTANCES] = "scenario,point,role,algorithm,instance,step_ms,timed,nb,np,nu,contacts,hash",
	[CSV_DRAWN] =
	    "scenario,point,role,algorithm,over_point,over_algorithm,instances,timed,times,sessions,drawn_ratio,"
	    "drawn_ratio_lo,drawn_ratio_hi,weight,timed_ratio,total_ratio,ratio_p05,ratio_p50,ratio_p95,ratio_"
	    "most,most_instance,faster_share",
	[CSV_COSTS] =
	    "scenario,point,role,algorithm,cost_of,cost_ns,cost_ns_lo,cost_ns_hi,mean_count,error,times",
	[CSV_MAPS] = "scenario,point,role,algorithm,a,b,map_name,over_point,over_algorithm,nb,over_nb,np,over_np,"
	             "predicted_ratio,predicted_ratio_lo,predicted_ratio_hi,chosen_for,measured_ratio,"
	             "measured_ratio_lo,measured_ratio_hi,map_winner,error,audited,audit_wrong,audit_bound",
};
static const char s_quality[] =
    ",tree_nodes,tree_height,tree_height_least,triangles_held,volume_sum,overlap_sum,root_volume,"
    "root_area";
static const char s_levels[] = ",level_nodes,level_volume,level_overlap";

// A plan of one group that sweeps a and b.
typedef struct Planned {
	Run run;
	Plan plan;
	PlanGroup group;
	PlanAlgorithm algorithms[2];
	char *columns[2];
} Planned;

static void planned_init(Planned *p) {
	static char s_a[] = "a", s_b[] = "b";
	*p = (Planned){ .columns = { s_a, s_b } };
	p->algorithms[0].class_ = hn_detect_find("brute");
	p->algorithms[1].class_ = hn_detect_find("dassd");
	p->group.algorithms = p->algorithms, p->group.algorithm_count = 2;
	p->plan.columns = p->columns, p->plan.column_count = 2;
	p->plan.groups = &p->group, p->plan.group_count = 1;
	p->run.plan = &p->plan;
}

// With the swept columns and the parameters of the plan's algorithms in place of their marks.
static void expected_header(char *out, size_t size, const Planned *p, const char *marked) {
	const char *mark = strstr(marked, "SWEPT,PARAMS");
	if (mark == NULL) {
		snprintf(out, size, "%s", marked);
		return;
	}
	int used = snprintf(out, size, "%.*sa,b", (int)(mark - marked), marked);
	for (int32_t k = 0; k < hn_detect_count(); ++k) {
		const HnDetectClass *class = hn_detect_at(k);
		bool planned = class == p->algorithms[0].class_ || class == p->algorithms[1].class_;
		for (int32_t i = 0; planned && i < class->params.count; ++i)
			used += snprintf(out + used, size - (size_t)used, ",%s_%s", class->name,
			                 class->params.params[i].name);
	}
	snprintf(out + used, size - (size_t)used, "%s", mark + strlen("SWEPT,PARAMS"));
}

// Every name of a list with commas stands in the header, in the order of the list; and, of `others`, none.
static void header_has(const char *header, const char *names, const char *others) {
	char line[8000], list[8000], *rest_line, *rest_list;
	snprintf(line, sizeof line, "%s", header);
	snprintf(list, sizeof list, "%s", names);
	const char *have = strtok_r(line, ",\n", &rest_line);
	for (const char *want = strtok_r(list, ",", &rest_list); want != NULL;
	     want = strtok_r(NULL, ",", &rest_list)) {
		while (have != NULL && strcmp(have, want) != 0) have = strtok_r(NULL, ",\n", &rest_line);
		ck_assert_msg(have != NULL, "no %s, or not at its place, in %s", want, header);
	}
	snprintf(list, sizeof list, "%s", others);
	for (const char *other = strtok_r(list, ",", &rest_list); other != NULL;
	     other = strtok_r(NULL, ",", &rest_list)) {
		snprintf(line, sizeof line, "%s", header);
		for (have = strtok_r(line, ",\n", &rest_line); have != NULL; have = strtok_r(NULL, ",\n", &rest_line))
			ck_assert_msg(strcmp(have, other) != 0, "%s in %s", other, header);
	}
}

// The header of a plan's file: the usual columns, `more` after them, and none of `others`.
static void header_is(const Planned *p, CsvFile file, const char *more, const char *others) {
	Slots slots;
	Text text = { 0 };
	char expected[8000];
	ck_assert_int_eq(slots_make(&slots, &p->run), HN_OK);
	slots_header(&slots, &p->run, file, &text);
	expected_header(expected, sizeof expected, p, s_headers[file]);
	snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s", more);
	header_has(text.data, expected, others);
	text_free(&text);
	slots_free(&slots);
}

START_TEST(headers_are_those_of_before) {
	Planned p;
	planned_init(&p);
	for (int file = 0; file < CSV_FILES; ++file)
		header_is(&p, (CsvFile)file, "",
		          "missed_pairs,extent_fails,tree_nodes,tau,level_nodes,cycles,swept,params");
}

START_TEST(wanted_columns_follow) {
	Planned p;
	planned_init(&p);
	p.group.inspect = 1u << INSPECT_QUALITY;
	header_is(&p, CSV_SUMMARY, s_quality, "tau,cb_ns,missed_pairs");
	header_is(&p, CSV_LEVELS, s_levels, "level_tau");
	p.algorithms[1].unsound = true;
	p.group.inspect = 0;
	p.group.counters = counter_mask("callgrind") | counter_mask("rss");
	header_is(&p, CSV_SUMMARY, ",missed_pairs,extent_fails,rss_bytes,build_instructions,step_instructions",
	          "tree_nodes,cycles");
}

static const Column *find(CsvFile file, const char *name) {
	const Column *column;
	for (int32_t i = 0; (column = column_at(i)) != NULL; ++i)
		if (column->file == file && strcmp(column->name, name) == 0) return column;
	ck_abort_msg("%s has no column %s", csv_file_name((int32_t)file), name);
	return NULL;
}

START_TEST(every_count_inspection_and_counter_is_a_column) {
	for (int32_t i = 0; i < COUNT_FIELDS; ++i) {
		const Column *column = find(CSV_SUMMARY, hn_count_name(i));
		ck_assert_int_eq(column->scope, SCOPE_SUM);
		ck_assert_int_eq(column->kind, KIND_COUNTED);
		ck_assert_str_eq(column->about, hn_count_about(i));
	}
	for (int32_t i = 0; i < INSPECT_FIELDS; ++i) {
		const Column *column = find(CSV_SUMMARY, inspect_field(i)->name);
		ck_assert_int_eq(column->need, NEEDS_INSPECT);
		ck_assert_int_eq(column->bit, (int32_t)inspect_field(i)->group);
	}
	for (int32_t i = 0; i < INSPECT_LEVELS; ++i)
		ck_assert_int_eq(find(CSV_LEVELS, inspect_level(i)->name)->bit, (int32_t)inspect_level(i)->group);
	for (int32_t i = 0; i < COUNTERS; ++i) {
		const Column *column = find(CSV_SUMMARY, counter_column(i));
		ck_assert_int_eq(column->need, NEEDS_COUNTER);
		ck_assert_int_eq(column->bit, i);
	}
}

START_TEST(every_column_is_described_once) {
	const Column *column;
	int32_t count = 0;
	for (; (column = column_at(count)) != NULL; ++count) {
		ck_assert_msg(column->title[0] != '\0' && column->about[0] != '\0', "%s: not described",
		              column->name);
		ck_assert_ptr_nonnull(column_type_name((int32_t)column->type));
		ck_assert_ptr_nonnull(column_scope_name((int32_t)column->scope));
		ck_assert_ptr_nonnull(column_kind_name((int32_t)column->kind));
		for (int32_t i = 0; i < count; ++i)
			ck_assert_msg(column_at(i)->file != column->file || strcmp(column_at(i)->name, column->name) != 0,
			              "%s: %s stands twice", csv_file_name((int32_t)column->file), column->name);
	}
	ck_assert_int_gt(count, 100);
	ck_assert_ptr_null(column_at(-1));
	ck_assert_ptr_null(csv_file_name(CSV_FILES));
	// a name's unit is the one that it ends with
	for (int32_t i = 0; i < count; ++i) {
		const char *end = strrchr(column_at(i)->name, '_');
		const char *units[] = { "_ms", "_ns", "_bytes" };
		for (int u = 0; end != NULL && u < 3; ++u)
			if (strcmp(end, units[u]) == 0) ck_assert_str_eq(column_at(i)->unit, units[u] + 1);
	}
}

TEST_SUITE(columns, suite, tc) {
	tcase_add_test(tc, headers_are_those_of_before);
	tcase_add_test(tc, wanted_columns_follow);
	tcase_add_test(tc, every_count_inspection_and_counter_is_a_column);
	tcase_add_test(tc, every_column_is_described_once);
}
