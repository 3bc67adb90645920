#include "plugin/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "plugin/afresh.h"
#include "plugin/counters.h"
#include "plugin/heap.h"
#include "plugin/load.h"
#include "plugin/system.h"

enum { LEAK_ROUNDS = 4, LEAK_ALIKE = 3, LEAK_PARTS = 24, LEAK_BYTES = 16, ROOM_STEPS = 10 };

// In the process of the trial
// ------------------------------------------------------------------------------------------------------

static void say(PluginVerdict *out, TrialOutcome outcome, const char *text) {
	out->outcome = outcome;
	snprintf(out->text, sizeof out->text, "%s", text);
}

static void say_error(PluginVerdict *out, int32_t status) {
	say(out, status == PLUGIN_UNSUPPORTED ? TRIAL_SKIPPED : TRIAL_BROKEN, hn_error_text());
}

// How many contacts of `right` are not in `found`. Both are sorted.
static int64_t lacking(const HnContactBuffer *found, const HnContactBuffer *right) {
	int64_t lacks = 0, k = 0;
	for (int64_t i = 0; i < right->count; ++i) {
		while (k < found->count && contact_compare(&found->data[k], &right->data[i]) < 0) ++k;
		lacks += k == found->count || contact_compare(&found->data[k], &right->data[i]) != 0;
	}
	return lacks;
}

static bool holds(const HnContactBuffer *contacts, const HnContact *contact) {
	for (int64_t i = 0; i < contacts->count; ++i)
		if (memcmp(&contacts->data[i], contact, sizeof *contact) == 0) return true;
	return false;
}

typedef struct Asked {
	HnDetector own, oracle;
	HnContactBuffer found, again, right;
	HnQuery query;
	bool allowed[2]; // missing contacts, contacts too many
	int pass;
	int64_t counts[COUNT_FIELDS];
	int64_t counters[2][PLUGIN_COUNTERS_MAX]; // of a plug-in, after each pass: sums since it was created
} Asked;

// How one answer for a step differs from the oracle's: contacts missing, contacts too many.
typedef struct Difference {
	int64_t missed, extra;
} Difference;

static Difference difference(const Asked *a, const HnContactBuffer *given) {
	const HnContactBuffer *right = &a->right;
	if (a->query == HN_QUERY_FIRST)
		return (Difference){ right->count > 0 && given->count == 0,
			                 given->count > 0 && !holds(right, &given->data[0]) };
	Difference d = { lacking(given, right), lacking(right, given) };
	if (d.missed == 0 && d.extra == 0 && given->count != right->count) d.extra = given->count - right->count;
	return d;
}

// Judges one answer for a step.
static void judge(const Asked *a, const HnContactBuffer *given, int32_t step, PluginVerdict *out) {
	char text[TRIAL_TEXT_SIZE];
	Difference d = difference(a, given);
	if ((d.missed == 0 || a->allowed[0]) && (d.extra == 0 || a->allowed[1])) return;
	snprintf(text, sizeof text, "step %d: %lld of %lld contacts missing, %lld too many", step + 1,
	         (long long)d.missed, (long long)a->right.count, (long long)d.extra);
	say(out, TRIAL_WRONG, text);
}

// Counts what is wrong with an answer that need not be right.
static void count_inexact(const Asked *a, PluginVerdict *out) {
	Difference d = difference(a, &a->found);
	out->missed += d.missed;
	out->extra += d.extra;
	out->contacts += a->query == HN_QUERY_FIRST ? a->right.count > 0 : a->right.count;
}

// Asks the step again. Answers are compared as in a run: under `first` each may be another contact, but both
// are contacts, or both are none.
static int32_t ask_again(Asked *a, int32_t step, PluginVerdict *out) {
	char text[TRIAL_TEXT_SIZE];
	HnHash first, second;
	int32_t status = hn_detector_step(&a->own, step, &a->again, NULL);
	if (status == HN_OK) status = hn_contacts_hash(&first, &a->found, a->query);
	if (status == HN_OK) status = hn_contacts_hash(&second, &a->again, a->query);
	if (status != HN_OK) return status;
	if (hn_hash_equal(&first, &second)) {
		judge(a, &a->again, step, out);
		return HN_OK;
	}
	snprintf(text, sizeof text, "step %d: another answer at the second asking", step + 1);
	say(out, TRIAL_WRONG, text);
	return HN_OK;
}

static int32_t ask_step(Asked *a, int32_t step, PluginVerdict *out) {
	HnHash sorts;
	int32_t status = hn_detector_step(&a->own, step, &a->found, a->counts);
	if (status == HN_OK) status = hn_contacts_hash(&sorts, &a->found, HN_QUERY_ALL);
	if (status == HN_OK) status = hn_detector_step(&a->oracle, step, &a->right, NULL);
	if (status == HN_OK) status = hn_contacts_hash(&sorts, &a->right, HN_QUERY_ALL);
	if (status != HN_OK) return status;
	judge(a, &a->found, step, out);
	if (a->pass == 0 && a->allowed[0]) count_inexact(a, out);
	return out->outcome == TRIAL_RIGHT ? ask_again(a, step, out) : HN_OK;
}

// Counters are the same in each pass.
static void compare_counters(const Asked *a, const HnDetectClass *class, PluginVerdict *out) {
	char text[TRIAL_TEXT_SIZE];
	int32_t count = class->plugin != NULL ? class->plugin->plugin.counter_count : 0;
	for (int32_t i = 0; i < count; ++i) {
		int64_t first = a->counters[0][i], second = a->counters[1][i] - first;
		if (first == second) continue;
		snprintf(text, sizeof text, "the counter '%s' is %lld in the first pass, and %lld in the second",
		         class->plugin->plugin.counters[i].name, (long long)first, (long long)second);
		say(out, TRIAL_BROKEN, text);
		return;
	}
}

static int32_t answers(const PluginTrial *trial, const HnDetectClass *class, const HnScene *scene,
                       PluginVerdict *out) {
	Asked asked = { 0 }, *a = &asked;
	HnQuery all = trial->query == HN_QUERY_BOXES ? HN_QUERY_BOXES : HN_QUERY_ALL;
	a->query = trial->query;
	int32_t status = hn_detect_unsound(&a->allowed[0], class, trial->params);
	if (status == HN_OK) status = hn_detect_conservative(&a->allowed[1], class, trial->params);
	if (trial->strict && a->allowed[0]) a->allowed[0] = a->allowed[1] = false;
	out->missed = out->extra = out->contacts = 0;
	if (status == HN_OK)
		status = hn_detector_create(&a->own, class->name, scene, trial->query, trial->params);
	if (status == HN_OK) status = hn_detector_create(&a->oracle, detect_oracle(all), scene, all, "");
	for (a->pass = 0; status == HN_OK && a->pass < 2 && out->outcome == TRIAL_RIGHT; ++a->pass) {
		for (int32_t step = 0; status == HN_OK && step < scene->step_count; ++step) {
			if (step % (trial->instance_steps > 0 ? trial->instance_steps : scene->step_count) == 0)
				hn_detector_begin(&a->own);
			status = ask_step(a, step, out);
			if (out->outcome == TRIAL_RIGHT) continue;
			out->step = step;
			break;
		}
		if (status == HN_OK) plugin_counters_sums(a->counters[a->pass], &a->own, a->counts);
	}
	if (status == HN_OK && out->outcome == TRIAL_RIGHT) compare_counters(a, class, out);
	hn_detector_destroy(&a->own);
	hn_detector_destroy(&a->oracle);
	hn_contact_buffer_free(&a->found);
	hn_contact_buffer_free(&a->again);
	hn_contact_buffer_free(&a->right);
	return status;
}

// How the heap grows over parts of LEAK_ROUNDS rounds each.
typedef struct Growth {
	int64_t last, least; // bytes; the least of all parts but the first
	int parts, alike;    // so many parts, the last so many of which grew by the same
} Growth;

// The first part fills what a library keeps from its first use on.
static void growth_add(Growth *g, int64_t grown) {
	g->alike = g->parts > 0 && grown == g->last ? g->alike + 1 : 1;
	if (g->parts == 1 || grown < g->least) g->least = grown;
	g->last = grown;
	g->parts += 1;
}

// A leak grows by the same in each part, and a library's caches grow less and less. Where the parts do not
// settle, only a heap that grew in each of them leaks.
static bool growth_is_known(const Growth *g, int64_t *leak) {
	*leak = g->alike >= LEAK_ALIKE ? g->last : g->least;
	return g->parts > LEAK_ALIKE && (g->alike >= LEAK_ALIKE || g->parts == LEAK_PARTS);
}

static int32_t leaks(const PluginTrial *trial, const HnDetectClass *class, const HnScene *scene,
                     PluginVerdict *out) {
	Growth growth = { 0 };
	int64_t leak = 0;
	while (!growth_is_known(&growth, &leak)) {
		int64_t before = (int64_t)plugin_heap_bytes();
		for (int round = 0; round < LEAK_ROUNDS; ++round) {
			int32_t status = answers(trial, class, scene, out);
			if (status != HN_OK || out->outcome != TRIAL_RIGHT) return status;
		}
		growth_add(&growth, (int64_t)plugin_heap_bytes() - before);
	}
	if (leak < LEAK_BYTES * LEAK_ROUNDS) return HN_OK;
	char text[TRIAL_TEXT_SIZE];
	snprintf(text, sizeof text, "leaks %lld bytes at each create and destroy",
	         (long long)(leak / LEAK_ROUNDS));
	say(out, TRIAL_BROKEN, text);
	return HN_OK;
}

static int32_t afresh(const PluginTrial *trial, const HnDetectClass *class, const HnScene *scene,
                      PluginVerdict *out) {
	AfreshReport report;
	int32_t status = afresh_look(
	    &report,
	    &(AfreshDef){ .kind = class->name, .params = trial->params, .query = trial->query, .scene = scene });
	if (status != HN_OK) return status;
	char text[TRIAL_TEXT_SIZE] = "";
	if (report.grown > 0)
		snprintf(text, sizeof text, "its memory grows by %lld bytes with each new step",
		         (long long)report.grown);
	if (report.text[0] != '\0')
		say(out, TRIAL_BROKEN, report.text);
	else
		say(out, TRIAL_RIGHT, text);
	return HN_OK;
}

static size_t address_bytes(void) {
	long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (file == NULL) return 0;
	int got = fscanf(file, "%ld", &pages);
	fclose(file);
	return got == 1 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

// Gives ever more room. Running out of it is an error that the plug-in reports; then it must be destroyable.
static int32_t memory(const PluginTrial *trial, const HnDetectClass *class, const HnScene *scene,
                      PluginVerdict *out) {
	size_t now = address_bytes();
	for (int i = 0; now > 0 && i < ROOM_STEPS && out->outcome == TRIAL_RIGHT; ++i) {
		rlim_t room = (rlim_t)(now + ((size_t)64 << (2 * i)) * 1024);
		struct rlimit limit = { .rlim_cur = room, .rlim_max = RLIM_INFINITY };
		if (setrlimit(RLIMIT_AS, &limit) != 0) break;
		int32_t status = answers(trial, class, scene, out);
		limit.rlim_cur = RLIM_INFINITY;
		setrlimit(RLIMIT_AS, &limit);
		if (status != HN_OK && status != HN_ERR_NO_MEMORY) return status;
	}
	return HN_OK;
}

// A copy of the scene in pages that cannot be written, as in a run. NULL: it cannot be had here.
static HnScene *read_only_copy(const HnScene *scene) {
	char path[40];
	HnScene *copy = NULL;
	int file = memfd_create("trial-scene", MFD_CLOEXEC);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	bool written =
	    file >= 0 && scene->map != NULL && fd_write_all(file, scene->map, scene->map_size) == HN_OK;
	if (written && hn_scene_open(&copy, path) != HN_OK) copy = NULL;
	if (file >= 0) close(file);
	return copy;
}

static void attempt(const PluginTrial *trial, const HnScene *scene, PluginVerdict *out) {
	static int32_t (*const s_kinds[])(const PluginTrial *, const HnDetectClass *, const HnScene *,
	                                  PluginVerdict *) = { answers, leaks, afresh, memory };
	const HnDetectClass *class = NULL;
	int32_t status = HN_OK;
	if (plugin_is_order(trial->order))
		status = plugin_load(&class, trial->order);
	else
		class = hn_detect_find(trial->order);
	if (status == HN_OK && class == NULL)
		status = error_set(HN_ERR_NOT_FOUND, "no algorithm '%s'", trial->order);
	if (status == HN_OK && class != NULL) status = s_kinds[trial->kind](trial, class, scene, out);
	if (status == HN_OK && class != NULL) status = plugin_system_look(class->name);
	if (status != HN_OK) say_error(out, status);
}

// Around it
// ------------------------------------------------------------------------------------------------------

static _Noreturn void become_trial(const PluginTrial *trial, const HnScene *scene, int out) {
	PluginVerdict verdict = { .outcome = TRIAL_RIGHT, .step = -1 };
	const struct rlimit none = { 0, 0 };
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &none);
	plugin_system_limit(trial->memory_limit, false);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (nothing >= 0) dup2(nothing, STDERR_FILENO);
	const HnScene *copy = read_only_copy(scene);
	attempt(trial, copy != NULL ? copy : scene, &verdict);
	_exit(write(out, &verdict, sizeof verdict) == (ssize_t)sizeof verdict ? 0 : 1);
}

// False: the time is over, or the process has ended without a word while one that it forked holds its pipe.
static bool wait_readable(int fd, pid_t pid, double timeout_s) {
	int64_t deadline = clock_ns() + (int64_t)(timeout_s * 1e9);
	for (;;) {
		int64_t left = (deadline - clock_ns()) / 1000000;
		if (left <= 0) return false;
		struct pollfd one = { .fd = fd, .events = POLLIN };
		int ready = poll(&one, 1, (int)(left < 1000 ? left : 1000));
		if (ready > 0) return true;
		if (ready < 0 && errno != EINTR) return false;
		if (ready == 0 && child_has_ended(pid)) return poll(&one, 1, 0) > 0;
	}
}

// Ends it where it does not end itself. One that closed its pipe is dying, or goes on without it.
static bool end_trial(int *ended, pid_t pid, bool said) {
	const bool by_itself = said ? child_ends_within(pid, CHILD_DYING_S) : child_has_ended(pid);
	if (!by_itself) kill(pid, SIGKILL);
	while (waitpid(pid, ended, 0) < 0 && errno == EINTR) {
	}
	return by_itself;
}

static void explain_end(PluginVerdict *out, int ended, double timeout_s, bool said, bool by_itself) {
	char text[TRIAL_TEXT_SIZE];
	if (!by_itself && !said)
		snprintf(text, sizeof text, "no answer within %g s", timeout_s);
	else if (!by_itself)
		snprintf(text, sizeof text, "closed its files and did not end");
	else if (WIFSIGNALED(ended))
		snprintf(text, sizeof text, "crashed: %s", strsignal(WTERMSIG(ended)));
	else
		snprintf(text, sizeof text, "ended the process with exit code %d", WEXITSTATUS(ended));
	say(out, TRIAL_BROKEN, text);
}

int32_t plugin_trial(PluginVerdict *out, const PluginTrial *trial, const HnScene *scene) {
	int ends[2], ended = 0;
	*out = (PluginVerdict){ .outcome = TRIAL_BROKEN, .step = -1 };
	if (pipe2(ends, O_CLOEXEC) != 0) return error_set(HN_ERR_IO, "cannot make a pipe: %s", strerror(errno));
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) become_trial(trial, scene, ends[1]);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return error_set(HN_ERR_IO, "cannot start a process: %s", strerror(errno));
	}
	bool said = wait_readable(ends[0], pid, trial->timeout_s);
	bool whole = said && read(ends[0], out, sizeof *out) == (ssize_t)sizeof *out;
	bool by_itself = end_trial(&ended, pid, said);
	close(ends[0]);
	if (!whole) explain_end(out, ended, trial->timeout_s, said, by_itself);
	return HN_OK;
}
