// Runs end to end through the public interface: a plan written by hand, real workers (this test program
// executed anew), faults planted, processes killed.
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "planned_run.h"
#include "base/file.h"
#include "suite.h"

START_TEST(all_agree_and_nothing_is_measured_twice) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "3"), 2, false, false };
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	char hash[PLANNED_FIELD_SIZE], contacts[PLANNED_FIELD_SIZE];
	planned_field(hash, "check", "brute", "hash");
	planned_field(contacts, "check", "brute", "contacts");
	ck_assert_uint_eq(strlen(hash), 32);
	ck_assert_int_gt(atoi(contacts), 0);
	ck_assert_field("point", "aabb", "hash", hash);
	ck_assert_field("aa", "aabb", "hash", hash);
	ck_assert_field("point", "tree leaf=4", "contacts", contacts);
	ck_assert_field("point", "tree leaf=4", "n", "3");
	ck_assert_field("check", "brute", "step_ms", "");
	ck_assert_field("point", "tree leaf=4", "tree_leaf", "4");
	ck_assert_field("point", "tree leaf=4", "broad_ms", "");
	static const char *const s_names[] = { "summary.csv", "samples.csv", "manifest.json" };
	for (size_t i = 0; i < 3; ++i) {
		Text before = { 0 }, after = { 0 };
		planned_read(&before, s_names[i]);
		Run *run = planned_adopt(&def);
		ck_assert(run_was_finished(run));
		ck_assert_int_eq(run_measure(run), 0);
		ck_assert_int_eq(run_write_results(run), HN_OK);
		run_close(run);
		planned_read(&after, s_names[i]);
		ck_assert_str_eq(before.data, after.data);
		text_free(&before);
		text_free(&after);
	}
	def.force = true;
	Run *run = planned_adopt(&def);
	ck_assert(!run_was_finished(run));
	run_close(run);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

START_TEST(first_agrees_with_brute_force) {
	PlanDef def = { { "aabb" }, POLICY("first", "exact", "2"), 1, false, false };
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	char hash[PLANNED_FIELD_SIZE];
	planned_field(hash, "check", "brute", "hash");
	ck_assert_field("point", "aabb", "hash", hash);
	ck_assert_field("point", "aabb", "contacts", "3"); // a hit a step
}

START_TEST(lone_algorithm_without_check_is_unchecked) {
	PlanDef def = { { "aabb" }, POLICY("all", "none", "2"), 1, false, false };
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	ck_assert_field("point", "aabb", "detail", "UNCHECKED");
	ck_assert_field("check", "brute", "status", "");
}

#ifdef PLANTED
static const struct {
	const char *algorithm, *status, *detail;
	int code;
} s_faults[] = {
	{ "planted fault=crash where=step", "crash", "SIGABRT", EXIT_POINTS_FAILED },
	{ "planted fault=crash where=build", "crash", "SIGABRT", EXIT_POINTS_FAILED },
	{ "planted fault=loop where=step", "timeout", "over the time limit of ", EXIT_POINTS_FAILED },
	{ "planted fault=loop where=build", "timeout", "over the time limit of ", EXIT_POINTS_FAILED },
	{ "planted fault=hog where=step", "memory", "out of memory", EXIT_POINTS_FAILED },
	{ "planted fault=error where=step", "error", "planted", EXIT_POINTS_FAILED },
	{ "planted fault=wrong where=step", "mismatch", "step 1: 1 of ", EXIT_DISAGREE },
	{ "planted fault=wrong_timed where=step", "mismatch", "step 1: the timed kernel", EXIT_DISAGREE },
};

// A limit that is short for a loop without end may be too short for the others on a busy machine: then they
// have more.
static int measure_in_time(PlanDef *def) {
	static const char *const s_policies[] = { POLICY_LIMIT("all", "agree", "2", "2"),
		                                      POLICY_LIMIT("all", "agree", "2", "10"),
		                                      POLICY_LIMIT("all", "agree", "2", "60") };
	int code = 0;
	char status[2][PLANNED_FIELD_SIZE] = { "timeout", "timeout" };
	for (int i = 0; i < 3 && (strcmp(status[0], "timeout") == 0 || strcmp(status[1], "timeout") == 0); ++i) {
		def->policy = s_policies[i];
		code = planned_measure(def);
		planned_field(status[0], "point", "aabb", "status");
		planned_field(status[1], "point", "tree leaf=4", "status");
	}
	return code;
}

START_TEST(fault_is_one_bad_row) {
	PlanDef def = {
		{ "aabb", s_faults[_i].algorithm, "tree leaf=4" }, POLICY("all", "agree", "2"), 1, false, false
	};
	bool loops = strcmp(s_faults[_i].status, "timeout") == 0;
	ck_assert_int_eq(loops ? measure_in_time(&def) : planned_measure(&def), s_faults[_i].code);
	ck_assert_field("point", s_faults[_i].algorithm, "status", s_faults[_i].status);
	char detail[PLANNED_FIELD_SIZE];
	planned_field(detail, "point", s_faults[_i].algorithm, "detail");
	ck_assert_msg(strncmp(detail, s_faults[_i].detail, strlen(s_faults[_i].detail)) == 0, "%s", detail);
	ck_assert_field("point", s_faults[_i].algorithm, "step_ms", "");
	ck_assert_field("point", "aabb", "status", "ok");
	ck_assert_field("aa", "aabb", "status", "ok");
	ck_assert_field("point", "tree leaf=4", "n", "2");
}

// without brute force over the whole motion, it still says who is wrong: the majority has no weight
START_TEST(brute_force_judges_not_the_majority) {
	PlanDef def = {
		{ "planted fault=wrong where=step", "aabb" }, POLICY("all", "agree", "2"), 1, false, false
	};
	ck_assert_int_eq(planned_measure(&def), EXIT_DISAGREE);
	ck_assert_field("point", "planted fault=wrong where=step", "status", "mismatch");
	ck_assert_field("aa", "planted fault=wrong where=step", "status", "mismatch");
	ck_assert_field("point", "aabb", "status", "ok");
}
#endif

// The pids of this process's children, by /proc.
static pid_t any_worker_of(pid_t parent) {
	DIR *proc = opendir("/proc");
	pid_t found = 0;
	for (struct dirent *entry; found == 0 && (entry = readdir(proc)) != NULL;) {
		char path[300], line[512] = "";
		snprintf(path, sizeof path, "/proc/%.200s/stat", entry->d_name);
		FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
		if (file == NULL) continue;
		char state = 'Z'; // a zombie is not killed any more
		int ppid = 0;
		if (fgets(line, sizeof line, file) != NULL && strrchr(line, ')') != NULL &&
		    sscanf(strrchr(line, ')'), ") %c %d", &state, &ppid) == 2 && ppid == parent && state != 'Z')
			found = (pid_t)atoi(entry->d_name);
		fclose(file);
	}
	closedir(proc);
	return found;
}

// Kills workers of `parent` until it has killed so many.
static pid_t start_killer(pid_t parent, int kills) {
	pid_t pid = fork();
	if (pid != 0) return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that ends early leaves no killer behind
	while (kills > 0) {
		usleep(30000);
		pid_t worker = any_worker_of(parent);
		if (worker == 0 || kill(worker, SIGKILL) != 0) continue;
		if (--kills > 0) usleep(100000);
	}
	_exit(0);
}

// Measures in a child, so that it can be killed; its pid.
static pid_t start_measuring(const PlanDef *def) {
	pid_t pid = fork();
	if (pid != 0) return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(planned_measure(def));
}

START_TEST(killed_worker_is_measured_again) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "200"), 1, false, false };
	pid_t run = start_measuring(&def), killer = start_killer(run, 1);
	int ended, killer_ended;
	waitpid(run, &ended, 0);
	kill(killer, SIGKILL);
	waitpid(killer, &killer_ended, 0);
	ck_assert_msg(WIFEXITED(killer_ended), "no worker was killed");
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_OK_ALL);
	ck_assert_field("point", "tree leaf=4", "n", "200");
}

START_TEST(always_killed_worker_is_a_crash) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "2000"), 1, false, false };
	pid_t run = start_measuring(&def), killer = start_killer(run, 1000);
	int ended;
	waitpid(run, &ended, 0);
	kill(killer, SIGKILL);
	waitpid(killer, NULL, 0);
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_POINTS_FAILED);
	char detail[2][PLANNED_FIELD_SIZE];
	planned_field(detail[0], "point", "aabb", "detail");
	planned_field(detail[1], "point", "tree leaf=4", "detail");
	ck_assert_msg(strncmp(detail[0], "SIGKILL, ", 9) == 0 || strncmp(detail[1], "SIGKILL, ", 9) == 0,
	              "%s; %s", detail[0], detail[1]);
	Run *again = planned_adopt(&def);
	ck_assert(run_was_finished(again)); // --retry-failed measures it again
	run_close(again);
}

static int count_files(const char *suffix) {
	char path[PATH_SIZE];
	int count = 0;
	snprintf(path, sizeof path, "find %s -name '*%s' | wc -l", test_folder, suffix);
	FILE *pipe = popen(path, "r");
	ck_assert_int_eq(fscanf(pipe, "%d", &count), 1);
	pclose(pipe);
	return count;
}

// Has the journal of a group that is being measured such a record?
static bool journal_has(const char *text) {
	char command[PATH_SIZE];
	snprintf(command, sizeof command, "grep -qs '%s' %s/soup/2*/groups/*.part", text, test_folder);
	return system(command) == 0;
}

START_TEST(killed_supervisor_is_continued) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "60"), 3, false, false };
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	char hash[PLANNED_FIELD_SIZE];
	planned_field(hash, "point", "tree leaf=4", "hash");
	def.force = true; // a new run of the same plan, which is then killed and continued
	int killed = 0;
	for (int32_t attempt = 0; attempt < 8; ++attempt) {
		pid_t run = start_measuring(&def);
		int ended = 0;
		// the first begins a run of its own, which the others go on with
		while (attempt == 0 && !journal_has("\"round\"") && waitpid(run, &ended, WNOHANG) == 0) usleep(5000);
		usleep(20000 * (useconds_t)(attempt + 1));
		kill(run, SIGKILL);
		waitpid(run, &ended, 0);
		killed += WIFSIGNALED(ended);
		def.force = false;
	}
	ck_assert_int_gt(killed, 0);
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	ck_assert_field("point", "tree leaf=4", "hash", hash);
	ck_assert_field("point", "tree leaf=4", "n", "60");
	ck_assert_int_eq(count_files(".part"), 0);
	ck_assert_int_eq(count_files(".tmp"), 0);
	ck_assert_int_eq(count_files(".lock"), 0);
	ck_assert_int_eq(count_files("plan.json"), 2); // no staging directory is left
}

START_TEST(journal_of_a_finished_group_is_removed) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "2"), 2, false, false };
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	char command[PATH_SIZE];
	snprintf(command, sizeof command,
	         "cd %s/soup/latest/groups && for f in *.json; do head -c 900 $f >${f%%.json}.part; done",
	         test_folder);
	ck_assert_int_eq(system(command), 0);
	ck_assert_int_eq(count_files(".part"), 2);
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	ck_assert_int_eq(count_files(".part"), 0);
	ck_assert_int_eq(count_files(".json"), 4); // two groups, plan and manifest
}

START_TEST(stop_is_clean_and_continued) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "100000"), 1, false, false };
	pid_t run = start_measuring(&def);
	while (!journal_has("\"round\"")) usleep(10000);
	kill(run, SIGTERM);
	int ended;
	waitpid(run, &ended, 0);
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_SIGTERM);
	ck_assert_field("point", "aabb", "status", "skipped");
	ck_assert_field("point", "aabb", "step_ms", "");
	ck_assert_int_eq(count_files(".part"), 1);
	Text samples = { 0 };
	planned_read(&samples, "samples.csv");
	ck_assert_ptr_nonnull(strstr(samples.data, "\nsoup,1,point,aabb,60,1,1,")); // size 60, session 1, round 1
	text_free(&samples);
}

// Looks at a finished run and writes its results again while one allocation after the other fails.
START_TEST(every_failed_allocation_is_clean) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "7"), 2, false, false };
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	Text before = { 0 }, after = { 0 };
	planned_read(&before, "summary.csv");
	RunOptions options = { .results_dir = test_folder };
	int32_t status = HN_ERR_NO_MEMORY;
	size_t live = hn_mem_live_bytes();
	for (int64_t fail = 1; status != HN_OK; fail += 1 + fail / 50) { // thinner where loops repeat the sites
		Run *run = NULL;
		ck_assert_int_eq(run_begin(&run, "soup", &options), HN_OK);
		planned_write(run_staging_dir(run), &def);
		mem_fail_at(mem_allocation_count() + fail);
		status = run_adopt(run);
		bool finished = status == HN_OK && run_was_finished(run);
		if (status == HN_OK) status = run_write_results(run);
		mem_fail_at(0);
		ck_assert_msg(status == HN_OK || status == HN_ERR_NO_MEMORY, "%s", hn_error_text());
		ck_assert(status == HN_OK ? finished : true);
		run_close(run);
		ck_assert_uint_eq(hn_mem_live_bytes(), live);
		planned_read(&after, "summary.csv");
		ck_assert_str_eq(before.data, after.data);
		live = hn_mem_live_bytes();
	}
	text_free(&before);
	text_free(&after);
}

START_TEST(second_writer_is_refused) {
	Run *first = NULL, *second = NULL;
	RunOptions options = { .results_dir = test_folder };
	ck_assert_int_eq(run_begin(&first, "soup", &options), HN_OK);
	ck_refused(run_begin(&second, "soup", &options), HN_ERR_EXISTS, "another run");
	ck_assert(file_exists(run_staging_dir(first)));
	run_close(first);
	ck_assert_int_eq(run_begin(&second, "soup", &options), HN_OK);
	run_close(second);
	ck_assert_int_eq(run_begin(&second, "../soup", &options), HN_ERR_BAD_INPUT);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

START_TEST(malformed_plan_leaves_nothing) {
	char results[PATH_SIZE], path[PATH_SIZE];
	ck_assert_int_eq(path_format(results, "%s/deep/results", test_folder), HN_OK);
	RunOptions options = { .results_dir = results };
	Run *run = NULL;
	ck_assert_int_eq(run_begin(&run, "soup", &options), HN_OK);
	ck_assert_int_eq(path_format(path, "%s/plan.json", run_staging_dir(run)), HN_OK);
	ck_assert_int_eq(file_write(path, "{}", 2), HN_OK);
	ck_assert_int_eq(run_adopt(run), HN_ERR_BAD_INPUT);
	run_close(run);
	ck_assert(!file_exists(results));
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

TEST_SUITE(run, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, folder_remove);
	tcase_add_test(tc, all_agree_and_nothing_is_measured_twice);
	tcase_add_test(tc, first_agrees_with_brute_force);
	tcase_add_test(tc, lone_algorithm_without_check_is_unchecked);
#ifdef PLANTED
	tcase_add_loop_test(tc, fault_is_one_bad_row, 0, (int)(sizeof s_faults / sizeof s_faults[0]));
	tcase_add_test(tc, brute_force_judges_not_the_majority);
#else
	skip_planted("run: fault_is_one_bad_row, brute_force_judges_not_the_majority");
#endif
	tcase_add_test(tc, killed_worker_is_measured_again);
	tcase_add_test(tc, always_killed_worker_is_a_crash);
	tcase_add_test(tc, killed_supervisor_is_continued);
	tcase_add_test(tc, journal_of_a_finished_group_is_removed);
	tcase_add_test(tc, stop_is_clean_and_continued);
	tcase_add_test(tc, every_failed_allocation_is_clean);
	tcase_add_test(tc, second_writer_is_refused);
	tcase_add_test(tc, malformed_plan_leaves_nothing);
}
