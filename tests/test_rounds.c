// What is timed, in which order, and what becomes of the times: by the orders that workers get, and by times
// that they make up (liar.h). No verdict here depends on a time that was measured.
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "liar.h"
#include "planned_run.h"
#include "base/file.h"
#include "run/worker/pass.h"
#include "run/worker/sample.h"
#include "run/worker/timed_passes.h"
#include "machine/slowed.h"
#include "run/worker/worker.h"
#include "stats/stats.h"
#include "suite.h"

#define TREE "tree leaf=4"
enum { MEMBERS = 3, TURNS = 20, BUILDS = 24, ROUNDS = 12, MANY = 40 };

static const PlanDef s_def = { { "aabb", TREE, "kdop" }, POLICY("all", "agree", "12"), 1, false, false };
// Two algorithms and the twin have six rows of turns, and a session four rounds of builds: the second begins
// with the fifth row.
static const PlanDef s_turns = { { "aabb", TREE }, POLICY("all", "agree", "20"), 1, false, false };
static const PlanDef s_many = { { "aabb", TREE }, POLICY("all", "agree", "40"), 1, false, false };
static const char s_times[] = "aabb:times:1;" TREE ":times:3;kdop:times:5";

// The members' numbers in the order of one kind of order, over all sessions.
typedef struct Sequence {
	int32_t members[1000];
	int32_t count;
} Sequence;

// Workers of a session are opened in the order of members.
typedef struct Opened {
	int pids[MEMBERS + 1];
	int32_t count;
} Opened;

static int32_t member_of(const Opened *opened, int pid) {
	for (int32_t i = 0; i < opened->count; ++i)
		if (opened->pids[i] == pid) return i;
	return -1;
}

// A first order that is no opening one ends the members' list; "brute" is the check.
static Sequence read_log(const char *path, const char *order) {
	Sequence out = { .count = 0 };
	Opened opened = { .count = 0 };
	char line[300], name[40], kind[40];
	int pid;
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file) != NULL) {
		ck_assert_int_eq(sscanf(line, "%d %39s %39s", &pid, name, kind), 3);
		if (strcmp(kind, "brute") == 0) continue;
		if (strcmp(name, "open") == 0) {
			if (opened.count == MEMBERS) opened.count = 0;
			opened.pids[opened.count++] = pid;
		}
		if (strcmp(name, order) != 0) continue;
		ck_assert_int_lt(out.count, 1000);
		out.members[out.count++] = member_of(&opened, pid);
	}
	fclose(file);
	return out;
}

// Round after round, whoever takes part does it once, and who comes first changes as the design says: a
// member that always came after the same one, or always at the same place, would differ by that alone.
static void check_turns(const Sequence *sequence) {
	int32_t order[2 * MEMBERS * MEMBERS], rows = stats_williams_order(order, MEMBERS);
	ck_assert_int_eq(sequence->count % MEMBERS, 0);
	ck_assert_int_gt(sequence->count / MEMBERS, rows);
	for (int32_t i = 0; i < sequence->count; ++i) {
		int32_t round = i / MEMBERS, turn = i % MEMBERS;
		ck_assert_msg(sequence->members[i] == order[round % rows * MEMBERS + turn],
		              "round %d, turn %d: member %d", round, turn, sequence->members[i]);
	}
}

static void check_measured(const PlanDef *def, int32_t build_rounds, int32_t rounds) {
	char log[PATH_SIZE];
	ck_assert_int_eq(path_format(log, "%s/log", test_folder), HN_OK);
	liar_set(s_times);
	liar_log(log);
	ck_assert_int_eq(planned_measure(def), EXIT_OK_ALL);
	Sequence builds = read_log(log, "build"), samples = read_log(log, "sample");
	check_turns(&builds);
	check_turns(&samples);
	ck_assert_int_eq(builds.count, build_rounds * MEMBERS);
	ck_assert_int_eq(samples.count, rounds * MEMBERS);
}

START_TEST(builds_and_samples_take_turns) { check_measured(&s_turns, BUILDS, TURNS); }
START_TEST(who_asks_for_many_rounds_gets_as_many_of_builds) { check_measured(&s_many, MANY, MANY); }

static int compare(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double number(const char *role, const char *label, const char *column) {
	char text[PLANNED_FIELD_SIZE];
	planned_field(text, role, label, column);
	ck_assert_msg(text[0] != '\0', "%s of %s is missing", column, label);
	return strtod(text, NULL);
}

#define ck_assert_number(role, label, column, want)                                                          \
	ck_assert_double_eq_tol(number(role, label, column), want, 1e-9 * (want))

// Times that workers made up, of 12 rounds in sessions of 2, each begun anew.
START_TEST(results_are_what_samples_say) {
	static const struct {
		const char *role, *label;
		double factor;
	} rows[] = { { "point", "aabb", 1 }, { "aa", "aabb", 1 }, { "point", TREE, 3 }, { "point", "kdop", 5 } };
	double ms[ROUNDS];
	for (int32_t i = 0; i < ROUNDS; ++i) ms[i] = liar_step_ns(i % 2) * 1e-6;
	qsort(ms, ROUNDS, sizeof ms[0], compare);
	double median = (ms[ROUNDS / 2 - 1] + ms[ROUNDS / 2]) / 2;
	ck_assert_double_lt(ms[0], median);
	liar_set(s_times);
	ck_assert_int_eq(planned_measure(&s_def), EXIT_OK_ALL);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
		const char *role = rows[i].role, *label = rows[i].label;
		double factor = rows[i].factor;
		ck_assert_number(role, label, "n", (double)ROUNDS);
		ck_assert_number(role, label, "step_ms", factor * median);
		ck_assert_number(role, label, "step_ms_min", factor * ms[0]);
		ck_assert_number(role, label, "step_ms_lo", factor * ms[0]);
		ck_assert_number(role, label, "step_ms_hi", factor * ms[ROUNDS - 1]);
		ck_assert_number(role, label, "narrow_ms", 0.75 * factor * median);
		ck_assert_number(role, label, "build_ms", factor * LIAR_BUILD_NS * 1e-6);
		ck_assert_number(role, label, "ratio_to_first", factor);
		ck_assert_number(role, label, "ratio_lo", factor);
		ck_assert_number(role, label, "ratio_hi", factor);
	}
	ck_assert_field("check", "brute", "n", "");
}

// The columns role, algorithm, size, session, round and repeats of samples.csv.
START_TEST(twins_repeat_as_often_as_their_originals) {
	liar_set(s_times);
	ck_assert_int_eq(planned_measure(&s_def), EXIT_OK_ALL);
	Text text = { 0 };
	planned_read(&text, "samples.csv");
	int32_t repeats[2][ROUNDS + 1] = { { 0 } }, seen = 0;
	char *rest = text.data;
	for (char *line = strsep(&rest, "\n"); (line = strsep(&rest, "\n")) != NULL && line[0] != '\0';) {
		int session, round, turn, times;
		char role[20], label[40];
		if (sscanf(line, "soup,%*d,%19[^,],%39[^,],%*d,%d,%d,%d,%d,", role, label, &session, &round, &turn,
		           &times) != 6 ||
		    strcmp(label, "aabb") != 0)
			continue;
		ck_assert(round >= 1 && round <= ROUNDS && times >= LIAR_REPEATS);
		repeats[strcmp(role, "aa") == 0][round] = times;
		seen += 1;
	}
	ck_assert_int_eq(seen, 2 * ROUNDS);
	for (int32_t i = 1; i <= ROUNDS; ++i) ck_assert_int_eq(repeats[0][i], repeats[1][i]);
	text_free(&text);
}

// Whoever is wrong after it had a sample has no time for it, and the others go on.
START_TEST(what_fails_later_has_no_times) {
	liar_set(TREE ":sample:1");
	ck_assert_int_eq(planned_measure(&s_def), EXIT_DISAGREE);
	ck_assert_field("point", TREE, "status", "mismatch");
	ck_assert_field("point", TREE, "step_ms", "");
	ck_assert_field("point", TREE, "build_ms", "");
	ck_assert_field("point", TREE, "ratio_to_first", "");
	ck_assert_field("point", "kdop", "status", "ok");
	ck_assert_field("point", "kdop", "n", "12");
}

// Counts or answers that are not those of an earlier session.
START_TEST(what_an_earlier_session_found_is_held_against_it) {
	static const char *const s_lies[] = { TREE ":hash:1", TREE ":counts:0" };
	pid_t pid = fork();
	if (pid == 0) {
		liar_set("aabb:stop:1");
		_exit(planned_measure(&s_def));
	}
	int ended;
	waitpid(pid, &ended, 0);
	ck_assert(WIFEXITED(ended));
	ck_assert_int_eq(WEXITSTATUS(ended), EXIT_SIGTERM);
	ck_assert_field("point", TREE, "status", "skipped");
	liar_set(s_lies[_i]);
	ck_assert_int_eq(planned_measure(&s_def), EXIT_DISAGREE);
	ck_assert_field("point", TREE, "detail",
	                "not repeatable: counts or hash differ from those of an earlier session");
	ck_assert_field("point", "aabb", "status", "ok");
	ck_assert_field("point", "aabb", "n", "12");
	ck_assert_field("aa", "aabb", "n",
	                "12"); // the round that was broken off before the twin's turn counts for nobody
}

// A worker's state in this process.
typedef struct Worked {
	WorkerState state;
	char path[PATH_SIZE];
} Worked;

static void worked_create(Worked *w) {
	*w = (Worked){ .state = { .process = getpid(), .kind = "aabb", .params = "", .query = HN_QUERY_ALL } };
	ck_assert_int_eq(path_format(w->path, "%s/0.scene", test_folder), HN_OK);
	planned_bake(w->path, 60, &s_def);
	w->state.reply_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	ck_assert_int_eq(hn_scene_open(&w->state.scene, w->path), HN_OK);
	ck_assert_int_eq(worker_make_detector(&w->state, &w->state.detector), HN_OK);
}

static void worked_destroy(Worked *w) {
	hn_detector_destroy(&w->state.detector);
	hn_contact_buffer_free(&w->state.contacts);
	hn_scene_close(w->state.scene);
	close(w->state.reply_fd);
}

// A clock whose reading costs minus an hour: what is subtracted is far more than what is measured, so that it
// can be counted; and one of plus an hour: no time is below 0.
static const double s_hour_ns = 3600e9;

static double hours(double ns) { return floor(ns / s_hour_ns); }

START_TEST(the_cost_of_the_clock_is_subtracted) {
	enum { REPEATS = 5 };
	Worked w;
	Order order = { .type = ORDER_SAMPLE, .repeats = REPEATS };
	Reply reply = { .contacts = 0 };
	void *payload = NULL;
	size_t size = 0;
	worked_create(&w);
	for (int sign = -1; sign <= 1; sign += 2) {
		w.state.clock = (ClockInfo){ .cost_ns = sign * s_hour_ns, .resolution_ns = 1 };
		double reading = sign < 0 ? 1 : 0;
		// a phase is timed once a step and repeat; aabb has a narrow one alone, or an update before it
		ck_assert_int_eq(sample_take(&w.state, &order, &reply, &payload, &size), HN_OK);
		ck_assert_double_eq(hours(reply.ns[PART_NARROW]), reading * REPEATS * w.state.scene->step_count);
		ck_assert_int_eq(sample_build(&w.state, &payload, &size), HN_OK);
		ck_assert_double_eq(hours(*(const double *)payload), reading);
		mem_free(payload, size);
		ck_assert_int_eq(sample_steps(&w.state, &order, &payload, &size), HN_OK);
		const StepTime *times = payload;
		for (int32_t i = 0; i < w.state.scene->step_count; ++i)
			ck_assert_double_eq(hours(times[i].median_ms * 1e6), reading);
		mem_free(payload, size);
	}
	worked_destroy(&w);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

static int s_passes;
static const HnDetectClass *s_counted;

static void begin_counted(void *self) {
	s_passes += 1;
	if (s_counted->begin != NULL) s_counted->begin(self);
}

// The passes of a sample of three, whose worker took so long for the pass before.
static int passes_after(Worked *w, int64_t last_pass_ns) {
	Order order = { .type = ORDER_SAMPLE, .repeats = 3 };
	Reply reply = { .contacts = 0 };
	void *payload = NULL;
	size_t size = 0;
	s_passes = 0;
	w->state.last_pass_ns = last_pass_ns;
	ck_assert_int_eq(sample_take(&w->state, &order, &reply, &payload, &size), HN_OK);
	return s_passes;
}

// An untimed pass comes before a sample, but not where a pass takes a tenth of a second and it is not the
// first.
START_TEST(long_passes_are_warmed_up_once) {
	Worked w;
	worked_create(&w);
	s_counted = w.state.detector.class_;
	HnDetectClass class = *s_counted;
	class.begin = begin_counted;
	w.state.detector.class_ = &class;
	ck_assert_int_eq(passes_after(&w, 0), 1 + 3);
	ck_assert_int_eq(passes_after(&w, 99999999), 1 + 3);
	ck_assert_int_eq(passes_after(&w, 100000000), 3);
	w.state.detector.class_ = s_counted;
	worked_destroy(&w);
}

START_TEST(the_last_orders_say_how_quick_the_core_is) {
	Quiet quiet = { .count = 0 };
	ck_assert_int_eq(quiet_limit_ns(&quiet), 0);
	quiet_add(&quiet, 0, 0); // what says nothing
	ck_assert_int_eq(quiet_limit_ns(&quiet), 0);
	quiet_add(&quiet, 20000, 0);
	quiet_add(&quiet, 10000, 0);
	quiet_add(&quiet, 15000, 0);
	ck_assert_int_eq(quiet_limit_ns(&quiet), 10500);
	for (int32_t i = 0; i < QUIET_ORDERS - 2; ++i) quiet_add(&quiet, 16000, 0);
	ck_assert_int_eq(quiet_limit_ns(&quiet), 10500);
	quiet_add(&quiet, 16000, 0); // a clock rate that stays low is the rate
	ck_assert_int_eq(quiet_limit_ns(&quiet), 15750);
	// of ten minutes, a part and 5 s may be lost, and one second by a sample
	quiet.begin_ns = clock_ns() - 600000000000;
	quiet_add(&quiet, 0, 303000000000);
	quiet.crowded = true;
	ck_assert_int_eq(quiet_left_ns(&quiet, 0.5), 0);
	quiet.crowded = false;
	ck_assert_int_eq(quiet_left_ns(&quiet, 0.5), SLOWED_LOST_NS);
	quiet_add(&quiet, 0, 3000000000);
	ck_assert_int_eq(quiet_left_ns(&quiet, 0.5), 0);
	ck_assert_int_eq(quiet_left_ns(&quiet, 0.51), SLOWED_LOST_NS);
}

#if defined PLANTED
static int64_t s_step_ns = 10000; // of each step: most of a pass
static uint64_t s_lines;          // of the stack, modulo 64, where steps were asked
static int32_t narrow_long(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	for (const int64_t begin = clock_ns(); clock_ns() - begin < s_step_ns;) continue;
	s_lines |= UINT64_C(1) << (uintptr_t)__builtin_frame_address(0) / 64 % 64;
	return s_counted->timed.narrow(self, step, out, counts);
}

// A sample whose loops take 10 us, each `nth` 20 us.
static Reply slowed_sample(Worked *w, const char *nth, Order *order, void **payload, size_t *size) {
	Reply reply = { .contacts = 0 };
	setenv("HARNESS_PLANT_SLOWED", nth, 1);
	setenv("HARNESS_PLANT_PREEMPT", "none", 1);
	ck_assert_int_eq(sample_take(&w->state, order, &reply, payload, size), HN_OK);
	unsetenv("HARNESS_PLANT_SLOWED");
	unsetenv("HARNESS_PLANT_PREEMPT");
	return reply;
}

START_TEST(passes_on_a_slow_core_are_taken_again) {
	enum { LONG = 100000000 }; // the steps of such a pass are looked at
	static const struct {
		const char *nth;
		int64_t limit_ns, last_pass_ns;
		bool again, kept, coherent; // coherent: the whole pass is made again
		bool over;                  // where it is longer than what may be lost, it is not
	} cases[] = {
		{ "0", 10500, 0, false, false, false, false },    { "9", 10500, 0, true, false, false, false },
		{ "9", 0, 0, false, false, false, false },        { "1", 10500, 0, true, true, false, false },
		{ "0", 10500, LONG, false, false, false, false }, { "90", 10500, LONG, true, false, false, false },
		{ "90", 0, LONG, false, false, false, false },    { "1", 10500, LONG, true, true, false, false },
		{ "90", 10500, LONG, true, false, true, false },  { "1", 10500, LONG, false, true, true, false },
		{ "90", 10500, LONG, false, true, true, true },
	};
	Worked w;
	worked_create(&w);
	s_counted = w.state.detector.class_;
	HnDetectClass class = *s_counted;
	class.begin = begin_counted;
	class.timed.narrow = narrow_long;
	w.state.detector.class_ = &class;
	TimedPass counted = { .contacts = 0 };
	ck_assert_int_eq(pass_run(&w.state, step_timed, &counted), HN_OK);
	ck_assert_int_gt(counted.contacts, 0);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
		enum { REPEATS = 1000 }; // of 30 us, or of steps that are looked at one by one
		s_step_ns = cases[i].over ? 60000 : 10000;
		Order order = { .type = ORDER_SAMPLE,
			            .repeats = REPEATS,
			            .contacts = counted.contacts,
			            .quiet_ns = cases[i].limit_ns,
			            .lost_ns = cases[i].over   ? w.state.scene->step_count * s_step_ns - 1
			                       : cases[i].kept ? 30000000
			                                       : INT64_MAX };
		void *payload = NULL;
		size_t size = 0;
		s_passes = 0;
		w.state.clock = (ClockInfo){ .cost_ns = -s_hour_ns, .resolution_ns = 1 };
		w.state.last_pass_ns = cases[i].last_pass_ns;
		w.state.coherent = cases[i].coherent;
		const bool is_long = cases[i].last_pass_ns == LONG;
		const int64_t begin = clock_ns();
		Reply reply = slowed_sample(&w, cases[i].nth, &order, &payload, &size);
		const double took_ns = (double)(clock_ns() - begin - reply.lost_ns);
		ck_assert_msg((reply.slowed > 0) == cases[i].again, "case %zu: %g passes again", i, reply.slowed);
		ck_assert_msg((reply.slow > 0) == cases[i].kept, "case %zu: %g slow passes", i, reply.slow);
		ck_assert_int_eq(reply.contacts, counted.contacts);
		// where passes are long, or this build makes them so, steps alone are asked again
		const double passes = s_passes - !is_long - REPEATS;
		ck_assert(passes == reply.slowed || (passes == 0 && !cases[i].coherent));
		ck_assert(passes == 0 || !is_long || cases[i].coherent);
		ck_assert_int_eq(reply.quiet_ns, cases[i].limit_ns == 0 ? 0 : cases[i].nth[0] == '1' ? 20000 : 10000);
		ck_assert_int_eq(reply.lost_ns > 0, cases[i].again || cases[i].kept);
		// what was taken back is in no time
		if (!cases[i].coherent) // some steps of a pass that is made again count
			ck_assert_double_le(fmod(reply.ns[PART_NARROW], s_hour_ns), took_ns);
		ck_assert_double_eq(hours(reply.ns[PART_NARROW]), (double)REPEATS * w.state.scene->step_count);
	}
	ck_assert_uint_eq(s_lines, UINT64_MAX);
	w.state.detector.class_ = s_counted;
	worked_destroy(&w);
}

// An instance's time is of its passes on a quiet core, and below 0 where there is none.
START_TEST(instances_on_a_slow_core_are_timed_again) {
	static const struct {
		const char *nth;
		int64_t lost_ns;
		bool again, quiet;
	} cases[] = {
		{ "9", 30000000, true, true },  { "9", 0, false, true },        // short ones may be one look in all
		{ "0", 30000000, false, true }, { "2", 30000000, true, false }, // each look is beside a slow loop
		{ "2", 0, false, false },
	};
	enum { CASES = sizeof cases / sizeof cases[0] };
	Order order = { .type = ORDER_SAMPLE, .repeats = 15, .block = 2, .quiet_ns = 10500 };
	double *times = NULL, sum = 0; // of the instances, less that of the sample
	size_t size = 0;
	Worked w;
	worked_create(&w);
	w.state.instance_steps = 1;
	setenv("HARNESS_PLANT_INSTANCES", "aabb:1", 1);
	for (int i = 2; i < 2 * CASES; ++i) {
		const int c = i % CASES;
		w.state.last_pass_ns = i < CASES ? 0 : 100000000; // short passes, long ones
		order.lost_ns = cases[c].lost_ns;
		Reply reply = slowed_sample(&w, cases[c].nth, &order, (void **)&times, &size);
		ck_assert_msg((reply.slowed > 0) == cases[c].again, "case %d: %g again", i, reply.slowed);
		ck_assert_double_eq(reply.slow, cases[c].quiet ? 0 : order.repeats);
		ck_assert_uint_eq(size, 2 * sizeof(double));
		for (int k = 0; k < 2; ++k) { // 1 us and 10 ns a contact, of one pass
			const double ns = cases[c].quiet ? times[k] : -times[k];
			ck_assert_msg(ns >= 1000 && ns < 2000, "case %d: %g", i, times[k]);
			sum += ns;
		}
		for (int p = 0; p < STEP_PARTS; ++p) sum -= reply.ns[p] / order.repeats;
		ck_assert_double_eq_tol(sum, 0, 1e-6);
		mem_free(times, size);
	}
	// 51 passes of 101 on a quiet core are enough: after some 60 of them, of one look each, the core is slow
	order.block = 1, order.repeats = 101, order.lost_ns = 3000000;
	for (int i = 0; i < 2; ++i) { // by the first sample loops are counted anew
		w.state.last_pass_ns = 100000000;
		Reply reply = slowed_sample(&w, i == 0 ? "0" : "60-", &order, (void **)&times, &size);
		ck_assert(reply.slowed == 0 && reply.slow == 0 && times[0] > 0);
		mem_free(times, size);
	}
	unsetenv("HARNESS_PLANT_INSTANCES");
	mem_free(w.state.block, (size_t)w.state.block_room * sizeof *w.state.block);
	worked_destroy(&w);
}
#endif

// How often a sample repeats the motion follows the clock's resolution alone where that is coarse enough.
START_TEST(samples_are_long_enough_for_the_clock) {
	Worked w;
	Reply fine = { .repeats = 0 }, coarse = { .repeats = 0 };
	worked_create(&w);
	w.state.clock.resolution_ns = 1;
	ck_assert_int_eq(sample_calibrate(&w.state, &(Order){ 0 }, &fine), HN_OK);
	ck_assert_int_ge(fine.repeats, 1);
	w.state.clock.resolution_ns = (int64_t)1 << 50;
	ck_assert_int_eq(sample_calibrate(&w.state, &(Order){ 0 }, &coarse), HN_OK);
	ck_assert_int_eq(coarse.repeats, 1000000);
	worked_destroy(&w);
}

TEST_SUITE(rounds, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, folder_remove);
	tcase_add_test(tc, builds_and_samples_take_turns);
	tcase_add_test(tc, who_asks_for_many_rounds_gets_as_many_of_builds);
	tcase_add_test(tc, results_are_what_samples_say);
	tcase_add_test(tc, twins_repeat_as_often_as_their_originals);
	tcase_add_test(tc, what_fails_later_has_no_times);
	tcase_add_loop_test(tc, what_an_earlier_session_found_is_held_against_it, 0, 2);
	tcase_add_test(tc, the_cost_of_the_clock_is_subtracted);
	tcase_add_test(tc, samples_are_long_enough_for_the_clock);
	tcase_add_test(tc, the_last_orders_say_how_quick_the_core_is);
#if defined PLANTED
	tcase_add_test(tc, passes_on_a_slow_core_are_taken_again);
	tcase_add_test(tc, instances_on_a_slow_core_are_timed_again);
#endif
	tcase_add_test(tc, long_passes_are_warmed_up_once);
}
