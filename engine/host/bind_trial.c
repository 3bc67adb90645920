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
#include "api/engine.h"
#include "detect/inspect.h"
#include "host/bind_scene.h"
#include "host/limits.h"
#include "scene/line.h"

// ---- the process ----

enum { SIDE_TEXT_MAX = 1 << 20, WALL_FACTOR = 10 };

// in a side process: the pipe to the process that waits for it, and the processor time until the next word
static int s_tell = -1;
static struct itimerval s_silence;

// tell(text): adds to the text that side_process returns, and gives the side process its time anew. In a side
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
	if (setitimer(ITIMER_PROF, &s_silence, NULL) == 0) (void)lua_pcall(L, 0, 0, 0);
	_exit(0);
}

// Reads until the process closes the pipe, at most until `end` of clock_ns.
static void read_told(int fd, int64_t end, luaL_Buffer *out) {
	char bytes[4096];
	for (size_t all = 0; all < SIDE_TEXT_MAX;) {
		struct pollfd wait = { .fd = fd, .events = POLLIN };
		int64_t left = (end - clock_ns()) / 1000000;
		int ready = left > 0 ? poll(&wait, 1, (int)left) : 0;
		if (ready < 0 && errno == EINTR) continue;
		ssize_t n = ready > 0 ? read(fd, bytes, sizeof bytes) : 0;
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return;
		luaL_addlstring(out, bytes, (size_t)n);
		all += (size_t)n;
	}
}

// side_process(seconds, f): what f tells (tell) in a process of its own, which ends after so much processor
// time in which it tells nothing. Its errors and what it prints are dropped. "" where there can be no such process.
static int lua_side_process(lua_State *L) {
	double seconds = luaL_checknumber(L, 1);
	int fds[2], how;
	luaL_Buffer told;
	luaL_checktype(L, 2, LUA_TFUNCTION);
	if (pipe2(fds, O_CLOEXEC) != 0) return lua_pushliteral(L, ""), 1;
	pid_t pid = fork();
	if (pid == 0) {
		lua_settop(L, 2);
		close(fds[0]);
		side_child(L, seconds, fds[1]);
	}
	close(fds[1]);
	luaL_buffinit(L, &told);
	if (pid > 0) read_told(fds[0], clock_ns() + (int64_t)(seconds * WALL_FACTOR * 1e9), &told);
	close(fds[0]);
	if (pid > 0) kill(pid, SIGKILL);
	while (pid > 0 && waitpid(pid, &how, 0) < 0 && errno == EINTR) continue;
	luaL_pushresult(&told);
	return 1;
}

// ---- the steps ----

typedef struct Trial {
	HnDetector detector;
	HnContactBuffer contacts;
	SceneLine *line;
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
	hn_detector_begin(&trial->detector);
	do {
		status = hn_detector_step(&trial->detector, spread(taken, count), &trial->contacts, NULL);
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

// trial(scene, query, kind, params, limit): seconds of processor time of the build, and of a pass over all
// steps, extrapolated from the steps that `limit` seconds allow. Nil if the algorithm fails.
static int lua_trial(lua_State *L) {
	const char *path = luaL_checkstring(L, 1), *query = luaL_checkstring(L, 2);
	Trial trial = { 0 };
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

// processor_seconds(): the processor time of this process.
static int lua_processor_seconds(lua_State *L) {
	lua_pushnumber(L, processor_seconds());
	return 1;
}

void bind_trial(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "tell", lua_tell },
		{ "side_process", lua_side_process },
		{ "trial", lua_trial },
		{ "trial_inspect", lua_trial_inspect },
		{ "processor_seconds", lua_processor_seconds },
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
}
