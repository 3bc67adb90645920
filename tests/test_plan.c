// Plans: what is read, and that everything missing or mistyped is refused with its key path.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/plan/key.h"
#include "run/plan/plan.h"
#include "suite.h"

static const char s_good[] =
    "{\"scenario\":\"s\",\"file\":\"s.lua\",\"title\":\"t\",\"paper\":\"p\",\"quick\":false,\"seed\":\"1\","
    "\"columns\":[\"moving\",\"faces\"],\"groups\":[{\"params\":{\"faces\":2000,\"moving\":\"small\"},"
    "\"scene\":\"scenes/"
    "0000.scene\",\"seed\":\"7\",\"query\":\"first\",\"per_step\":true,\"check\":\"exact\","
    "\"runs\":11,\"timeout_s\":2.5,\"algorithms\":[{\"point\":1,\"label\":\"b\",\"kind\":\"brute\","
    "\"params\":\"\"},{\"point\":2,\"label\":\"a\",\"kind\":\"aabb\",\"params\":\"leaf=2\"}]}]}";

static int32_t read_text(Plan **out, const char *text) {
	char path[] = "/tmp/harness_plan_XXXXXX";
	int fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	int32_t status = plan_read(out, path);
	unlink(path);
	return status;
}

// the good plan with the first `from` replaced
static void replaced(char *out, size_t size, const char *from, const char *to) {
	const char *at = strstr(s_good, from);
	ck_assert_msg(at != NULL, "%s", from);
	snprintf(out, size, "%.*s%s%s", (int)(at - s_good), s_good, to, at + strlen(from));
}

START_TEST(plan_is_read) {
	Plan *plan = NULL;
	ck_assert_int_eq(read_text(&plan, s_good), HN_OK);
	ck_assert_str_eq(plan->scenario, "s");
	ck_assert_int_eq(plan->column_count, 2);
	ck_assert_int_eq(plan->point_count, 2);
	const PlanGroup *group = &plan->groups[0];
	ck_assert_str_eq(group->params[0].name, "moving");
	ck_assert_str_eq(group->params[0].text, "small");
	ck_assert(!group->params[0].is_number);
	ck_assert_str_eq(group->params[1].text, "2000"); // not 2e+03
	ck_assert(group->params[1].is_number);
	ck_assert_int_eq(group->query, HN_QUERY_FIRST);
	ck_assert_int_eq(group->check, CHECK_EXACT);
	ck_assert(group->per_step);
	ck_assert(group->timeout_s == 2.5);
	ck_assert_str_eq(group->algorithms[1].class_->name, "aabb");
	plan_destroy(plan);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

static const struct {
	const char *from, *to, *complaint;
} s_faults[] = {
	{ "\"scenario\":\"s\",", "", "scenario is missing" },
	{ "\"scenario\":\"s\"", "\"scenario\":5", "scenario must be a string" },
	{ "\"quick\":false", "\"quick\":\"no\"", "quick must be true or false" },
	{ "[\"moving\",\"faces\"]", "{}", "columns must be an array" },
	{ "[\"moving\",\"faces\"]", "[\"moving\",\"moving\"]", "columns[1] stands twice" },
	{ "[\"moving\",\"faces\"]", "[\"moving\"]", "groups[0].params must have one value" },
	{ "\"faces\":2000", "\"facets\":2000", "groups[0].params.faces is missing" },
	{ "\"faces\":2000", "\"faces\":null", "groups[0].params.faces must be" },
	{ "\"faces\":2000", "\"faces\":1e999", "groups[0].params.faces must be" },
	{ "scenes/0000.scene", "../secret", "groups[0].scene must be a path below" },
	{ "scenes/0000.scene", "/etc/passwd", "groups[0].scene must be a path below" },
	{ "scenes/0000.scene", "scenes/../../x", "groups[0].scene must be a path below" },
	{ "\"seed\":\"7\"", "\"seed\":7", "groups[0].seed must be a string" },
	{ "\"query\":\"first\"", "\"query\":\"frist\"", "groups[0].query is none" },
	{ "\"check\":\"exact\"", "\"check\":true", "groups[0].check must be a string" },
	{ "\"runs\":11", "\"runs\":0", "groups[0].runs must be a whole number from 1" },
	{ "\"runs\":11", "\"runs\":1.5", "groups[0].runs must be a whole number" },
	{ "\"timeout_s\":2.5", "\"timeout_s\":0", "groups[0].timeout_s must be" },
	{ "\"timeout_s\":2.5,", "", "groups[0].timeout_s is missing" },
	{ "\"runs\":11,", "\"runs\":11,\"layout\":\"random\",", "groups[0].layout is none of the known names" },
	{ "\"quick\":", "\"counts\":1,\"quick\":", "counts must be true or false" },
	{ "\"quick\":", "\"budget_s\":0,\"quick\":", "budget_s must be seconds above 0" },
	{ "\"quick\":", "\"budget_s\":\"1m\",\"quick\":", "budget_s must be seconds above 0" },
	{ "\"point\":2", "\"point\":1", "groups[0].algorithms[1].point is 1" },
	{ "\"point\":2", "\"point\":3", "groups[0].algorithms[1].point is 3" },
	{ "\"label\":\"a\"", "\"label\":\"b\"", "groups[0].algorithms[1].label stands twice" },
	{ "\"label\":\"b\"", "\"label\":\"b\",\"reading\":5",
	  "groups[0].algorithms[0].reading must be a string" },
	{ "\"label\":\"b\"", "\"label\":\"b\",\"reading\":\"\"", "groups[0].algorithms[0].reading is empty" },
	{ "\"kind\":\"aabb\"", "\"kind\":\"aab\"", "groups[0].algorithms[1].kind is no known algorithm" },
	{ "leaf=2", "leav=2", "unknown parameter 'leav'" },
	{ "leaf=2", "leaf=two", "groups[0].algorithms[1].params" },
	{ "\"params\":\"\"", "\"params\":{}", "groups[0].algorithms[0].params must be a string" },
	{ "]}]}", "]}]} x", "malformed JSON" },
	{ "{\"scenario\"", "[{\"scenario\"", "malformed JSON" },
};

START_TEST(fault_is_named) {
	char text[2000];
	Plan *plan = NULL;
	replaced(text, sizeof text, s_faults[_i].from, s_faults[_i].to);
	ck_refused(read_text(&plan, text), HN_ERR_BAD_INPUT, s_faults[_i].complaint);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

// A label may stand twice in a group if the readings differ, and only then.
START_TEST(readings_share_a_label) {
	char text[2000];
	Plan *plan = NULL;
	replaced(text, sizeof text, "\"label\":\"a\"", "\"label\":\"b\",\"reading\":\"leaf=2\"");
	ck_assert_int_eq(read_text(&plan, text), HN_OK);
	ck_assert_ptr_null(plan->groups[0].algorithms[0].reading);
	ck_assert_str_eq(plan->groups[0].algorithms[1].reading, "leaf=2");
	plan_destroy(plan);
	replaced(text, sizeof text, "\"label\":\"a\"",
	         "\"label\":\"b\",\"reading\":\"r\",\"kind\":\"aabb\",\"params\":\"\"},"
	         "{\"point\":3,\"label\":\"b\",\"reading\":\"r\"");
	ck_refused(read_text(&plan, text), HN_ERR_BAD_INPUT, "algorithms[2].label stands twice");
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

START_TEST(truncated_plan_is_refused) {
	char text[sizeof s_good];
	for (size_t size = 0; size + 1 < sizeof s_good; ++size) {
		Plan *plan = NULL;
		memcpy(text, s_good, size);
		text[size] = '\0';
		ck_assert_int_eq(read_text(&plan, text), HN_ERR_BAD_INPUT);
	}
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

START_TEST(every_failed_allocation_is_clean) {
	for (int64_t fail = 1;; ++fail) {
		Plan *plan = NULL;
		int64_t before = mem_allocation_count();
		mem_fail_at(before + fail);
		int32_t status = read_text(&plan, s_good);
		mem_fail_at(0);
		if (status == HN_OK) {
			plan_destroy(plan);
			ck_assert_int_gt(fail, 10);
			break;
		}
		ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
		ck_assert_uint_eq(hn_mem_live_bytes(), 0);
	}
}

static void group_key_of(char key[HN_HASH_HEX_SIZE], const char *from, const char *to, const char *scene_text,
                         const Machine *machine) {
	char text[2000];
	Plan *plan = NULL;
	replaced(text, sizeof text, from, to);
	ck_assert_msg(read_text(&plan, text) == HN_OK, "%s: %s", to, hn_error_text());
	HnHash scene = hn_hash_bytes(scene_text, strlen(scene_text));
	ck_assert_int_eq(key_group(key, plan, &plan->groups[0], &scene, machine), HN_OK);
	plan_destroy(plan);
}

static void cpu_is_other(Machine *m) { strcpy(m->cpu, "upc"); }
static void arch_is_other(Machine *m) { strcpy(m->arch, "y"); }
static void cores_are_other(Machine *m) { m->cores = 3; }
static void memory_is_other(Machine *m) { m->memory_bytes = (uint64_t)17 << 30; }
static void engine_is_other(Machine *m) { m->engine.bytes[3] = 1; }

START_TEST(key_changes_with_what_matters_only) {
	static const Machine s_machine = {
		.cpu = "cpu", .arch = "x", .cores = 2, .memory_bytes = (uint64_t)16 << 30
	};
	char same[HN_HASH_HEX_SIZE], other[HN_HASH_HEX_SIZE];
	group_key_of(same, "\"title\"", "\"title\"", "scene", &s_machine);
	static const char *const s_in[][2] = { { "first", "all" },
		                                   { "exact", "agree" },
		                                   { "\"runs\":11", "\"runs\":12" },
		                                   { "2.5", "2.6" },
		                                   { "leaf=2", "leaf=3" },
		                                   { "\"kind\":\"aabb\"", "\"kind\":\"kdop\"" },
		                                   { "\"seed\":\"7\"", "\"seed\":\"8\"" },
		                                   { "\"label\":\"a\"", "\"label\":\"c\"" },
		                                   { "\"label\":\"a\"", "\"label\":\"a\",\"reading\":\"r\"" },
		                                   { "\"per_step\":true", "\"per_step\":false" },
		                                   { "\"quick\":false", "\"quick\":true" },
		                                   { "\"quick\":", "\"budget_s\":60,\"quick\":" },
		                                   { "\"quick\":", "\"counts\":true,\"quick\":" },
		                                   { "\"runs\":", "\"precision\":0.5,\"runs\":" },
		                                   { "\"runs\":", "\"layout\":\"fixed\",\"runs\":" },
		                                   { "\"runs\":", "\"unbuilt\":true,\"runs\":" },
		                                   { "\"runs\":", "\"ranked\":true,\"runs\":" },
		                                   { "\"runs\":", "\"inspect\":[\"quality\"],\"runs\":" },
		                                   { "\"runs\":", "\"counters\":[\"rss\"],\"runs\":" } };
	for (size_t i = 0; i < sizeof s_in / sizeof s_in[0]; ++i) {
		group_key_of(other, s_in[i][0], s_in[i][1], "scene", &s_machine);
		ck_assert_msg(strcmp(same, other) != 0, "%s", s_in[i][1]);
	}
	static const char *const s_out[][2] = { { "\"title\":\"t\"", "\"title\":\"u\"" },
		                                    { "\"paper\":\"p\"", "\"paper\":\"q\"" } };
	for (size_t i = 0; i < sizeof s_out / sizeof s_out[0]; ++i) {
		group_key_of(other, s_out[i][0], s_out[i][1], "scene", &s_machine);
		ck_assert_str_eq(same, other);
	}
	group_key_of(other, "first", "first", "another", &s_machine);
	ck_assert_str_ne(same, other);
	static void (*const s_machines[])(Machine *) = { cpu_is_other, arch_is_other, cores_are_other,
		                                             memory_is_other, engine_is_other };
	for (size_t i = 0; i < sizeof s_machines / sizeof s_machines[0]; ++i) {
		Machine machine = s_machine;
		s_machines[i](&machine);
		group_key_of(other, "first", "first", "scene", &machine);
		ck_assert_msg(strcmp(same, other) != 0, "machine %d", (int)i);
	}
	Machine kernel = s_machine; // which keeps a little more of the memory for itself
	kernel.memory_bytes -= 1 << 20;
	group_key_of(other, "first", "first", "scene", &kernel);
	ck_assert_str_eq(same, other);
}

TEST_SUITE(plan, suite, tc) {
	tcase_add_test(tc, plan_is_read);
	tcase_add_loop_test(tc, fault_is_named, 0, (int)(sizeof s_faults / sizeof s_faults[0]));
	tcase_add_test(tc, readings_share_a_label);
	tcase_add_test(tc, truncated_plan_is_refused);
	tcase_add_test(tc, every_failed_allocation_is_clean);
	tcase_add_test(tc, key_changes_with_what_matters_only);
}
