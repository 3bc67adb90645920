// engine.* for trials: a few steps of an algorithm, timed in a process that may be killed at any moment.
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/names.h"
#include "base/text.h"
#include "base/threads.h"
#include "api/engine.h"
#include "detect/detect.h"
#include "detect/inspect.h"
#include "host/bind_scene.h"
#include "host/limits.h"
#include "scene/line.h"

// ---- the process ----

enum { SIDE_TEXT_MAX = 1 << 20, WALL_FACTOR = 10, SIDES_MAX = 256 };

// in a side process: the pipe to the process that waits for it, and the processor time until the next word
static int s_tell = -1;
static struct itimerval s_silence;

// tell(text): adds to the text that side_processes returns of this one, and gives it its time anew. In a side
// process alone.
static int lua_tell(lua_State *L) {
	size_t size;
	const char *text = luaL_checklstring(L, 1, &size);
	if (fd_write_all(s_tell, text, size) != HN_OK || setitimer(ITIMER_PROF, &s_silence, NULL) != 0) _exit(1);
	return 0;
}

// A side process dies with its parent, and when its processor time is over. What it prints goes nowhere.
static _Noreturn void side_child(lua_State *L, double seconds, int tell) {
	time_t whole = (time_t)seconds;
	s_silence = (struct itimerval){ .it_value = { whole, (suseconds_t)((seconds - (double)whole) * 1e6) } };
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	signal(SIGPROF, SIG_DFL);
	s_tell = tell;
	limits_mute();
	if (setitimer(ITIMER_PROF, &s_silence, NULL) == 0) (void)lua_pcall(L, 1, 0, 0);
	_exit(0);
}

typedef struct Side {
	pid_t pid; // 0: none
	int fd;
	lua_Integer number;
	int64_t end; // of clock_ns
	Text told;
} Side;

// f is at stack index 2. A process that cannot be made tells nothing.
static void side_begin(lua_State *L, Side *side, lua_Integer number, double seconds) {
	int fds[2];
	*side = (Side){ .number = number, .fd = -1, .end = clock_ns() + (int64_t)(seconds * WALL_FACTOR * 1e9) };
	if (pipe2(fds, O_CLOEXEC) != 0) return;
	side->pid = fork();
	if (side->pid == 0) {
		lua_pushvalue(L, 2);
		lua_pushinteger(L, number);
		close(fds[0]);
		side_child(L, seconds, fds[1]);
	}
	close(fds[1]);
	side->fd = fds[0];
}

// Reads what there is. False: the process has closed the pipe, or its time is over.
static bool side_read(Side *side, bool ready) {
	char bytes[4096];
	if (side->fd < 0 || side->pid <= 0) return false;
	if (!ready) return clock_ns() < side->end;
	ssize_t n = read(side->fd, bytes, sizeof bytes);
	if (n < 0) return errno == EINTR;
	text_add_bytes(&side->told, bytes, n);
	return n > 0 && side->told.count < SIDE_TEXT_MAX;
}

// Puts what was told into the list on top of the stack.
static void side_end(lua_State *L, Side *side) {
	int how;
	if (side->fd >= 0) close(side->fd);
	if (side->pid > 0) kill(side->pid, SIGKILL);
	while (side->pid > 0 && waitpid(side->pid, &how, 0) < 0 && errno == EINTR) continue;
	lua_pushlstring(L, side->told.count > 0 ? side->told.data : "", (size_t)side->told.count);
	lua_rawseti(L, -2, side->number);
	text_free(&side->told);
}

// side_processes(seconds, f, count, jobs): what f(1) to f(count) tell (tell), each in a process of its own,
// which ends after so much processor time in which it tells nothing; jobs at a time, by default as many as
// there are processors. Errors and what they print are dropped. "" for one that tells nothing.
static int lua_side_processes(lua_State *L) {
	Side sides[SIDES_MAX];
	struct pollfd waits[SIDES_MAX];
	double seconds = luaL_checknumber(L, 1);
	lua_Integer count = luaL_checkinteger(L, 3), jobs = luaL_optinteger(L, 4, threads_available()), begun = 0;
	int running = 0;
	luaL_checktype(L, 2, LUA_TFUNCTION);
	lua_newtable(L);
	while (begun < count || running > 0) {
		while (begun < count && running < jobs && running < SIDES_MAX)
			side_begin(L, &sides[running++], ++begun, seconds);
		for (int i = 0; i < running; ++i) waits[i] = (struct pollfd){ .fd = sides[i].fd, .events = POLLIN };
		int ready = poll(waits, (nfds_t)running, 100);
		for (int i = running - 1; i >= 0; --i) {
			if (side_read(&sides[i], ready > 0 && waits[i].revents != 0)) continue;
			side_end(L, &sides[i]);
			sides[i] = sides[--running];
		}
	}
	return 1;
}

// ---- the steps ----

typedef struct Trial {
	HnDetector detector;
	HnContactBuffer contacts;
	SceneLine *line;
	int32_t instance_steps; // of a population; 0: of a motion
} Trial;

static double processor_seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// One question of a search along a line, as a worker asks it.
static int32_t ask(void *context) {
	Trial *trial = context;
	hn_detector_begin(&trial->detector);
	int32_t status = hn_detector_step(&trial->detector, 0, &trial->contacts, NULL);
	return status != HN_OK ? status : trial->contacts.count > 0;
}

// The i-th of n steps in an order that spreads early steps over the whole motion: multiples of an odd share
// of about 0.618 n that has no divisor in common with n.
static int32_t spread(int32_t i, int32_t n) {
	if (n <= 1) return 0;
	int64_t stride = (int64_t)(0.618 * (double)n) | 1;
	for (;; stride += 2) {
		int64_t a = stride, b = n;
		while (b != 0) {
			int64_t rest = a % b;
			a = b;
			b = rest;
		}
		if (a == 1) return (int32_t)((int64_t)i * stride % n);
	}
}

// Takes steps until all are done or `limit` seconds are over, and at least one. Returns how many, or an
// error.
static int32_t take_steps(Trial *trial, double limit) {
	double end = processor_seconds() + limit;
	int32_t part, taken = 0, count = trial->detector.scene->step_count, status = HN_OK;
	if (trial->line != NULL) {
		status = scene_line_search(trial->line, ask, trial, &part);
		return status < 0 ? status : 1;
	}
	const int32_t together = trial->instance_steps > 0 ? trial->instance_steps : 1;
	hn_detector_begin(&trial->detector);
	do {
		const int32_t at = taken % together;
		if (at == 0 && trial->instance_steps > 0) hn_detector_begin(&trial->detector);
		status =
		    hn_detector_step(&trial->detector, spread(taken / together, count / together) * together + at,
		                     &trial->contacts, NULL);
		taken += 1;
	} while (status == HN_OK && taken < count && processor_seconds() < end);
	return status != HN_OK ? status : taken;
}

static int32_t trial_begin(Trial *trial, const HnScene *scene, const char *query, const char *kind,
                           const char *params) {
	int32_t asked = name_index(hn_query_name, query);
	if (asked == HN_QUERY_APPROACH) {
		int32_t status = scene_line_create(&trial->line, scene);
		if (status != HN_OK) return status;
		scene = &trial->line->view;
		asked = HN_QUERY_FIRST;
	}
	return hn_detector_create(&trial->detector, kind, scene, (HnQuery)asked, params);
}

static void trial_end(Trial *trial, HnScene *scene) {
	hn_detector_destroy(&trial->detector);
	hn_contact_buffer_free(&trial->contacts);
	scene_line_destroy(trial->line);
	hn_scene_close(scene);
}

// trial(scene, query, kind, params, limit, instance_steps or nil): seconds of processor time of the build,
// and of a pass over all steps, extrapolated from the steps that `limit` seconds allow. Nil if the algorithm
// fails.
static int lua_trial(lua_State *L) {
	const char *path = luaL_checkstring(L, 1), *query = luaL_checkstring(L, 2);
	Trial trial = { .instance_steps = (int32_t)luaL_optinteger(L, 6, 0) };
	HnScene *scene = NULL;
	int32_t taken = hn_scene_open(&scene, path), steps = 1;
	double begin = processor_seconds();
	if (taken == HN_OK)
		taken = trial_begin(&trial, scene, query, luaL_checkstring(L, 3), luaL_checkstring(L, 4));
	double built = processor_seconds();
	if (taken == HN_OK) {
		steps = trial.line != NULL ? 1 : scene->step_count;
		taken = take_steps(&trial, luaL_checknumber(L, 5));
	}
	double end = processor_seconds();
	trial_end(&trial, scene);
	if (taken <= 0) return 0;
	lua_pushnumber(L, built - begin);
	lua_pushnumber(L, (end - built) / taken * steps);
	return 2;
}

// trial_inspect(scene, query, kind, params, name...): seconds of processor time that inspections of these
// names take, with the build that they are of. Nil if they fail.
static int lua_trial_inspect(lua_State *L) {
	const char *path = luaL_checkstring(L, 1), *query = luaL_checkstring(L, 2);
	Trial trial = { 0 };
	HnScene *scene = NULL;
	Inspection found;
	inspection_init(&found);
	uint32_t groups = 0;
	for (int32_t i = 5; i <= lua_gettop(L); ++i) {
		int32_t group = name_index(inspect_name, luaL_checkstring(L, i));
		if (group < 0) return luaL_argerror(L, i, "no inspection");
		groups |= 1u << group;
	}
	int32_t status = hn_scene_open(&scene, path);
	double begin = processor_seconds();
	if (status == HN_OK)
		status = trial_begin(&trial, scene, query, luaL_checkstring(L, 3), luaL_checkstring(L, 4));
	if (trial.line != NULL) groups &= ~(1u << INSPECT_COSTS); // a line has no steps
	if (status == HN_OK && trial.detector.class_->inspect != NULL)
		status = trial.detector.class_->inspect(trial.detector.self, groups, &found);
	double end = processor_seconds();
	inspection_free(&found);
	trial_end(&trial, scene);
	if (status != HN_OK) return 0;
	lua_pushnumber(L, end - begin);
	return 1;
}

// Counts a pass over all steps. hex: the hash of their contacts, "" where the algorithm may report others.
static int32_t count_steps(Trial *trial, const char *params, int64_t *counts, char hex[HN_HASH_HEX_SIZE]) {
	bool more = false, fewer = false;
	HnHash hashes[2] = { 0 };
	hex[0] = '\0';
	int32_t status = hn_detect_conservative(&more, trial->detector.class_, params);
	if (status == HN_OK) status = hn_detect_unsound(&fewer, trial->detector.class_, params);
	hn_detector_begin(&trial->detector);
	for (int32_t i = 0; status == HN_OK && i < trial->detector.scene->step_count; ++i) {
		status = hn_detector_step(&trial->detector, i, &trial->contacts, counts);
		if (status == HN_OK) status = hn_contacts_hash(&hashes[1], &trial->contacts, trial->detector.query);
		hashes[0] = hn_hash_bytes(hashes, sizeof hashes);
	}
	if (!more && !fewer) hn_hash_to_hex(&hashes[0], hex);
	return status;
}

static int32_t pass_steps(Trial *trial) {
	int32_t status = HN_OK;
	hn_detector_begin(&trial->detector);
	for (int32_t i = 0; status == HN_OK && i < trial->detector.scene->step_count; ++i)
		status = hn_detector_step(&trial->detector, i, &trial->contacts, NULL);
	return status;
}

// The milliseconds of a pass over all steps: the least of samples, each of as many passes as take a while. In
// longer ones another program had the core. (Clocks of processor time may tick every 10 ms only.)
static int32_t time_steps(Trial *trial, double *ms) {
	enum { SAMPLES = 9, WHILE_NS = 1000000, PASSES_MAX = 1 << 14 };
	int32_t passes = 1, status = pass_steps(trial);
	for (int32_t n = 0; status == HN_OK && n < SAMPLES;) {
		int64_t begin = clock_ns();
		for (int32_t i = 0; status == HN_OK && i < passes; ++i) status = pass_steps(trial);
		int64_t took = clock_ns() - begin;
		bool is_short = n == 0 && took < WHILE_NS && passes < PASSES_MAX;
		double each = 1e-6 * (double)took / passes;
		if (n == 0 || each < *ms) *ms = each;
		passes *= is_short ? 2 : 1;
		n += !is_short;
	}
	return status;
}

// trial_counts(scene, query, kind, params, timed): the counts of a pass over all steps, in the order of
// count_names, and the hash of the contacts. timed: and the milliseconds of a pass. Nil and a message if the
// algorithm fails.
static int lua_trial_counts(lua_State *L) {
	const char *path = luaL_checkstring(L, 1), *params = luaL_checkstring(L, 4);
	Trial trial = { 0 };
	HnScene *scene = NULL;
	char hex[HN_HASH_HEX_SIZE];
	int64_t counts[COUNT_FIELDS] = { 0 };
	double ms = 0;
	int32_t status = hn_scene_open(&scene, path);
	if (status == HN_OK)
		status = trial_begin(&trial, scene, luaL_checkstring(L, 2), luaL_checkstring(L, 3), params);
	if (status == HN_OK) status = count_steps(&trial, params, counts, hex);
	if (status == HN_OK && lua_toboolean(L, 5)) status = time_steps(&trial, &ms);
	trial_end(&trial, scene);
	if (status != HN_OK) return bind_failure(L, EXIT_SCENARIO);
	lua_createtable(L, COUNT_FIELDS, 0);
	for (int32_t i = 0; i < COUNT_FIELDS; ++i) {
		lua_pushinteger(L, counts[i]);
		lua_rawseti(L, -2, i + 1);
	}
	lua_pushstring(L, hex);
	lua_pushnumber(L, ms);
	return 3;
}

// processor_seconds(): the processor time of this process.
static int lua_processor_seconds(lua_State *L) {
	lua_pushnumber(L, processor_seconds());
	return 1;
}

void bind_trial(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "tell", lua_tell },
		{ "side_processes", lua_side_processes },
		{ "trial", lua_trial },
		{ "trial_inspect", lua_trial_inspect },
		{ "trial_counts", lua_trial_counts },
		{ "processor_seconds", lua_processor_seconds },
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
	bind_set_names(L, "count_names", hn_count_name);
}
