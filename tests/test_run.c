// Runs end to end through the public interface: a plan written by hand, real workers (this test program
// executed anew), faults planted, processes killed.
#include <check.h>
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
#include "base/rng.h"
#include "run/file.h"
#include "run/run.h"
#include "scene/scene.h"

Suite *run_suite(void);

// Workers are /proc/self/exe --worker, which here is the test program.
__attribute__((constructor)) static void become_worker(int argc, char **argv) {
	if (argc == 2 && strcmp(argv[1], "--worker") == 0) exit(worker_main());
}

static char s_dir[] = "/tmp/harness_run_XXXXXX";

static void make_dir(void) { ck_assert_ptr_nonnull(mkdtemp(s_dir)); }
static void remove_dir(void) {
	dir_remove(s_dir);
	strcpy(s_dir + strlen(s_dir) - 6, "XXXXXX");
}

// A soup of triangles in the unit cube: with its copy moved a little it has contacts at every step.
static HnMesh *soup(int32_t triangles, uint64_t stream) {
	HnMesh *mesh = NULL;
	ck_assert_int_eq(hn_mesh_create(&mesh, 3 * triangles, triangles), HN_OK);
	Rng rng;
	rng_seed(&rng, 11, stream);
	for (int32_t t = 0; t < triangles; ++t) {
		double centre[3] = { rng_double(&rng), rng_double(&rng), rng_double(&rng) };
		for (int32_t v = 3 * t; v < 3 * t + 3; ++v) {
			mesh->triangles[v] = v;
			for (int32_t i = 0; i < 3; ++i) mesh->xyz[3 * v + i] = centre[i] + rng_range(&rng, -0.15, 0.15);
		}
	}
	return mesh;
}

static void bake(const char *path, int32_t triangles) {
	enum { STEPS = 3 };
	HnMesh *still = soup(triangles, 0), *moving = soup(40, 1);
	HnPose origin = hn_pose_identity(), poses[STEPS];
	for (int32_t i = 0; i < STEPS; ++i) {
		poses[i] = hn_pose_identity();
		poses[i].t.x = 0.1 * i;
	}
	HnSceneDefBody bodies[2] = { { .mesh = still, .poses = &origin, .pose_count = 1 },
		                         { .mesh = moving, .poses = poses, .pose_count = STEPS } };
	ck_assert_int_eq(
	    hn_scene_write(&(HnSceneDef){ .bodies = bodies, .body_count = 2, .step_count = STEPS }, path, NULL),
	    HN_OK);
	hn_mesh_destroy(still);
	hn_mesh_destroy(moving);
}

typedef struct PlanDef {
	const char *algorithms[4]; // "kind params"
	const char *policy;
	int32_t groups;
	bool force;
} PlanDef;
#define POLICY(query, check, runs)                                                                           \
	"\"query\":\"" query "\",\"per_step\":false,\"check\":\"" check "\",\"runs\":" runs ",\"timeout_s\":2"

static void write_plan(const char *staging, const PlanDef *def) {
	char path[PATH_SIZE];
	Text text = { 0 };
	snprintf(path, sizeof path, "%s/scenes", staging);
	ck_assert_int_eq(dir_make(path), HN_OK);
	text_add(&text,
	         "{\"scenario\":\"soup\",\"file\":\"soup.lua\",\"title\":\"\",\"paper\":\"\",\"quick\":false,"
	         "\"seed\":\"1\",\"columns\":[\"size\"],\"groups\":[");
	for (int32_t g = 0, point = 1; g < def->groups; ++g) {
		text_addf(&text,
		          "%s{\"params\":{\"size\":%d},\"scene\":\"scenes/%d.scene\",\"seed\":\"5\",%s,"
		          "\"algorithms\":[",
		          g > 0 ? "," : "", 60 + g, g, def->policy);
		for (int32_t a = 0; a < 4 && def->algorithms[a] != NULL; ++a) {
			const char *kind = def->algorithms[a], *params = kind + strcspn(kind, " ");
			text_addf(&text, "%s{\"point\":%d,\"label\":\"%s\",\"kind\":\"%.*s\",\"params\":\"%s\"}",
			          a > 0 ? "," : "", point++, kind, (int)(params - kind), kind, params);
		}
		text_add(&text, "]}");
		snprintf(path, sizeof path, "%s/scenes/%d.scene", staging, g);
		bake(path, 60 + g);
	}
	text_add(&text, "]}");
	snprintf(path, sizeof path, "%s/plan.json", staging);
	ck_assert_int_eq(file_write_text(path, &text), HN_OK);
	text_free(&text);
}

static Run *adopt(const PlanDef *def) {
	Run *run = NULL;
	RunOptions options = { .results_dir = s_dir, .force = def->force };
	ck_assert_msg(run_begin(&run, "soup", &options) == HN_OK, "%s", hn_error_text());
	write_plan(run_staging_dir(run), def);
	ck_assert_msg(run_adopt(run) == HN_OK, "%s", hn_error_text());
	return run;
}

// Measures, writes, closes; the exit code.
static int measure(const PlanDef *def) {
	Run *run = adopt(def);
	int32_t status = run_measure(run);
	ck_assert_msg(status >= 0, "%s", hn_error_text());
	ck_assert_msg(run_write_results(run) == HN_OK, "%s", hn_error_text());
	int code = status > 0 ? 128 + status : run_exit_code(run);
	run_close(run);
	return code;
}

static void read_result(Text *out, const char *name) {
	char path[PATH_SIZE];
	snprintf(path, sizeof path, "%s/soup/latest/%s", s_dir, name);
	text_clear(out);
	ck_assert_msg(file_read(out, path) == HN_OK, "%s", hn_error_text());
}

// Takes the next field off a line of CSV, in place; NULL at its end. No field here spans lines.
static char *next_field(char **line) {
	char *from = *line, *to = from, *field = from;
	if (from == NULL) return NULL;
	bool quoted = *from == '"';
	for (from += quoted; *from != '\0' && (quoted || *from != ','); ++from) {
		if (quoted && *from == '"' && *++from != '"') {
			quoted = false;
			--from;
			continue;
		}
		*to++ = *from;
	}
	*line = *from == ',' ? from + 1 : NULL;
	*to = '\0';
	return field;
}

// The field of a column in the first row that has this role and algorithm.
static void field(char out[200], const char *role, const char *label, const char *column) {
	Text text = { 0 };
	read_result(&text, "summary.csv");
	char *rest = text.data, *header = strsep(&rest, "\n");
	int32_t want = -1, index = 0;
	for (char *name; (name = next_field(&header)) != NULL; ++index)
		if (strcmp(name, column) == 0) want = index;
	ck_assert_int_ge(want, 0);
	out[0] = '\0';
	for (char *line; (line = strsep(&rest, "\n")) != NULL && out[0] == '\0';) {
		char *fields[100] = { 0 };
		int32_t n = 0;
		for (char *f; n < 100 && (f = next_field(&line)) != NULL; ++n) fields[n] = f;
		if (n > want && fields[2] != NULL && fields[3] != NULL && strcmp(fields[2], role) == 0 &&
		    strcmp(fields[3], label) == 0)
			snprintf(out, 200, "%s", fields[want]);
	}
	text_free(&text);
}

#define ck_assert_field(role, label, column, want)                                                           \
	do {                                                                                                     \
		char got[200];                                                                                       \
		field(got, role, label, column);                                                                     \
		ck_assert_str_eq(got, want);                                                                         \
	} while (0)

START_TEST(all_agree_and_nothing_is_measured_twice) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "3"), 2, false };
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	char hash[200], contacts[200];
	field(hash, "check", "brute", "hash");
	field(contacts, "check", "brute", "contacts");
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
		read_result(&before, s_names[i]);
		Run *run = adopt(&def);
		ck_assert(run_was_finished(run));
		ck_assert_int_eq(run_measure(run), 0);
		ck_assert_int_eq(run_write_results(run), HN_OK);
		run_close(run);
		read_result(&after, s_names[i]);
		ck_assert_str_eq(before.data, after.data);
		text_free(&before);
		text_free(&after);
	}
	def.force = true;
	Run *run = adopt(&def);
	ck_assert(!run_was_finished(run));
	run_close(run);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(first_agrees_with_brute_force) {
	PlanDef def = { { "aabb" }, POLICY("first", "exact", "2"), 1, false };
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	char hash[200];
	field(hash, "check", "brute", "hash");
	ck_assert_field("point", "aabb", "hash", hash);
	ck_assert_field("point", "aabb", "contacts", "3"); // a hit a step
}
END_TEST

START_TEST(lone_algorithm_without_check_is_unchecked) {
	PlanDef def = { { "aabb" }, POLICY("all", "none", "2"), 1, false };
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	ck_assert_field("point", "aabb", "detail", "UNCHECKED");
	ck_assert_field("check", "brute", "status", "");
}
END_TEST

#ifdef PLANTED
static const struct {
	const char *algorithm, *status, *detail;
	int code;
} s_faults[] = {
	{ "planted fault=crash where=step", "crash", "SIGABRT", EXIT_POINTS_FAILED },
	{ "planted fault=crash where=build", "crash", "SIGABRT", EXIT_POINTS_FAILED },
	{ "planted fault=loop where=step", "timeout", "over the time limit of 2 s", EXIT_POINTS_FAILED },
	{ "planted fault=loop where=build", "timeout", "over the time limit of 2 s", EXIT_POINTS_FAILED },
	{ "planted fault=hog where=step", "memory", "out of memory", EXIT_POINTS_FAILED },
	{ "planted fault=error where=step", "error", "planted", EXIT_POINTS_FAILED },
	{ "planted fault=wrong where=step", "mismatch", "step 1: 1 of ", EXIT_DISAGREE },
	{ "planted fault=wrong_timed where=step", "mismatch", "step 1: the timed kernel", EXIT_DISAGREE },
};

START_TEST(fault_is_one_bad_row) {
	PlanDef def = {
		{ "aabb", s_faults[_i].algorithm, "tree leaf=4" }, POLICY("all", "agree", "2"), 1, false
	};
	if (strstr(s_faults[_i].algorithm, "hog") != NULL) // sanitizers take their time to poison half the memory
		def.policy = "\"query\":\"all\",\"per_step\":false,\"check\":\"agree\",\"runs\":2,\"timeout_s\":60";
	ck_assert_int_eq(measure(&def), s_faults[_i].code);
	ck_assert_field("point", s_faults[_i].algorithm, "status", s_faults[_i].status);
	char detail[200];
	field(detail, "point", s_faults[_i].algorithm, "detail");
	ck_assert_msg(strncmp(detail, s_faults[_i].detail, strlen(s_faults[_i].detail)) == 0, "%s", detail);
	ck_assert_field("point", s_faults[_i].algorithm, "step_ms", "");
	ck_assert_field("point", "aabb", "status", "ok");
	ck_assert_field("aa", "aabb", "status", "ok");
	ck_assert_field("point", "tree leaf=4", "n", "2");
}
END_TEST

// without brute force over the whole motion, it still says who is wrong: the majority has no weight
START_TEST(brute_force_judges_not_the_majority) {
	PlanDef def = { { "planted fault=wrong where=step", "aabb" }, POLICY("all", "agree", "2"), 1, false };
	ck_assert_int_eq(measure(&def), EXIT_DISAGREE);
	ck_assert_field("point", "planted fault=wrong where=step", "status", "mismatch");
	ck_assert_field("aa", "planted fault=wrong where=step", "status", "mismatch");
	ck_assert_field("point", "aabb", "status", "ok");
}
END_TEST
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
		int ppid = 0;
		if (fgets(line, sizeof line, file) != NULL && strrchr(line, ')') != NULL &&
		    sscanf(strrchr(line, ')'), ") %*c %d", &ppid) == 1 && ppid == parent)
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
		if (worker == getpid() || worker == 0) continue;
		if (kill(worker, SIGKILL) == 0) kills -= 1;
		usleep(100000);
	}
	_exit(0);
}

// Measures in a child, so that it can be killed; its pid.
static pid_t start_measuring(const PlanDef *def) {
	pid_t pid = fork();
	if (pid != 0) return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(measure(def));
}

START_TEST(killed_worker_is_measured_again) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "200"), 1, false };
	pid_t run = start_measuring(&def), killer = start_killer(run, 1);
	int ended;
	waitpid(run, &ended, 0);
	kill(killer, SIGKILL);
	waitpid(killer, NULL, 0);
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_OK_ALL);
	ck_assert_field("point", "tree leaf=4", "n", "200");
}
END_TEST

START_TEST(always_killed_worker_is_a_crash_and_unfinished) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "2000"), 1, false };
	pid_t run = start_measuring(&def), killer = start_killer(run, 1000);
	int ended;
	waitpid(run, &ended, 0);
	kill(killer, SIGKILL);
	waitpid(killer, NULL, 0);
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_POINTS_FAILED);
	Run *again = adopt(&def);
	ck_assert(!run_was_finished(again));
	run_close(again);
}
END_TEST

static int count_files(const char *suffix) {
	char path[PATH_SIZE];
	int count = 0;
	snprintf(path, sizeof path, "find %s -name '*%s' | wc -l", s_dir, suffix);
	FILE *pipe = popen(path, "r");
	ck_assert_int_eq(fscanf(pipe, "%d", &count), 1);
	pclose(pipe);
	return count;
}

START_TEST(killed_supervisor_is_continued) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "60"), 3, false };
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	char hash[200];
	field(hash, "point", "tree leaf=4", "hash");
	def.force = true; // a new run of the same plan, which is then killed and continued
	for (int32_t attempt = 0; attempt < 8; ++attempt) {
		pid_t run = start_measuring(&def);
		usleep(20000 * (useconds_t)(attempt + 1));
		kill(run, SIGKILL);
		waitpid(run, NULL, 0);
		def.force = false;
	}
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	ck_assert_field("point", "tree leaf=4", "hash", hash);
	ck_assert_field("point", "tree leaf=4", "n", "60");
	ck_assert_int_eq(count_files(".part"), 0);
	ck_assert_int_eq(count_files(".tmp"), 0);
	ck_assert_int_eq(count_files(".lock"), 0);
	ck_assert_int_le(count_files("plan.json"), 2); // no staging directory is left
}
END_TEST

START_TEST(journal_of_a_finished_group_is_removed) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "2"), 2, false };
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	char command[PATH_SIZE];
	snprintf(command, sizeof command,
	         "cd %s/soup/latest/groups && for f in *.json; do head -c 900 $f >${f%%.json}.part; done", s_dir);
	ck_assert_int_eq(system(command), 0);
	ck_assert_int_eq(count_files(".part"), 2);
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	ck_assert_int_eq(count_files(".part"), 0);
	ck_assert_int_eq(count_files(".json"), 4); // two groups, plan and manifest
}
END_TEST

START_TEST(stop_is_clean_and_continued) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "100000"), 1, false };
	pid_t run = start_measuring(&def);
	while (count_files(".part") == 0) usleep(10000);
	usleep(300000);
	kill(run, SIGTERM);
	int ended;
	waitpid(run, &ended, 0);
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_SIGTERM);
	ck_assert_field("point", "aabb", "status", "skipped");
	ck_assert_field("point", "aabb", "step_ms", "");
	ck_assert_int_eq(count_files(".part"), 1);
	Text samples = { 0 };
	read_result(&samples, "samples.csv");
	ck_assert_ptr_nonnull(strstr(samples.data, "\nsoup,1,point,aabb,1,1,")); // sitting 1, round 1
	text_free(&samples);
}
END_TEST

// Looks at a finished run and writes its results again while one allocation after the other fails.
START_TEST(every_failed_allocation_is_clean) {
	PlanDef def = { { "aabb", "tree leaf=4" }, POLICY("all", "agree", "7"), 2, false };
	ck_assert_int_eq(measure(&def), EXIT_OK_ALL);
	Text before = { 0 }, after = { 0 };
	read_result(&before, "summary.csv");
	RunOptions options = { .results_dir = s_dir };
	int32_t status = HN_ERR_NO_MEMORY;
	size_t live = hn_mem_live_bytes();
	for (int64_t fail = 1; status != HN_OK; fail += 1 + fail / 50) { // thinner where loops repeat the sites
		Run *run = NULL;
		ck_assert_int_eq(run_begin(&run, "soup", &options), HN_OK);
		write_plan(run_staging_dir(run), &def);
		mem_fail_at(mem_allocation_count() + fail);
		status = run_adopt(run);
		bool finished = status == HN_OK && run_was_finished(run);
		if (status == HN_OK) status = run_write_results(run);
		mem_fail_at(0);
		ck_assert_msg(status == HN_OK || status == HN_ERR_NO_MEMORY, "%s", hn_error_text());
		ck_assert(status == HN_OK ? finished : true);
		run_close(run);
		ck_assert_uint_eq(hn_mem_live_bytes(), live);
		read_result(&after, "summary.csv");
		ck_assert_str_eq(before.data, after.data);
		live = hn_mem_live_bytes();
	}
	text_free(&before);
	text_free(&after);
}
END_TEST

START_TEST(second_writer_is_refused) {
	Run *first = NULL, *second = NULL;
	RunOptions options = { .results_dir = s_dir };
	ck_assert_int_eq(run_begin(&first, "soup", &options), HN_OK);
	ck_assert_int_eq(run_begin(&second, "soup", &options), HN_ERR_EXISTS);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "another run"));
	ck_assert(file_exists(run_staging_dir(first)));
	run_close(first);
	ck_assert_int_eq(run_begin(&second, "soup", &options), HN_OK);
	run_close(second);
	ck_assert_int_eq(run_begin(&second, "../soup", &options), HN_ERR_BAD_INPUT);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(malformed_plan_leaves_nothing) {
	char results[PATH_SIZE], path[PATH_SIZE];
	ck_assert_int_eq(path_format(results, "%s/deep/results", s_dir), HN_OK);
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
END_TEST

Suite *run_suite(void) {
	Suite *suite = suite_create("run");
	TCase *tc = tcase_create("run");
	tcase_add_checked_fixture(tc, make_dir, remove_dir);
	tcase_add_test(tc, all_agree_and_nothing_is_measured_twice);
	tcase_add_test(tc, first_agrees_with_brute_force);
	tcase_add_test(tc, lone_algorithm_without_check_is_unchecked);
#ifdef PLANTED
	tcase_add_loop_test(tc, fault_is_one_bad_row, 0, (int)(sizeof s_faults / sizeof s_faults[0]));
	tcase_add_test(tc, brute_force_judges_not_the_majority);
#endif
	tcase_add_test(tc, killed_worker_is_measured_again);
	tcase_add_test(tc, always_killed_worker_is_a_crash_and_unfinished);
	tcase_add_test(tc, killed_supervisor_is_continued);
	tcase_add_test(tc, journal_of_a_finished_group_is_removed);
	tcase_add_test(tc, stop_is_clean_and_continued);
	tcase_add_test(tc, every_failed_allocation_is_clean);
	tcase_add_test(tc, second_writer_is_refused);
	tcase_add_test(tc, malformed_plan_leaves_nothing);
	suite_add_tcase(suite, tc);
	return suite;
}
